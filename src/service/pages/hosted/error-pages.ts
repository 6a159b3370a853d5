import { html } from 'hono/html'
import type { Page } from './layout.ts'
import { link } from './link.ts'

/**
 * Shown when a form was submitted by another page, or the browser blocks cookies. `address` is that
 * of the page.
 */
export const rejectedFormPage = (address: string): Page => ({
  title: 'This form cannot be used',
  status: 403,
  body: html`<h1>This form cannot be used</h1>
    <p>It was not sent from this page in this browser. The page needs cookies: allow them for this site, then open the link again.</p>
    <p>${link(address, 'Open the link again')}</p>`,
})

/**
 * Shown for an internal error. `undone` names what was not done, as the beginning of a sentence.
 */
export const brokenPage = (undone: string, requestId: string): Page => ({
  title: 'Something went wrong',
  status: 500,
  body: html`<h1>Something went wrong</h1>
    <p>${undone}, and it was not your fault. Go back to the application that sent you here and try again; if the problem persists, report this number: ${requestId}</p>`,
})

export const oversizedPage: Page = {
  title: 'The form is too large',
  status: 413,
  body: html`<h1>The form is too large</h1>
    <p>The submitted values are larger than any key. Go back and check what you pasted.</p>`,
}
