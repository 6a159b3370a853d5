import { html } from 'hono/html'
import type { ApprovalView, ShownArgument, ShownArguments } from '../../approvals/index.ts'
import type { Html, Page } from '../hosted/layout.ts'
import { toTime } from '../hosted/to-time.ts'
import { userName } from '../hosted/user-name.ts'
import { say, sayText, type Texts } from '../texts/index.ts'
import { codeField, proofNotice, signInLink } from './proof-fields.ts'

/** Asks whether a call may be made, and shows it completely. */
export const questionPage = (texts: Texts, view: ApprovalView, formToken: string): Page => {
  const { project, toolkit, tool, asks } = view
  const title = sayText(texts, 'mayTitle', { project: project.name, tool: tool.name })
  return {
    title,
    status: asks?.problem ? 403 : 200,
    of: view,
    body: html`<h1>${title}</h1>
      <p>${say(texts, 'wants', {
        project: project.name,
        toolkit: toolkit.name,
        user: userName(view.userId),
      })}${tool.isDestructive ? ` ${texts.destructive}` : ''}</p>
      <dl>
        <dt>${texts.tool}</dt>
        <dd>${tool.slug}</dd>
        ${view.accountId === null ? '' : html`<dt>${texts.account}</dt><dd>${view.accountId}</dd>`}
      </dl>
      <h2>${texts.withArguments}</h2>
      ${view.arguments ? argumentList(texts, view.arguments) : html`<div class="notice" role="alert"><p>${texts.unreadable}</p></div>`}
      ${asks ? html`${proofNotice(texts, asks)}${signInLink(texts, asks, project.name)}` : ''}
      ${asks && !asks.takesCode ? '' : decisionForm(texts, view, formToken)}
      <p class="quiet">${say(texts, 'onlyApprove', { time: toTime(view.expiresAt) })}</p>`,
  }
}

const decisionForm = (
  texts: Texts,
  { project, asks, arguments: shown }: ApprovalView,
  formToken: string,
): Html => html`<form method="post">
  <input type="hidden" name="form_token" value="${formToken}" />
  ${asks ? codeField(texts, asks, project.name) : ''}
  ${shown ? html`<button type="submit" name="decision" value="approve">${texts.approve}</button>` : ''}
  <button type="submit" name="decision" value="deny" class="second">${texts.deny}</button>
</form>`

const argumentList = (texts: Texts, { shown, more }: ShownArguments): Html => {
  const hidden = shown.some(({ cut, isSecret }) => cut > 0 || isSecret) || more > 0
  return html`${shown.length === 0 ? html`<p>${texts.none}</p>` : html`<dl>${shown.map((argument) => entry(texts, argument))}</dl>`}
    ${more > 0 ? html`<p><strong>${say(texts, 'moreArguments', { count: more })}</strong></p>` : ''}
    ${hidden ? html`<div class="notice"><p>${texts.notAll}</p></div>` : ''}`
}

const entry = (
  texts: Texts,
  { name, text, isSecret, cut }: ShownArgument,
): Html => html`<dt>${name}</dt>
  <dd><pre>${text}</pre>${isSecret ? html`<p class="quiet">${texts.secret}</p>` : ''}${cut > 0 ? html`<p class="quiet">${say(texts, 'cut', { count: cut })}</p>` : ''}</dd>`
