import { randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import { html } from 'hono/html'
import type { User } from '../schemas.ts'
import { scopes, type Scope } from './application.ts'

/** Asks whose calendar the application may use. There is no sign-in: anyone can choose any user. */
export const consentPage = (context: Context, asked: Scope[], users: readonly User[]) =>
  page(
    context,
    200,
    'Allow access to your calendar?',
    html`<p><strong>Plugboard</strong> asks to:</p>
      <ul>${asked.map((scope) => html`<li>${scopes[scope]}</li>`)}</ul>
      <form method="post">
        ${users.map(({ username, name }) => html`<button name="decision" value="${username}">Allow as ${name}</button>`)}
        <button name="decision" value="" class="quiet">Do not allow</button>
      </form>
      <p class="note">This is a sample: nobody signs in, so choose whose calendar to use.</p>`,
  )

/** Describes an error in a request that must not be redirected to its sender. */
export const errorPage = (context: Context, message: string) =>
  page(context, 400, 'This request is not valid', html`<p>${message}.</p>`)

const page = (
  context: Context,
  status: 200 | 400,
  title: string,
  content: ReturnType<typeof html>,
) => {
  const nonce = randomBytes(16).toString('base64')
  context.header(
    'content-security-policy',
    `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; frame-ancestors 'none'`,
  )
  context.header('referrer-policy', 'no-referrer')
  context.header('cache-control', 'no-store')
  const whole = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} – Sample calendar</title>
        <style nonce="${nonce}">
          :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
          main { max-width: 26rem; margin: 3rem auto; padding: 0 1rem }
          h1 { font-size: 1.4rem }
          button { display: block; width: 100%; margin: .5rem 0; padding: .7rem; font: inherit; border: 1px solid; border-radius: .4rem; cursor: pointer }
          .quiet { background: none; color: inherit }
          .note { font-size: .875rem }
        </style>
      </head>
      <body><main><h1>${title}</h1>${content}</main></body>
    </html>`
  return context.html(whole, status)
}
