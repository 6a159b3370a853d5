import { PlugboardError } from '../client/plugboard-error.ts'
import { readBody } from './read-body.ts'
import { readEvent } from './read-event.ts'
import { readHeader } from './read-header.ts'
import { signedContent } from './signed-content.ts'
import { fromBase64, importSigningKey } from './signing-key.ts'
import type { WebhookEvent } from './webhook-event.ts'
import type { WebhookRequest } from './webhook-request.ts'

export type VerifyWebhookOptions = {
  /** Maximum difference in seconds between the timestamp and the current time; default: 300. */
  toleranceSeconds?: number | undefined
  /**
   * Maximum size of the body in bytes; default: 10 MiB. Larger bodies are refused while they are
   * read.
   */
  maximumBytes?: number | undefined
  /** Current time; default: the system clock. */
  now?: Date | undefined
}

/**
 * Verifies that a delivery comes from your webhook subscription, and returns its event.
 *
 * Accepts a fetch `Request` (in Hono `c.req.raw`), Node's `IncomingMessage` whether or not its raw
 * body was already read, or `{headers, body}`. During secret rotation, pass both secrets. A
 * delivery that cannot be trusted throws a `PlugboardError` with the slug `webhook_header`,
 * `webhook_timestamp`, `webhook_signature` or `webhook_body`; an invalid secret throws
 * `misconfigured`.
 *
 * An event can be delivered more than once, with the same `id`. A newer service may send a `type`
 * that is not listed here: ignore it.
 *
 * @example
 * app.post('/hook', async (c) => {
 *   const event = await verifyWebhook(c.req.raw, process.env.WEBHOOK_SECRET)
 *   if (event.type === 'svc.trigger.message') console.log(event.metadata.trigger_slug, event.data)
 *   return c.body(null, 204)
 * })
 */
export const verifyWebhook = async (
  request: WebhookRequest,
  secrets: string | readonly string[] | undefined,
  options: VerifyWebhookOptions = {},
): Promise<WebhookEvent> => {
  const keys = await importKeys(secrets)
  const id = requireHeader(request, 'webhook-id')
  const seconds = requireHeader(request, 'webhook-timestamp')
  const signatures = requireHeader(request, 'webhook-signature')
  const sentAt = checkTime(seconds, options.toleranceSeconds ?? 300, options.now ?? new Date())
  const body = await readBody(request, options.maximumBytes ?? 10 * 1024 * 1024)
  if (!(await isSigned(keys, signatures, signedContent(id, seconds, body)))) {
    throw new PlugboardError(
      'webhook_signature',
      `No signature of delivery ${quote(id)} matches ${keys.length === 1 ? 'the secret' : `any of ${keys.length} secrets`}`,
      {
        suggestedFix:
          'Check that the secret belongs to this subscription and that the body was not parsed and serialized again; after a rotation, pass the new secret too',
      },
    )
  }
  return readEvent(id, sentAt, body)
}

const importKeys = (secrets: string | readonly string[] | undefined): Promise<CryptoKey[]> => {
  const all = typeof secrets === 'object' && secrets.length > 0 ? secrets : [secrets]
  return Promise.all(
    all.map(async (secret, index) =>
      importSigningKey(
        secret,
        all.length === 1 ? 'The secret' : `Secret ${index + 1} of ${all.length}`,
        'verify',
      ),
    ),
  )
}

const requireHeader = (request: WebhookRequest, name: string): string => {
  const value = readHeader(request, name)
  if (value !== undefined) return value
  throw new PlugboardError('webhook_header', `The header ${name} is missing`, {
    suggestedFix:
      'Deliveries have the headers webhook-id, webhook-timestamp and webhook-signature: check that this is a delivery, and that no proxy removes them',
  })
}

const checkTime = (seconds: string, toleranceSeconds: number, now: Date): Date => {
  if (!/^\d{1,12}$/.test(seconds)) {
    throw new PlugboardError(
      'webhook_header',
      `The header webhook-timestamp is not a Unix time in seconds: ${quote(seconds)}`,
      { suggestedFix: 'Check that this is a delivery of a webhook subscription' },
    )
  }
  const age = now.getTime() / 1000 - Number(seconds)
  if (Math.abs(age) <= toleranceSeconds) return new Date(Number(seconds) * 1000)
  throw new PlugboardError(
    'webhook_timestamp',
    `The delivery was signed ${Math.round(Math.abs(age))} seconds ${age > 0 ? 'ago' : 'in the future'}; at most ${toleranceSeconds} are accepted`,
    {
      suggestedFix:
        age > 0
          ? 'It may be a replayed delivery; otherwise check the clock of this machine'
          : 'Check the clocks of this machine and of the service',
    },
  )
}

/** The runtime compares in constant time. Signatures of other versions are skipped. */
const isSigned = async (
  keys: CryptoKey[],
  header: string,
  content: Uint8Array<ArrayBuffer>,
): Promise<boolean> => {
  const signatures = header
    .split(' ')
    .flatMap((signature) =>
      signature.startsWith('v1,') ? (fromBase64(signature.slice('v1,'.length)) ?? []) : [],
    )
  const fits = await Promise.all(
    keys.flatMap((key) =>
      signatures.map((signature) => crypto.subtle.verify('HMAC', key, signature, content)),
    ),
  )
  return fits.includes(true)
}

/** Shortens untrusted text to a single line for a log. */
const quote = (text: string): string =>
  JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text)
