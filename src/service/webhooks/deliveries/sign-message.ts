import { createHmac } from 'node:crypto'

/** The headers of Standard Webhooks for a body; each secret adds a signature, so that receivers can change over from one to the next. */
export const signMessage = (id: string, at: Date, body: string, secrets: string[]): Record<string, string> => {
  const seconds = Math.floor(at.getTime() / 1_000)
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': String(seconds), 'webhook-signature': signatures.join(' ') }
}
