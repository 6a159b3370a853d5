import { createHash, createHmac } from 'node:crypto'
import type { Handshake, HandshakeDigest } from '../../../contract/import-trigger-handshake.ts'
import { fillBody } from '../requests/fill-template.ts'
import { valueAt, type HookRequest } from './hook-request.ts'
import { matchesConditions } from './matches-conditions.ts'

/** Sent as text (which may be empty), in a header, or as JSON. */
export type HandshakeResponse =
  | { text: string }
  | { header: string; value: string }
  | { json: unknown }

type Known = { config: Record<string, unknown>; secret: string | undefined; url: string }

/** Longer texts are not echoed. */
const maximumLength = 1024

/** The answer to a request that verifies the address; undefined for any other request. */
export const respondToHandshake = (
  handshake: Handshake | undefined,
  request: HookRequest,
  known: Known,
): HandshakeResponse | undefined => {
  if (
    !handshake ||
    handshake.method !== request.method ||
    !matchesExactly(handshake, request, known)
  )
    return undefined
  const { answer, challenge: place, digest: made } = handshake
  const challenge = place && oneLine(valueAt(request, place))
  if (place && challenge === undefined) return undefined
  const digest = made && digestOf(made, challenge ?? '', known)
  if (made && digest === undefined) return undefined
  if (answer === 'empty') return { text: '' }
  if (answer === 'text') return { text: challenge ?? '' }
  if ('header' in answer)
    return {
      header: answer.header,
      value: (answer.value === '{digest}' ? digest : challenge) ?? '',
    }
  return { json: fillBody(answer.json, { challenge, digest }) }
}

/** Accepts only plausible challenges, so that no other content is echoed to the sender. */
export const oneLine = (value: unknown): string | undefined =>
  typeof value === 'string' && value.length <= maximumLength && /^[\x20-\x7e]+$/.test(value)
    ? value
    : undefined

/**
 * Unlike for events, a condition on a secret that is not known yet never matches, since a handshake
 * can use it to prove that it comes from the provider.
 */
const matchesExactly = (
  { when }: Handshake,
  request: HookRequest,
  { config, secret }: Known,
): boolean => {
  const namesMissing =
    secret === undefined &&
    when?.some(({ equals }) => [equals ?? []].flat().some((text) => text.includes('{secret}')))
  return !namesMissing && matchesConditions(request, when, { config, secret })
}

/**
 * Anyone who knows the address can have a text signed, so a text that could be an event is not
 * accepted as a challenge.
 */
const digestOf = (
  { kind, algorithm, encoding, of }: HandshakeDigest,
  challenge: string,
  { secret, url }: Known,
): string | undefined => {
  if (secret === undefined || secret === '' || !/^[\w.~+/=-]+$/.test(challenge)) return undefined
  const text = of.replaceAll(
    /\{(challenge|url|secret)\}/g,
    (_whole, name: 'challenge' | 'url' | 'secret') => ({ challenge, url, secret })[name],
  )
  return (kind === 'hmac' ? createHmac(algorithm, secret) : createHash(algorithm))
    .update(text)
    .digest(encoding)
}
