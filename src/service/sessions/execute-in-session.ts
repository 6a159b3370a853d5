import { isForDevelopers } from '../../contract/is-for-developers.ts'
import type { Select, Selection } from '../../contract/select.ts'
import type { Accounts } from '../accounts/index.ts'
import type { ExecuteTool, ToolOutcome } from '../execution/index.ts'
import { BusyError } from '../platform/busy-error.ts'
import type { TraceContext } from '../platform/trace-context.ts'
import type { RunPart } from '../endpoint/index.ts'
import { ServiceError } from '../service-error.ts'
import type { Approvals } from '../approvals/index.ts'
import { guardCall } from './guard-call.ts'
import type { OfferLink } from './offer-link.ts'
import type { Results } from './results/results.ts'
import { selectAccounts } from './session-accounts.ts'
import type { OpenSession, Sessions } from './session.ts'

export type SessionCall = {
  slug: string
  arguments: Record<string, unknown>
  account?: string | undefined
  /** Whether a large result is returned as a preview. */
  offload: boolean
  /** Gather all pages of the answer. */
  all?: boolean | undefined
  /** Answer only these parts of a successful answer. */
  select?: Select | undefined
  signal: AbortSignal
  /** The trace of the call. */
  trace: TraceContext | undefined
  /** Runs one of several calls once, where the request has an Idempotency-Key. */
  runPart?: RunPart | undefined
}

export type SessionOutcome = ToolOutcome & {
  /** The tool that was called, which the call may have named by an alias. */
  toolSlug?: string
}

export type ExecuteInSession = (session: OpenSession, call: SessionCall) => Promise<SessionOutcome>

type Parts = {
  sessions: Sessions
  accounts: Accounts
  approvals: Approvals
  results: Results
  offerLink: OfferLink
  executeTool: ExecuteTool
}

/**
 * Runs a third party's tool for the user of a session, under its rules; throws for an excluded
 * tool.
 */
export const createExecuteInSession =
  (parts: Parts): ExecuteInSession =>
  async (session, call) => {
    const found = await parts.sessions.getTool(session, call.slug)
    const outcome = await parts.executeTool({
      project: session.project,
      ...found,
      ...selectAccounts(session, found.tool.toolkit, call.account),
      arguments: call.arguments,
      all: call.all,
      select: call.select,
      userId: session.config.user_id,
      sessionId: session.id,
      offerLink: session.config.manage_connections.enabled
        ? (toolkit) => parts.offerLink(session, toolkit.definition.slug)
        : undefined,
      beforeSend: (chosen, sent) =>
        guardCall(parts, session, {
          ...found,
          arguments: sent,
          account: call.account,
          all: call.all,
          chosen,
        }),
      signal: call.signal,
      trace: call.trace,
    })
    const toolSlug = found.tool.definition.slug
    const { paging, selection, whole, ...answered } = withoutClaim(outcome)
    const isHidden = session.config.answers?.paging === false && !call.all
    const isRepeatable = found.tool.definition.tags.includes('readOnlyHint')
    const handle =
      whole && call.offload && !isRepeatable ? await parts.results.keep(session, whole) : undefined
    const shown = {
      ...answered,
      toolSlug,
      ...(paging && !isHidden && { paging }),
      ...(selection && {
        selection: handle === undefined ? selection : withHandle(selection, handle),
      }),
    }
    return call.offload
      ? { ...shown, data: await parts.results.offload(session, shown.data) }
      : shown
  }

/**
 * Only the service says that a call waits for an approval: whoever reads it approves that one, and
 * repeats the call.
 */
const withoutClaim = (outcome: ToolOutcome): ToolOutcome =>
  outcome.wasSent && outcome.error !== null && outcome.data['status'] === 'pending_approval'
    ? { ...outcome, data: { body: outcome.data } }
    : outcome

/** A call that had an effect must not be repeated to see its answer. */
const withHandle = ({ message, shape }: Selection, handle: string): Selection => ({
  message: `${message} It was stored: select from it with SVC_READ_RESULT and this handle.`,
  shape,
  handle,
})

/** Converts a refusal to the result of one of several calls, for a model to read. */
export const toRejectedOutcome = (error: unknown): ToolOutcome => {
  if (error instanceof BusyError)
    return {
      data: {},
      error: `${error.message}. Call the tool again in ${error.retryAfterSeconds} seconds`,
      logId: null,
      wasSent: false,
    }
  if (!(error instanceof ServiceError) || error.slug === 'internal') throw error
  const { suggestedFix = '' } = error
  const fix = isForDevelopers(suggestedFix) ? '' : suggestedFix
  return {
    data: {},
    error: [error.message, fix].filter(Boolean).join('. '),
    logId: null,
    wasSent: false,
  }
}
