import { html } from 'hono/html'
import type { Html } from './layout.ts'

/** Formats a time of today for people. */
export const toTime = (iso: string): Html =>
  html`<time datetime="${iso}">${iso.slice(11, 16)} UTC</time>`
