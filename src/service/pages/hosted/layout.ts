import type { Context } from 'hono'
import { html } from 'hono/html'
import { chooseLanguage, type Language } from '../texts/language.ts'
import { headOf, noDetection, type Subject } from './head.ts'
import { stylesAddress } from './look.ts'

/** `hono/html` escapes every interpolated text. */
export type Html = ReturnType<typeof html>

export type Page = {
  title: string
  /** Whose page it is: it begins with their logos, and has the look of the project. */
  of?: Subject
  body: Html
  status?: 200 | 400 | 403 | 404 | 410 | 413 | 500
  leadsTo?: string
}

/** The layout of a page: no script, no frame, no referrer, no caching. */
export const answerPage = (
  context: Context,
  { title, of, body, status = 200, leadsTo }: Page,
): Response | Promise<Response> =>
  context.html(
    document({ title, of, body, leadsTo, language: chooseLanguage(context) }),
    status,
    headers,
  )

/**
 * Uses a refresh instead of a redirect: the `form-action` policy of this page or of the provider
 * applies to every redirect of a submitted form, and not all of them are known here.
 */
const document = ({
  title,
  of,
  body,
  leadsTo,
  language,
}: {
  title: string
  of: Subject | undefined
  body: Html
  leadsTo: string | undefined
  language: Language
}): Html => html`<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
    ${noDetection}
    <title>${title}</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="${stylesAddress(of?.project)}" />
    ${leadsTo === undefined ? '' : html`<meta http-equiv="refresh" content="0;url=${leadsTo}" />`}
  </head>
  <body>
    <main>${of ? headOf(of) : ''}${body}</main>
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
