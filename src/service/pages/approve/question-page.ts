import { html } from 'hono/html'
import type { ApprovalView, ShownArgument, ShownArguments } from '../../approvals/index.ts'
import { headOf } from '../hosted/head.ts'
import type { Html, Page } from '../hosted/layout.ts'
import { toTime } from '../hosted/to-time.ts'
import { codeField, proofNotice, signInLink } from './proof-fields.ts'

/** Asks whether a call may be made, and shows it completely. */
export const questionPage = (view: ApprovalView, formToken: string): Page => {
  const { project, toolkit, tool, asks } = view
  const title = `May ${project.name} call ${tool.name}?`
  return {
    title,
    status: asks?.problem ? 403 : 200,
    body: html`${headOf(view)}
      <h1>${title}</h1>
      <p>An agent of ${project.name} wants to use ${toolkit.name} for the user <strong>${view.userId}</strong>.${tool.isDestructive ? html` This tool may change or delete things.` : ''}</p>
      <dl>
        <dt>Tool</dt>
        <dd>${tool.slug}</dd>
        ${view.accountId === null ? '' : html`<dt>Account</dt><dd>${view.accountId}</dd>`}
      </dl>
      <h2>With these arguments</h2>
      ${view.arguments ? argumentList(view.arguments) : unreadable}
      ${asks ? html`${proofNotice(asks)}${signInLink(asks, project.name)}` : ''}
      ${asks && !asks.takesCode ? '' : decisionForm(view, formToken)}
      <p class="quiet">Only approve if you are this user and want exactly this. The agent can then make this call once, until ${toTime(view.expiresAt)}.</p>`,
  }
}

const decisionForm = (
  { project, asks, arguments: shown }: ApprovalView,
  formToken: string,
): Html => html`<form method="post">
  <input type="hidden" name="form_token" value="${formToken}" />
  ${asks ? codeField(asks, project.name) : ''}
  ${shown ? html`<button type="submit" name="decision" value="approve">Approve this one call</button>` : ''}
  <button type="submit" name="decision" value="deny" class="second">Deny</button>
</form>`

const argumentList = ({ shown, more }: ShownArguments): Html => {
  const hidden = shown.some(({ cut, isSecret }) => cut > 0 || isSecret) || more > 0
  return html`${shown.length === 0 ? html`<p>None.</p>` : html`<dl>${shown.map(entry)}</dl>`}
    ${more > 0 ? html`<p><strong>${more} more arguments are not shown.</strong></p>` : ''}
    ${hidden ? html`<div class="notice"><p>Not everything is shown here. Approve only if you know what the rest is.</p></div>` : ''}`
}

const entry = ({ name, text, isSecret, cut }: ShownArgument): Html => html`<dt>${name}</dt>
  <dd><pre>${text}</pre>${isSecret ? html`<p class="quiet">A secret, which is not shown.</p>` : ''}${cut > 0 ? html`<p class="quiet">Cut here: ${cut} more characters are not shown.</p>` : ''}</dd>`

const unreadable: Html = html`<div class="notice" role="alert"><p>The stored arguments of this call are damaged and cannot be shown, so it cannot be approved here.</p></div>`
