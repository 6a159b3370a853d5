import type { Context, MiddlewareHandler } from 'hono'
import { html } from 'hono/html'
import { answerPage, type Page } from './layout.ts'

/**
 * Refuses a non-canonical spelling of a page's URL, such as `/%63onnect/lk%5F…` or `/./connect/…`.
 *
 * Links to these pages are removed from responses of third parties; a spelling that is not
 * recognized there must not open a page.
 */
export const rejectNonCanonicalPath: MiddlewareHandler = async (context, next) =>
  canonicalPath.test(requestPath(context)) ? next() : answerPage(context, misspelledPage)

/** A canonical path: no encoded characters, no empty segments, no dot segments. */
const canonicalPath = /^(?:\/\w[\w.-]*)+$/

/** The raw path: in the parsed URL dot segments are resolved. */
const requestPath = ({
  env,
  req,
}: Context<{ Bindings: { incoming?: { url?: string } } }>): string =>
  env?.incoming?.url?.replace(/\?.*$/s, '') ?? new URL(req.url).pathname

const misspelledPage: Page = {
  title: 'This address is not valid',
  status: 404,
  body: html`<h1>This address is not valid</h1>
    <p>It was changed, possibly by somebody who wants you to open it. Go back to the application that you came from and use its link.</p>`,
}
