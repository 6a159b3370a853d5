import type { Approvals } from '../../sessions/approvals/approvals.ts'
import type { OpenSession } from '../../sessions/session.ts'
import type { Outcome } from './outcome.ts'
import { toAnswer } from './to-answer.ts'
import type { ToolAnswer } from './tool-source.ts'
import { toPages } from './to-pages.ts'
import { approvalsIn, mapWaiting } from './waiting-calls.ts'

type Parts = { approvals: Approvals; publicUrl: () => string }

/**
 * The outcome of a call in a session, with where the user approves what waits for it.
 *
 * A client that opens pages gets the address, and its model does not: whoever has it may decide. The model of another client gets
 * it in the text, to hand it to the user.
 */
export const answerOfSession = async ({ approvals, publicUrl }: Parts, session: OpenSession, outcome: Outcome, opensPages: boolean): Promise<ToolAnswer> => {
  const urls = await approvals.pagesOf(session.project, session.id, approvalsIn(outcome))
  const withUrls = mapWaiting(outcome, (id) => {
    const url = urls.get(id)
    return url === undefined ? undefined : { fields: { approval_url: url }, note: `The user decides at ${url} - give the user this link, and do not open it yourself.` }
  })
  const told = opensPages ? mapWaiting(outcome, (id) => (urls.has(id) ? { fields: {}, note: 'Made by itself, the call has the user asked again.' } : undefined)) : withUrls
  return { ...toAnswer(told), pages: toPages(withUrls, publicUrl()) }
}
