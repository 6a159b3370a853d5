import { html } from 'hono/html'
import type { Html } from './layout.ts'

/**
 * The logos of the project and the toolkit; their names stand in the text, so they say nothing themselves. One at an address is not
 * shown: whoever serves it would learn who opens the page, and when.
 */
export const headOf = ({ project, toolkit }: { project: { logoUrl: string | null }; toolkit: { logo: string | null } }): Html | string => {
  const logos = [project.logoUrl, toolkit.logo].filter((address) => address !== null && address.startsWith('data:image/'))
  return logos.length === 0 ? '' : html`<div class="logos">${logos.map((address) => html`<img src="${address}" alt="" />`)}</div>`
}
