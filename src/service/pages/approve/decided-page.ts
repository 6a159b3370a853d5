import { html } from 'hono/html'
import type { ApprovalView } from '../../approvals/index.ts'
import { headOf } from '../hosted/head.ts'
import type { Html, Page } from '../hosted/layout.ts'
import { toTime } from '../hosted/to-time.ts'

/** The outcome of an approval. The arguments were only for the person who decided. */
export const decidedPage = (view: ApprovalView, outcome: Decided): Page => {
  const { title, text, status } = outcomes[outcome](view)
  return {
    title,
    status,
    body: html`${headOf(view)}
      <h1>${title}</h1>
      <div class="notice ${outcome === 'approved' || outcome === 'used' ? 'good' : ''}" role="status"><p>${text}</p></div>
      <p>You can close this page.</p>`,
  }
}

/** Shown for an unknown address, or when the session has ended. */
export const unknownPage: Page = {
  title: 'There is nothing to decide here',
  status: 404,
  body: html`<h1>There is nothing to decide here</h1>
    <p>The link may be incomplete, or the request was withdrawn. Have the agent make the call again to get a new link.</p>`,
}

type Decided = Exclude<ApprovalView['status'], 'pending'>
type Outcome = { title: string; text: Html; status: 200 | 410 }

const decidedAt = ({ decidedAt: time }: ApprovalView): Html | string =>
  time === null ? '' : html` at ${toTime(time)}`

const outcomes: Record<Decided, (view: ApprovalView) => Outcome> = {
  approved: (view) => ({
    title: 'This call was approved',
    status: 200,
    text: html`${view.tool.slug} was approved${decidedAt(view)} for one call, until ${toTime(view.expiresAt)}. You can tell the agent to continue.`,
  }),
  used: (view) => ({
    title: 'This call was approved and made',
    status: 200,
    text: html`${view.tool.slug} was approved${decidedAt(view)}. The approval is used up: another call asks again.`,
  }),
  denied: (view) => ({
    title: 'This call was denied',
    status: 200,
    text: html`${view.tool.slug} was denied${decidedAt(view)}. The agent will be notified.`,
  }),
  expired: (view) => ({
    title: 'This request has expired',
    status: 410,
    text: html`Nobody decided in time on ${view.tool.slug}, or an approval was not used. Have the agent make the call again to get a new link.`,
  }),
}
