import { html } from 'hono/html'
import type { Html } from './layout.ts'

/** A link styled as a button, without a referrer. */
export const link = (address: string, text: string): Html =>
  html`<a class="button" rel="noreferrer" href="${address}">${text}</a>`
