import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { errorEnvelope, type ErrorSlug } from '../../contract/errors.ts'
import { BusyError } from '../platform/busy-error.ts'
import { canonicalParts } from '../platform/canonical-json.ts'
import { createYielder } from '../platform/create-yielder.ts'
import type { HeldClaim, Once, OwnClaim } from '../platform/once/index.ts'
import { unlessDamaged, type DataKey, type Secrets } from '../platform/secrets/index.ts'
import {
  idempotencyName,
  toErrorResponse,
  type Caller,
  type KeyRelease,
  type Validator,
  type OnError,
  type RunPart,
} from '../endpoint/index.ts'
import { ServiceError } from '../service-error.ts'

/** A response: status and body. */
export type Reply = { status: number; body: unknown; replayed?: boolean } & KeyRelease & Validator

export type KeyedRequest = {
  /** The `Idempotency-Key`. */
  key: string
  operation: string
  listedErrors: readonly ErrorSlug[]
  caller: Caller
  requestId: string
  /** Path, query and body as received. */
  content: unknown
  /** The session of the request; a cancellation has to name it too. */
  subject?: string | undefined
  /** Whether it consists of calls with keys of their own. */
  isBatch?: boolean
  /** Whether an error status below 500 means that nothing was done. */
  refusesUndone?: boolean
}

/** Runs a request, or returns the outcome of an earlier one with the same key. */
export type RunIdempotently = (
  request: KeyedRequest,
  run: (keyed: { signal: AbortSignal; runPart: RunPart }) => Promise<Reply>,
) => Promise<Reply>

type Parts = {
  once: Once
  secrets: Secrets
  onError: OnError
}

const maximumStoredBytes = 4 * 1024 * 1024

const storedReply = z.object({
  status: z.number(),
  /** Absent if nothing may be stored, or if it is too large. */
  sealed: z.string().optional(),
  /** The data key of a response that belongs to no project, wrapped by the root key. */
  dataKey: z.string().optional(),
  digest: z.string(),
})

/**
 * Implements `Idempotency-Key` (rule 4.2): repeats the first response for a day and never runs a
 * request twice.
 *
 * A key is unique within its project (or organization) and operation. Names and digests are keyed
 * with the `Idempotency-Key`, which is not stored, so the table reveals nothing. A request that did
 * nothing releases its key. A batch is run again, since its calls have keys of their own.
 */
export const createRunIdempotently = (parts: Parts): RunIdempotently => {
  const runIdempotently: RunIdempotently = async (request, run) => {
    const { requestId, operation } = request
    const { scope, name } = idempotencyName(request.caller, operation, request.key)
    const claim = await parts.once.claim({
      scope,
      name,
      digest: await digestOf(request),
      subject: request.subject,
      about: [operation, toolOf(request.content), requestId].filter(Boolean).join(' '),
      mayRunAgain: request.isBatch,
    })
    if (claim.state !== 'claimed') return repeat(parts, request, name, claim)
    // What is reported is logged: nothing else of the request may be.
    const settle = (work: () => Promise<void>) =>
      work().catch((thrown: unknown) => parts.onError(thrown, { requestId, operation }))
    try {
      const reply = await run({ signal: claim.signal, runPart: toRunPart(request) })
      // If this fails, the response is still sent; repeated requests then get an unknown outcome.
      await settle(async () =>
        reply.mayRunAgain
          ? claim.release()
          : claim.finish(request.isBatch ? '' : toStored(parts, request, name, reply)),
      )
      return reply
    } catch (thrown) {
      await settle(() => settleError(parts, request, name, claim, thrown))
      throw thrown
    }
  }

  const toRunPart =
    (request: KeyedRequest): RunPart =>
    async ({ index, content, parse }, run) => {
      const { body } = await runIdempotently(
        {
          ...request,
          key: `${request.key}\n${index}`,
          operation: `${request.operation} part`,
          content,
          isBatch: false,
        },
        async () => {
          const { outcome, mayRunAgain = false } = await run()
          return { status: 200, body: outcome, mayRunAgain }
        },
      )
      return parse(body)
    }

  return runIdempotently
}

/**
 * The slug of the tool that a request calls, if it is one: whoever says what became of a call has to
 * know which one it was. Nothing else of the request is stored in plain text.
 */
const toolOf = (content: unknown): string | undefined => {
  const { params, body, tool_slug: own } = callContent.parse(content)
  const slug = params?.tool_slug ?? body?.tool_slug ?? own
  return slug !== undefined && /^[A-Z][A-Z0-9_]{0,254}$/.test(slug) ? slug : undefined
}

const withSlug = z.object({ tool_slug: z.string().optional() })
const callContent = withSlug
  .extend({
    params: withSlug.optional().catch(undefined),
    body: withSlug.optional().catch(undefined),
  })
  .catch({})

/** Works in slices, since a request may hold a whole description. */
const digestOf = async ({ key, content }: KeyedRequest): Promise<string> => {
  const hmac = createHmac('sha256', key)
  const yieldIfDue = createYielder()
  for (const part of canonicalParts(content)) {
    hmac.update(part)
    await yieldIfDue()
  }
  return hmac.digest('base64url')
}

