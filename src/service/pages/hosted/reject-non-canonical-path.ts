import type { Context, MiddlewareHandler } from 'hono'
import { html } from 'hono/html'
import { textsOf, type Texts } from '../texts/index.ts'
import { answerPage, type Page } from './layout.ts'

/**
 * Refuses a non-canonical spelling of a page's URL, such as `/%63onnect/lk%5F…` or `/./connect/…`.
 *
 * Links to these pages are removed from responses of third parties; a spelling that is not
 * recognized there must not open a page.
 */
export const rejectNonCanonicalPath: MiddlewareHandler = async (context, next) =>
  canonicalPath.test(requestPath(context))
    ? next()
    : answerPage(context, misspelledPage(textsOf(context)))

/** A canonical path: no encoded characters, no empty segments, no dot segments. */
const canonicalPath = /^(?:\/\w[\w.-]*)+$/

/** The raw path: in the parsed URL dot segments are resolved. */
const requestPath = ({
  env,
  req,
}: Context<{ Bindings: { incoming?: { url?: string } } }>): string =>
  env?.incoming?.url?.replace(/\?.*$/s, '') ?? new URL(req.url).pathname

const misspelledPage = (texts: Texts): Page => ({
  title: texts.misspelledTitle,
  status: 404,
  body: html`<h1>${texts.misspelledTitle}</h1>
    <p>${texts.misspelled}</p>`,
})
