import type { Context, MiddlewareHandler } from 'hono'
import { html } from 'hono/html'
import { answerPage, type Page } from './layout.ts'

/**
 * Refuses an address of a page that is not spelled as the service spells it, such as
 * `/%63onnect/lk%5F…` or `/./connect/…`.
 *
 * Links to these pages are left out of what third parties say; a spelling that was not recognized
 * there must not open one.
 */
export const refuseOtherSpellings: MiddlewareHandler = async (context, next) =>
  canonicalPath.test(requestPath(context)) ? next() : answerPage(context, misspelledPage)

/** Nothing in it has a second spelling: no encoded characters, no empty segments, none of dots. */
const canonicalPath = /^(?:\/\w[\w.-]*)+$/

/** As it came: the parsed address has its dot segments resolved. */
const requestPath = ({
  env,
  req,
}: Context<{ Bindings: { incoming?: { url?: string } } }>): string =>
  env?.incoming?.url?.replace(/\?.*$/s, '') ?? new URL(req.url).pathname

const misspelledPage: Page = {
  title: 'This address is not one of ours',
  status: 404,
  body: html`<h1>This address is not one of ours</h1>
    <p>It was altered, perhaps by somebody who wants you to open it. Go back to the application that you came from and use its own link.</p>`,
}
