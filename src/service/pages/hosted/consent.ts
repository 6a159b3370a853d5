import { html } from 'hono/html'
import type { ConnectView } from '../../accounts/index.ts'
import { say, type Texts } from '../texts/index.ts'
import type { Html } from './layout.ts'
import { userName } from './user-name.ts'

/** What the button with which a user agrees refers to. */
export const consentId = 'consent'

/**
 * Says, where a user agrees, who will then be able to use the account: who was sent the link of
 * another person would otherwise let that person's agents act for them.
 */
export const consentNotice = (
  texts: Texts,
  { project, toolkit, userId }: Pick<ConnectView, 'project' | 'toolkit' | 'userId'>,
  warning = texts.sentLink,
): Html => html`<div class="notice consent" id="${consentId}">
  <p>${say(texts, 'willUse', { project: project.name, toolkit: toolkit.name, user: userName(userId) })}</p>
  <p>${warning}</p>
</div>`
