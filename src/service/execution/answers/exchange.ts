import type { AnswerRules } from '../../../contract/recipe/answers.ts'
import { CredentialError } from '../../accounts/index.ts'
import type { Clock } from '../../platform/clock.ts'
import { OutboundError, type OutboundResponse } from '../../platform/outbound/index.ts'
import type { MatchableResponse } from '../../third-party/index.ts'
import type { AuthorizedCall } from '../send-authorized.ts'
import { describeFailure, findFailure, type Failure } from './find-failure.ts'
import { findLimit, type RateLimit } from './find-limit.ts'
import type { Patience } from './patience.ts'

type Exchange<Read> = {
  authorized: Pick<AuthorizedCall, 'send' | 'replace'>
  request: Parameters<AuthorizedCall['send']>[0]
  rules: Pick<AnswerRules, 'failures' | 'rate'>
  read: (response: OutboundResponse) => Promise<Read>
  /** The name of the toolkit, quoted. */
  name: string
  /** Makes a sentence with third-party text safe to store. */
  clean: (text: string) => string
  clock: Clock
  timeoutMs: number
  /** Absent: a call that is refused for the rate fails at once. */
  wait?: ((ms: number, leftMs: number) => Promise<boolean>) | undefined
}

/** An answer, and what the rules say of it. */
export type Exchanged<Read> = {
  response: OutboundResponse
  read: Read
  failure: Failure | undefined
  limit: RateLimit | undefined
  /** The account cannot be used as it is: it has expired, or could not be renewed now. */
  problem: CredentialError | undefined
}

const mostWaits = 3
const firstWaitMs = 1000

/**
 * Sends a request and judges its answer by rules.
 *
 * A call that may be repeated waits where the API says so, as long as the time limit of the call
 * leaves time for another answer. A credential that the API says is no longer accepted is replaced
 * once; an account that has no other expires.
 */
export const exchange = async <Read extends { json?: unknown }>(
  given: Exchange<Read>,
): Promise<Exchanged<Read>> => {
  const deadline = performance.now() + given.timeoutMs
  const reserveMs = Math.min(1000, given.timeoutMs / 10)
  let isReplaced = false
  for (let waits = 0; ;) {
    const exchanged = await sendOnce(given, deadline)
    const { failure, limit } = exchanged
    if (limit && waits < mostWaits) {
      const waitMs = limit.waitMs ?? firstWaitMs * 2 ** waits
      const leftMs = deadline - performance.now() - reserveMs
      if (await given.wait?.(waitMs, leftMs)) {
        waits += 1
        continue
      }
    }
    if (!failure?.reconnect || limit) return exchanged
    const problem = await replace(given, exchanged)
    if (problem !== 'replaced' || isReplaced)
      return { ...exchanged, problem: problem === 'replaced' ? undefined : problem }
    isReplaced = true
  }
}

const sendOnce = async <Read extends { json?: unknown }>(
  { authorized, request, rules, read: readResponse, clock }: Exchange<Read>,
  deadline: number,
): Promise<Exchanged<Read>> => {
  const response = await authorized.send({
    ...request,
    timeoutMs: Math.max(1, Math.round(deadline - performance.now())),
  })
  const read = await readResponse(response)
  const answer: MatchableResponse = {
    status: response.status,
    headers: response.headers,
    body: read.json,
  }
  return {
    response,
    read,
    failure: findFailure(rules.failures, answer),
    limit: findLimit(rules.rate, answer, clock.now()),
    problem: undefined,
  }
}

/** Undefined: there is no account. Its user, and the log, read why it expired. */
const replace = async <Read>(
  { authorized, name, clean }: Exchange<Read>,
  { failure }: Exchanged<Read>,
): Promise<'replaced' | CredentialError | undefined> => {
  const what = failure ? describeFailure(failure) : ''
  try {
    return (await authorized.replace(clean(`${name} reported an error${what}`)))
      ? 'replaced'
      : undefined
  } catch (error) {
    if (error instanceof CredentialError) return error
    throw error
  }
}

/** A call that waits ends like one that is under way. */
export const waitWith =
  (patience: Patience, projectId: string, signal: AbortSignal | undefined) =>
  async (ms: number, leftMs: number): Promise<boolean> => {
    try {
      return await patience.wait(ms, { leftMs, projectId, signal })
    } catch (cause) {
      if (!signal?.aborted) throw cause
      throw new OutboundError('aborted', '', 'the call was cancelled')
    }
  }
