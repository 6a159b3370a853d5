import type { TypedEvent } from '../../contract/event-data.ts'
import { signWebhook } from '../../webhooks/index.ts'
import { CliError } from '../cli-error.ts'

/** The receiver's answer to an event. */
export type Forwarded =
  | { status: number; duration_ms: number; body: string }
  | { error: string; duration_ms: number }

export type Forward = {
  url: string
  secret: string
  send(event: TypedEvent, signal: AbortSignal): Promise<Forwarded>
}

/** The same timeout that the service uses for receivers. */
const timeoutMs = 30_000
const shownCharacters = 500

/**
 * Forwards events as a webhook subscription does: with the same body and headers, in a single
 * attempt.
 */
export const createForward = async (
  url: string,
  givenSecret: string | undefined,
): Promise<Forward> => {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new CliError(`--forward-to is not an http or https URL: ${url}`, {
      suggestedFix: 'Use a complete URL, such as http://localhost:3000/hook',
    })
  }
  const secret = givenSecret ?? createSecret()
  // Reports an invalid secret now, not with the first event.
  await signWebhook({ id: 'none', body: '' }, secret)
  return {
    url,
    secret,
    send: async (event, signal) => {
      const body = JSON.stringify(event)
      const headers = await signWebhook({ id: event.id, body }, secret)
      const timeout = AbortSignal.timeout(timeoutMs)
      const begun = performance.now()
      const duration = () => Math.round(performance.now() - begun)
      try {
        const answer = await fetch(url, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body,
          redirect: 'manual',
          signal: AbortSignal.any([signal, timeout]),
        })
        return {
          status: answer.status,
          duration_ms: duration(),
          body: (await answer.text()).slice(0, shownCharacters),
        }
      } catch (error) {
        signal.throwIfAborted()
        return {
          error: timeout.aborted ? `no answer within ${timeoutMs / 1000} s` : reasonOf(error),
          duration_ms: duration(),
        }
      }
    },
  }
}

const createSecret = (): string =>
  `whsec_${Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64')}`

/** The message `fetch failed` is not helpful; its cause is. */
const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error
    ? reasonOf(error.cause)
    : error.message || String((error as NodeJS.ErrnoException).code)
}
