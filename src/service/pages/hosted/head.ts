import { html } from 'hono/html'
import type { Html } from './layout.ts'

/**
 * The logos of the project and the toolkit, served from copies. Their `alt` is empty, since the
 * text names both.
 */
export const headOf = ({
  project,
  toolkit,
}: {
  project: { logoUrl: string | null }
  toolkit: { logo: string | null }
}): Html | string => {
  const logos = [project.logoUrl, toolkit.logo].filter((address) => address !== null)
  return logos.length === 0
    ? ''
    : html`<div class="logos">${logos.map((address) => html`<img src="${address}" alt="" />`)}</div>`
}
