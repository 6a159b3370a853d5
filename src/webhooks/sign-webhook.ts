import { importSigningKey } from './signing-key.ts'
import { signedContent } from './signed-content.ts'

/** The content to sign; `at` defaults to the current time. */
export type UnsignedWebhook = { id: string; body: string | Uint8Array; at?: Date | undefined }

/** The headers of a delivery according to Standard Webhooks. */
export type WebhookHeaders = {
  'webhook-id': string
  'webhook-timestamp': string
  'webhook-signature': string
}

/**
 * Signs a body as the service does. For tests of a receiver.
 *
 * Several secrets give several signatures, as the service sends for a day after a secret was
 * rotated.
 *
 * @example
 * const body = JSON.stringify(event)
 * const headers = await signWebhook({ id: event.id, body }, secret)
 * await app.request('/hook', { method: 'POST', headers, body })
 */
export const signWebhook = async (
  { id, body, at = new Date() }: UnsignedWebhook,
  secrets: string | readonly string[],
): Promise<WebhookHeaders> => {
  const seconds = String(Math.floor(at.getTime() / 1000))
  const content = signedContent(
    id,
    seconds,
    typeof body === 'string' ? new TextEncoder().encode(body) : body,
  )
  const all = typeof secrets === 'string' ? [secrets] : secrets
  const signatures = await Promise.all(
    all.map(async (secret, index) => {
      const signature = await crypto.subtle.sign(
        'HMAC',
        await importSigningKey(secret, `Secret ${index + 1} of ${all.length}`, 'sign'),
        content,
      )
      return `v1,${btoa(String.fromCharCode(...new Uint8Array(signature)))}`
    }),
  )
  return {
    'webhook-id': id,
    'webhook-timestamp': seconds,
    'webhook-signature': signatures.join(' '),
  }
}