const digest = ({ key }: KeyedRequest, text: string): string =>
  createHmac('sha256', key).update(text).digest('base64url')

const settleError = async (
  parts: Parts,
  request: KeyedRequest,
  name: string,
  claim: OwnClaim,
  thrown: unknown,
): Promise<void> => {
  const { status, body } = toErrorResponse(thrown, request.requestId, request.listedErrors)
  // Nothing was done, or the calls that were made have keys of their own.
  if (
    body.error.slug === 'rate_limited' ||
    thrown instanceof BusyError ||
    (request.refusesUndone && !request.isBatch && status < 500)
  )
    return claim.release()
  // The database failed during the request, or some of its calls may have been made.
  if (body.error.slug === 'unavailable' || request.isBatch) return claim.abandon()
  return claim.finish(toStored(parts, request, name, { status, body }))
}

const toStored = (
  { secrets }: Parts,
  request: KeyedRequest,
  name: string,
  { status, body }: Reply,
): string => {
  const text = JSON.stringify(body) ?? ''
  const stored: z.input<typeof storedReply> = { status, digest: digest(request, text) }
  if (!storesData(request.caller) || Buffer.byteLength(text) > maximumStoredBytes)
    return JSON.stringify(stored)
  if ('project' in request.caller)
    return JSON.stringify({ ...stored, sealed: seal(request.caller.project.dataKey, name, text) })
  const dataKey = secrets.createDataKey(name)
  return JSON.stringify({
    ...stored,
    dataKey,
    sealed: seal(secrets.open(name, dataKey), name, text),
  })
}

/** An organization has no such setting, which concerns the data of a project's users. */
const storesData = (caller: Caller): boolean =>
  !('project' in caller) || caller.project.config.log_visibility_setting === 'show_all'

const seal = (dataKey: DataKey, name: string, text: string): string =>
  dataKey.encrypt(text, { record: name, field: 'answer' })

const repeat = (
  { secrets }: Parts,
  request: KeyedRequest,
  name: string,
  claim: HeldClaim,
): Reply => {
  switch (claim.state) {
    case 'different':
      throw new ServiceError(
        'invalid_request',
        'The Idempotency-Key was used for a different request of this operation',
        {
          suggestedFix: 'Use a new key for every new request, and repeat requests unchanged',
          errors: ['header.idempotency-key: was sent before with another path, query or body'],
        },
      )
    case 'running':
      throw new ServiceError(
        'conflict',
        'The first request with this Idempotency-Key is still running',
        {
          suggestedFix:
            'Send the same request with the same key again after the seconds of Retry-After',
          retryAfterSeconds: patience(claim.forMs),
        },
      )
    case 'prevented':
      throw new ServiceError(
        'conflict',
        'The request with this Idempotency-Key was cancelled before it began. Nothing was done',
        {
          suggestedFix: 'To run it all the same, send it again after the seconds of Retry-After',
          retryAfterSeconds: Math.max(1, Math.ceil(claim.forMs / 1000)),
        },
      )
    case 'unknown':
      throw new ServiceError(
        'conflict',
        'The outcome of the first request with this Idempotency-Key is unknown: the service was interrupted. It is not run again',
        {
          suggestedFix: 'Check whether it took effect; if it did not, send it with a new key',
        },
      )
    case 'finished':
      return replay(secrets, request, name, storedReply.parse(JSON.parse(claim.outcome)))
    default:
      return claim satisfies never
  }
}

/** The poll interval grows with the waiting time. */
const patience = (runningMs: number): number =>
  Math.min(10, Math.max(1, Math.floor(runningMs / 2000)))

const replay = (
  secrets: Secrets,
  { caller, requestId }: KeyedRequest,
  name: string,
  stored: z.output<typeof storedReply>,
): Reply => {
  const { sealed } = stored
  if (sealed === undefined) throw lostAnswer(stored, 'was not stored')
  const dataKey = () =>
    'project' in caller ? caller.project.dataKey : secrets.open(name, stored.dataKey ?? '')
  const text = unlessDamaged(
    () => dataKey().decrypt(sealed, { record: name, field: 'answer' }),
    () => {
      throw lostAnswer(stored, 'can no longer be read')
    },
  )
  return {
    status: stored.status,
    body: withRequestId(text === '' ? undefined : JSON.parse(text), stored.status, requestId),
    replayed: true,
  }
}

const lostAnswer = ({ status, digest }: z.output<typeof storedReply>, why: string) =>
  new ServiceError(
    'conflict',
    `The request was already executed, with status ${status}; its answer ${why}`,
    {
      suggestedFix: 'Do not send it again: look up what it created, or its log entry',
      // Without a digest, a person said that it was executed.
      ...(digest !== '' && {
        errors: [
          `answer: status ${status}, HMAC-SHA256 of the body under the Idempotency-Key ${digest}`,
        ],
      }),
    },
  )

/** Replaces the request id in the envelope; the rest is unchanged. */
const withRequestId = (body: unknown, status: number, requestId: string): unknown => {
  if (status < 400) return body
  const { error } = errorEnvelope.parse(body)
  return { error: { ...error, request_id: requestId } }
}
