import { createHash, createHmac, randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { TriggerWebhook } from '../../../src/contract/import-trigger-webhook.ts'
import { place, signDelivery, type Delivery, type Shared, type Signed } from './sign-delivery.ts'
import { fill } from './templates.ts'

type Handshake = NonNullable<TriggerWebhook['handshake']>
type Expected = {
  status: number
  text?: string
  header?: { name: string; value: string }
  json?: unknown
}

/** The request by which a provider verifies an address, and the answer that it wants. */
export const makeHandshake = (
  webhook: TriggerWebhook & { handshake?: Handshake },
  shared: Shared,
  at: Date,
): { request: Signed; expected: Expected } => {
  const { handshake, secret, signature } = webhook
  if (!handshake) throw new Error('The trigger type has no handshake')
  const challenge = randomBytes(12).toString('hex')
  const delivery: Delivery = { query: {}, headers: {}, isForm: false, content: {} }
  const values = { ...shared.values, secret: shared.secret }
  for (const { in: where, name, equals } of handshake.when ?? [])
    place(
      delivery,
      { in: where, name },
      equals === undefined ? 'present' : fill([equals].flat()[0] ?? '', values),
    )
  if (handshake.challenge) place(delivery, handshake.challenge, challenge)
  if (secret?.from === 'handshake' && shared.secret !== undefined)
    place(delivery, secret, shared.secret)
  const request = signDelivery(handshake.signed ? signature : undefined, delivery, shared, at)
  const isKept = secret?.from === 'handshake' && isSamePlace(secret, handshake.challenge)
  const echoed = isKept ? (shared.secret ?? '') : challenge
  return { request, expected: toExpected(handshake, echoed, shared) }
}

type Place = { in: string; name: string }

const isSamePlace = (one: Place, other: Place | undefined): boolean =>
  other !== undefined && one.in === other.in && one.name.toLowerCase() === other.name.toLowerCase()

const toExpected = (handshake: Handshake, challenge: string, shared: Shared): Expected => {
  const { answer, status } = handshake
  const digest = handshake.digest ? digestOf(handshake.digest, challenge, shared) : ''
  if (answer === 'text') return { status, text: challenge }
  if (answer === 'empty') return { status, text: '' }
  if ('header' in answer)
    return {
      status,
      header: { name: answer.header, value: answer.value === '{digest}' ? digest : challenge },
    }
  return {
    status,
    json: JSON.parse(
      JSON.stringify(answer.json)
        .replaceAll('{challenge}', challenge)
        .replaceAll('{digest}', digest),
    ),
  }
}

const digestOf = (
  { kind, algorithm, encoding, of }: NonNullable<Handshake['digest']>,
  challenge: string,
  { secret = '', url }: Shared,
): string =>
  (kind === 'hmac' ? createHmac(algorithm, secret) : createHash(algorithm))
    .update(fill(of, { challenge, url, secret }))
    .digest(encoding)

/** What is wrong with an answer to a handshake; undefined if nothing is. */
export const answerProblem = async (
  response: Response,
  { status, text, header, json }: Expected,
): Promise<string | undefined> => {
  const body = await response.text()
  const about = `${response.status} ${JSON.stringify(body.slice(0, 200))}`
  if (response.status !== status) return `${about} in place of the status ${status}`
  if (text !== undefined && body !== text) return `${about} in place of the text ${text}`
  if (header && response.headers.get(header.name) !== header.value)
    return `${about} without the header ${header.name}`
  if (json !== undefined && !isDeepStrictEqual(JSON.parse(body), json))
    return `${about} in place of ${JSON.stringify(json)}`
  return undefined
}
