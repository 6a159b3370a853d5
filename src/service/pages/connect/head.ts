import { html } from 'hono/html'
import type { ConnectView } from '../../accounts/connecting.ts'
import type { Html } from './layout.ts'

/** The logos of the project and the toolkit; their names stand in the text, so they say nothing themselves. */
export const headOf = ({ project, toolkit }: ConnectView): Html | string => {
  const logos = [project.logoUrl, toolkit.logo].filter((address) => address !== null && /^(https:|data:image\/)/.test(address))
  return logos.length === 0 ? '' : html`<div class="logos">${logos.map((address) => html`<img src="${address}" alt="" />`)}</div>`
}
