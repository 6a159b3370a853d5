import { html } from 'hono/html'
import type { ApprovalView } from '../../approvals/index.ts'
import type { Page } from '../hosted/layout.ts'
import { toTime } from '../hosted/to-time.ts'
import { say, type Texts } from '../texts/index.ts'

type Decided = Exclude<ApprovalView['status'], 'pending'>

/** The outcome of an approval. The arguments were only for the person who decided. */
export const decidedPage = (texts: Texts, view: ApprovalView, outcome: Decided): Page => {
  const { title, text, status } = outcomes[outcome]
  const isGood = outcome === 'approved' || outcome === 'used'
  return {
    title: texts[title],
    status,
    of: view,
    body: html`<h1>${texts[title]}</h1>
      <div class="notice ${isGood ? 'good' : ''}" role="status"><p>${say(texts, text, {
        tool: view.tool.slug,
        time: view.decidedAt === null ? '' : toTime(view.decidedAt),
        until: toTime(view.expiresAt),
      })}</p></div>
      <p>${texts.close}</p>`,
  }
}

/** Shown for an unknown address, or when the session has ended. */
export const unknownPage = (texts: Texts): Page => ({
  title: texts.nothingTitle,
  status: 404,
  body: html`<h1>${texts.nothingTitle}</h1>
    <p>${texts.nothing}</p>`,
})

const outcomes = {
  approved: { title: 'approvedTitle', text: 'approved', status: 200 },
  used: { title: 'madeTitle', text: 'made', status: 200 },
  denied: { title: 'deniedTitle', text: 'denied', status: 200 },
  expired: { title: 'lateTitle', text: 'late', status: 410 },
} as const satisfies Record<
  Decided,
  { title: keyof Texts; text: keyof Texts; status: NonNullable<Page['status']> }
>
