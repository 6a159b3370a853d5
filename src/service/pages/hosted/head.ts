import { html } from 'hono/html'
import type { ShownProject } from '../../projects/index.ts'

/** Devices then make no links of what users typed into their names. */
export const noDetection = html`<meta name="format-detection" content="telephone=no, email=no, address=no, date=no, url=no" />`

/** What a page is about. */
export type Subject = { project: ShownProject; toolkit: { logo: string | null } }

/**
 * The logos of the project and the toolkit, served from copies. Their `alt` is empty, since the
 * text names both.
 */
export const headOf = ({ project, toolkit }: Subject): ReturnType<typeof html> | string => {
  const logos = [project.logoUrl, toolkit.logo].filter((address) => address !== null)
  return logos.length === 0
    ? ''
    : html`<div class="logos">${logos.map((address) => html`<img src="${address}" alt="" />`)}</div>`
}
