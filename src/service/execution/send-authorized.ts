import {
  applyCredential,
  secretTexts,
  toCredential,
  type ChosenAccount,
  type Credential,
  type KeepAlive,
} from '../accounts/index.ts'
import type { ByteLease } from '../platform/byte-budget.ts'
import { keptWith } from '../platform/kept-with.ts'
import {
  OutboundError,
  type Egress,
  type Outbound,
  type OutboundResponse,
  type OutboundSend,
  type Tape,
} from '../platform/outbound/index.ts'
import { createRedactor, type Redactor } from '../platform/redaction/index.ts'
import type { TraceContext } from '../platform/trace-context.ts'
import type { Project } from '../endpoint/index.ts'
import { noteRequest, type SentRequests } from './sent-requests.ts'

type Parts = { keepAlive: KeepAlive; outbound: Outbound }

/**
 * The credential of a call: of a stored account, given with the call, or none. `lease` counts its
 * responses.
 */
type CallAuthority = {
  project: Project
  egress: Omit<Egress, 'projectId'>
  account?: ChosenAccount | undefined
  credential?: Credential | undefined
  /** Secrets that are sent in addition to the credential. */
  secrets?: readonly string[] | undefined
  signal?: AbortSignal | undefined
  trace?: TraceContext | undefined
  lease?: ByteLease | undefined
}

/** One call of a third party, with all credentials that it uses. */
export type AuthorizedCall = {
  /**
   * Renews the account's credential if it is about to expire. Throws a `CredentialError`, here and
   * in `send`.
   */
  ready(): Promise<{ account: ChosenAccount | undefined; credential: Credential | undefined }>
  /**
   * Sends a request with the credential; when the API rejects it (401), renews the credential and
   * retries once.
   */
  send(
    request: Parameters<OutboundSend>[0] & { url: string; headers: Record<string, string> },
  ): Promise<OutboundResponse>
  /**
   * Gets another credential in the place of one that the API refused for good, or expires the
   * account: see `KeepAlive.replace`. False where there is no account. Throws a `CredentialError`.
   */
  replace(reason: string): Promise<boolean>
  /** Whether any request was sent. */
  hasSent(): boolean
  /** What was sent so far, for the log. */
  sent: SentRequests
  /** Redacts every credential that was used so far. */
  redactor(): Redactor
}

/**
 * Begins a call. A renewal continues when the caller disconnects, since others may wait for it and
 * its outcome must be stored.
 */
export const authorizeCall = (
  { keepAlive, outbound }: Parts,
  {
    project,
    egress: purpose,
    account: chosen,
    credential: given,
    secrets: others = [],
    signal,
    trace,
    lease,
  }: CallAuthority,
): AuthorizedCall => {
  let account = chosen
  let hasSent = false
  const sent: SentRequests = { first: [], count: 0 }
  let wasRenewed = false
  const credentials = account ? [toCredential(account)] : given ? [given] : []

  const use = (current: ChosenAccount): void => {
    if (current !== account) credentials.push(toCredential(current))
    account = current
  }

  const secrets = (): string[] => [...new Set([...credentials.flatMap(secretTexts), ...others])]

  let latest: { count: number; redactor: Redactor } | undefined
  const redactor = (): Redactor => {
    const [only] = credentials
    if (only && credentials.length === 1 && others.length === 0)
      return keptWith(redactors, only, () => createRedactor(secrets()))
    if (latest?.count !== credentials.length)
      latest = { count: credentials.length, redactor: createRedactor(secrets()) }
    return latest.redactor
  }

  const toTape = (request: Parameters<AuthorizedCall['send']>[0]): Tape => ({
    owner: account ? `${account.account.toolkit} ${account.account.userId}` : 'no account',
    id: account?.account.id ?? 'none',
    request,
    // Only what is recorded is cleared of them.
    get secrets() {
      return secrets()
    },
  })

  const sendOnce = async (
    request: Parameters<AuthorizedCall['send']>[0],
  ): Promise<OutboundResponse> => {
    const credential = credentials.at(-1)
    const applied = credential && applyCredential(credential, request)
    const sensitiveHeaders = [
      ...(request.sensitiveHeaders ?? []),
      ...(applied?.sensitiveHeaders ?? []),
    ]
    if (signal?.aborted) throw toAborted()
    hasSent = true
    const egress = { ...purpose, projectId: project.id }
    const hasCredentialInUrl =
      request.hasCredentialInUrl === true || applied?.hasCredentialInUrl === true
    const started = performance.now()
    let response: OutboundResponse | undefined
    try {
      response = await outbound.send({
        ...request,
        ...applied,
        egress,
        sensitiveHeaders,
        hasCredentialInUrl,
        tape: toTape(request),
        ...(lease && { takeBytes: lease.take }),
        ...(signal && { signal }),
      })
      return response
    } finally {
      // As it was before the credential was added.
      noteRequest(sent, {
        request,
        response,
        isMcp: purpose.purpose === 'mcp',
        durationMs: performance.now() - started,
      })
    }
  }

  return {
    ready: async () => {
      // A replayed response needs no valid credential.
      if (signal?.aborted) throw toAborted()
      if (account && !outbound.replays) {
        const ready = keepAlive.ready(project, account, trace)
        use(ready instanceof Promise ? await untilAborted(ready, signal) : ready)
      }
      return { account, credential: credentials.at(-1) }
    },
    send: async (request) => {
      const response = await sendOnce(request)
      if (!account || !isRefused(request, response)) return response
      if (outbound.replays) return sendOnce(request)
      const renewed = await untilAborted(keepAlive.renew(project, account, trace), signal)
      if (!renewed) return response
      wasRenewed = true
      use(renewed)
      const second = await sendOnce(request)
      if (isRefused(request, second)) keepAlive.noteRefused(renewed)
      return second
    },
    replace: async (reason) => {
      // A recording has no other credential.
      if (!account || outbound.replays) return false
      const refusal = { reason, wasRenewed }
      const next = keepAlive.replace(project, account, refusal, trace)
      use(await untilAborted(next, signal))
      wasRenewed = true
      return true
    },
    hasSent: () => hasSent,
    sent,
    redactor,
  }
}

/** Of calls with one credential. */
const redactors = new WeakMap<Credential, Redactor>()

/** Another origin, reached by a redirect, never received the credential. */
const isRefused = (request: { url: string }, response: OutboundResponse): boolean =>
  response.status === 401 && new URL(response.url).origin === new URL(request.url).origin

const toAborted = () => new OutboundError('aborted', '', 'the call was cancelled')

const untilAborted = async <Value>(
  promise: Promise<Value>,
  signal: AbortSignal | undefined,
): Promise<Value> => {
  if (!signal) return promise
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const onAbort = () => reject(toAborted())
  if (signal.aborted) onAbort()
  signal.addEventListener('abort', onAbort)
  try {
    return await Promise.race([promise, aborted])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}
