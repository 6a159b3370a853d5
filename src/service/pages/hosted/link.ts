import { html } from 'hono/html'
import type { Html } from './layout.ts'

/** A link that looks like a button, and tells no other site where its reader came from. */
export const link = (address: string, text: string): Html =>
  html`<a class="button" rel="noreferrer" href="${address}">${text}</a>`
