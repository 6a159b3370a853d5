import { html } from 'hono/html'
import { toShownUser } from '../../connections/index.ts'
import type { Html } from './layout.ts'

/** The id of a user, which stands out so far that where it begins and ends can be seen. */
export const userName = (userId: string): Html =>
  html`<bdi class="user"><strong>${toShownUser(userId)}</strong></bdi>`
