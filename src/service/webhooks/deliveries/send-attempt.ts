import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { entries } from '../../platform/entries.ts'
import type { WebhookDelivery } from '../../../contract/webhooks.ts'
import { timestamp, type Clock } from '../../platform/clock.ts'
import { OutboundError, type Outbound } from '../../platform/outbound/index.ts'
import type { TraceContext } from '../../platform/trace-context.ts'
import { parseRetryAfter } from './retry-schedule.ts'

export type AttemptOutcome = {
  attempt: WebhookDelivery['attempts'][number]
  kind: 'delivered' | 'failed' | 'gone'
  retryAfterMs?: number | undefined
}

/** `trace` is sent to the receiver, to connect its spans with the event. */
export type Message = {
  id: string
  projectId: string
  url: string
  body: string
  secrets: string[]
  trace: TraceContext | undefined
}

type Parts = { outbound: Pick<Outbound, 'send'>; clock: Clock; attemptTimeoutMs: number }

/** The body of an answer is not used; a larger one counts as a failure. */
const maxResponseBytes = 1024 * 1024

/**
 * Sends a message once. Throws when the signal aborts, since the outcome is then unknown.
 */
export const sendAttempt = async (
  { outbound, clock, attemptTimeoutMs }: Parts,
  { id, projectId, url, body, secrets, trace }: Message,
  signal: AbortSignal,
): Promise<AttemptOutcome> => {
  const at = timestamp(clock)
  const startedAt = performance.now()
  const toAttempt = (
    status_code: number | null,
    error: string | null,
  ): AttemptOutcome['attempt'] => ({
    at,
    status_code,
    duration_ms: Math.round(performance.now() - startedAt),
    error,
  })
  if (secrets.length === 0)
    return {
      kind: 'failed',
      attempt: toAttempt(null, 'The signing secret of the subscription is damaged: rotate it'),
    }
  const headers = {
    'content-type': 'application/json',
    ...trace,
    ...signMessage(id, clock.now(), body, secrets),
  }
  try {
    const { status, headers: answered } = await outbound.send({
      egress: { purpose: 'webhook', projectId },
      method: 'POST',
      url,
      headers,
      body,
      signal,
      timeoutMs: attemptTimeoutMs,
      maxResponseBytes,
      maxRedirects: 0,
    })
    if (status >= 200 && status < 300)
      return { kind: 'delivered', attempt: toAttempt(status, null) }
    if (status === 410)
      return {
        kind: 'gone',
        attempt: toAttempt(status, 'HTTP 410: the receiver takes no more deliveries'),
      }
    const reason =
      status >= 300 && status < 400
        ? `HTTP ${status}: redirects are not followed`
        : `HTTP ${status}`
    return {
      kind: 'failed',
      attempt: toAttempt(status, reason),
      retryAfterMs: parseRetryAfter(answered['retry-after'], clock.now()),
    }
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof OutboundError)) throw error
    return { kind: 'failed', attempt: toAttempt(null, error.message) }
  }
}

const keys = new LRUCache<string, KeyObject>(entries(1_000))

/**
 * The headers of Standard Webhooks for a body, with one signature for each secret, so that secrets
 * can be rotated.
 */
const signMessage = (
  id: string,
  at: Date,
  body: string,
  secrets: string[],
): Record<string, string> => {
  const seconds = Math.floor(at.getTime() / 1_000)
  const signatures = secrets.map(
    (secret) =>
      `v1,${createHmac('sha256', keyOf(secret)).update(`${id}.${seconds}.${body}`).digest('base64')}`,
  )
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': signatures.join(' '),
  }
}

/** Cached: creating a key takes longer than signing a message with it. */
const keyOf = (secret: string): KeyObject => {
  const known = keys.get(secret)
  if (known) return known
  const key = createSecretKey(secret.slice('whsec_'.length), 'base64')
  keys.set(secret, key)
  return key
}
