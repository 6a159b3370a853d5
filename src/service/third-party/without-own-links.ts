import { mapTexts } from '../platform/untrusted-text/index.ts'
import { isOwnPage } from './is-own-page.ts'
import { pageToken } from './page-token.ts'

const replacement = '(left out: a link to a page of this service that a third party gave)'

/** What may be an address, as it stands in a text, in JSON or in Markdown. */
const address = /(?:https?:)?\/\/\[[\da-f:.]+\][^\s"'`<>()[\]{}\\|]*|[^\s"'`<>()[\]{}\\|]+/gi

/** Lets nearly every text through by itself. */
const suspicion = /connect|approve|%[2-7]/i

/**
 * A page opens with its token alone, which is always found; more addresses than these are not
 * parsed.
 */
const maximumParsed = 10_000

/**
 * What a third party wrote, without links to pages of this service.
 *
 * Whoever opens a page to connect or to approve does so for the project and the user that it was
 * made for. A third party may have one that was made for itself, and shown beside the service's own
 * it would pass for one of them; those come from where they are made.
 */
export const withoutOwnLinks = <Value>(value: Value, publicUrl: string): Value => {
  const own = URL.parse(publicUrl)
  const token = pageToken()
  const holdsToken = (text: string): boolean => text.search(token) !== -1
  const leaveOut = (text: string, leadsToPage: (found: string) => boolean): string =>
    text.replaceAll(address, (found) => (leadsToPage(found) ? replacement : found))
  let parsed = 0
  const isOwn = (found: string): boolean => {
    if (!own || !suspicion.test(found) || parsed >= maximumParsed) return false
    parsed += 1
    return isOwnPage(found, own)
  }
  return mapTexts(value, (text) => {
    // The address first, with all of the token; then a token with line breaks or tabs in it.
    const unlinked = holdsToken(text)
      ? leaveOut(text, holdsToken).replaceAll(token, replacement)
      : text
    return suspicion.test(unlinked) ? leaveOut(unlinked, isOwn) : unlinked
  })
}
