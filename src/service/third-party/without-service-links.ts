import { mapTexts } from '../platform/untrusted-text/index.ts'
import { isServicePage } from './is-service-page.ts'
import { pageToken } from './page-token.ts'

const replacement = '(left out: a link to a page of this service that a third party gave)'

/** Anything that may be an address in plain text, JSON or Markdown. */
const address = /(?:https?:)?\/\/\[[\da-f:.]+\][^\s"'`<>()[\]{}\\|]*|[^\s"'`<>()[\]{}\\|]+/gi

/** Compiled once: an import cleans thousands of texts. */
const token = pageToken()

/** A cheap check that rules out nearly every text. */
const mayHoldLink = /connect|approve|console|%[2-7]/i

/**
 * A page opens only with its token, which is always found; beyond this number, addresses are not
 * parsed.
 */
const maximumParsed = 10_000

/**
 * Removes links to pages of this service from a third party's text.
 *
 * Opening such a page connects or approves for the project and user that the link was created for.
 * A third party could obtain a link for itself, which would pass as the service's link when shown
 * next to one. Genuine links are added by the code that creates them.
 */
export const withoutServiceLinks = <Value>(value: Value, publicUrl: string): Value => {
  if (latest?.publicUrl !== publicUrl)
    latest = { publicUrl, removeLinks: createLinkRemover(publicUrl) }
  return latest.removeLinks(value)
}

/** A process has one address, which is parsed once. */
let latest: { publicUrl: string; removeLinks: <Value>(value: Value) => Value } | undefined

/** The same for many texts of one service. */
export const createLinkRemover = (publicUrl: string) => {
  const own = URL.parse(publicUrl)
  return <Value>(value: Value): Value => {
    let parsed = 0
    const isOwn = (found: string): boolean => {
      if (!own || !mayHoldLink.test(found) || parsed >= maximumParsed) return false
      parsed += 1
      return isServicePage(found, own)
    }
    return mapTexts(value, (text) => {
      // Addresses first, with the whole token; then tokens that contain line breaks or tabs.
      const unlinked = holdsToken(text)
        ? leaveOut(text, holdsToken).replaceAll(token, replacement)
        : text
      return mayHoldLink.test(unlinked) ? leaveOut(unlinked, isOwn) : unlinked
    })
  }
}

const holdsToken = (text: string): boolean => text.search(token) !== -1

const leaveOut = (text: string, leadsToPage: (found: string) => boolean): string =>
  text.replaceAll(address, (found) => (leadsToPage(found) ? replacement : found))
