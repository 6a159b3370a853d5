import type { Context } from 'hono'
import { html } from 'hono/html'

/** `hono/html` escapes every text that goes into it. */
export type Html = ReturnType<typeof html>

export type Page = {
  title: string
  body: Html
  status?: 200 | 400 | 403 | 404 | 410 | 413 | 500
  leadsTo?: string
}

/** A page for people: no script, no frame, no referrer, nothing kept by caches. */
export const answerPage = (
  context: Context,
  { title, body, status = 200, leadsTo }: Page,
): Response | Promise<Response> => context.html(document(title, body, leadsTo), status, headers)

/**
 * A refresh leads on rather than a redirect: a policy for forms, this page's or the provider's,
 * holds for every address that a submitted form is redirected to, and those are not all known here.
 */
const document = (
  title: string,
  body: Html,
  leadsTo: string | undefined,
): Html => html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
    <title>${title}</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="/connect/styles.css" />
    ${leadsTo === undefined ? '' : html`<meta http-equiv="refresh" content="0;url=${leadsTo}" />`}
  </head>
  <body>
    <main>${body}</main>
  </body>
</html>`

const headers = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
}
