import { html } from 'hono/html'
import { say, type Texts } from '../texts/index.ts'
import type { Page } from './layout.ts'
import { link } from './link.ts'

/**
 * Shown when a form was submitted by another page, or the browser blocks cookies. `address` is that
 * of the page.
 */
export const rejectedFormPage = (texts: Texts, address: string): Page => ({
  title: texts.formRejectedTitle,
  status: 403,
  body: html`<h1>${texts.formRejectedTitle}</h1>
    <p>${texts.formRejected}</p>
    <p>${link(address, texts.openAgain)}</p>`,
})

/** What an internal error left undone. */
export type Undone = 'notConnected' | 'notDecided'

export const brokenPage = (texts: Texts, undone: Undone, requestId: string): Page => ({
  title: texts.brokenTitle,
  status: 500,
  body: html`<h1>${texts.brokenTitle}</h1>
    <p>${say(texts, 'broken', { undone: texts[undone], number: requestId })}</p>`,
})

export const oversizedPage = (texts: Texts): Page => ({
  title: texts.oversizedTitle,
  status: 413,
  body: html`<h1>${texts.oversizedTitle}</h1>
    <p>${texts.oversized}</p>`,
})
