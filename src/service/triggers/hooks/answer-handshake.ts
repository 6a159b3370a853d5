import type { TriggerWebhook } from '../../../contract/import-trigger-webhook.ts'
import { valueAt, type HookRequest } from './hook-request.ts'
import { meets } from './meets.ts'

/** Sent back as text, or in a header. */
export type HandshakeAnswer = { text: string } | { header: string; value: string }

/** Longer ones are no challenge: nobody shall have us repeat pages. */
const maximumLength = 1024

/** The answer to a provider that makes sure it has the right address; undefined where the request is none of those. */
export const answerHandshake = ({ handshake }: TriggerWebhook, request: HookRequest, values: { config: Record<string, unknown>; secret: string | undefined }): HandshakeAnswer | undefined => {
  if (!handshake || handshake.method !== request.method || !meetsExactly(handshake, request, values)) return undefined
  const challenge = valueAt(request, handshake.challenge)
  // Only what a challenge can be, so that nothing else is repeated to whoever asks.
  if (typeof challenge !== 'string' || challenge.length > maximumLength || !/^[\x20-\x7e]+$/.test(challenge)) return undefined
  return handshake.answer === 'text' ? { text: challenge } : { header: handshake.answer.header, value: challenge }
}

/** Unlike for events, a value that is not there fits nothing: a handshake may prove by it that it knows the secret. */
const meetsExactly = ({ when }: NonNullable<TriggerWebhook['handshake']>, request: HookRequest, values: { config: Record<string, unknown>; secret: string | undefined }): boolean => {
  const namesMissing = values.secret === undefined && when.some(({ equals }) => [equals ?? []].flat().some((text) => text.includes('{secret}')))
  return !namesMissing && meets(request, when, values)
}
