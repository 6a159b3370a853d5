import type { TypedEvent } from '../../contract/event-data.ts'
import { signWebhook } from '../../webhooks/index.ts'
import { CliError } from '../cli-error.ts'

/** What a receiver made of an event. */
export type Forwarded =
  | { status: number; duration_ms: number; body: string }
  | { error: string; duration_ms: number }

export type Forward = {
  url: string
  secret: string
  send(event: TypedEvent, signal: AbortSignal): Promise<Forwarded>
}

/** As long as the service waits for a receiver. */
const timeoutMs = 30_000
const shownCharacters = 500

/** Sends events on as a webhook subscription does: same body, same headers, one try. */
export const createForward = async (
  url: string,
  givenSecret: string | undefined,
): Promise<Forward> => {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new CliError(`--forward-to is no http or https address: ${url}`, {
      suggestedFix: 'Give the whole address, such as http://localhost:3000/hook',
    })
  }
  const secret = givenSecret ?? createSecret()
  // A secret that is none is told now, not with the first event.
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

/** `fetch failed` says nothing; what it wraps does. */
const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error
    ? reasonOf(error.cause)
    : error.message || String((error as NodeJS.ErrnoException).code)
}
