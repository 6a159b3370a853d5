import { createHmac, timingSafeEqual } from 'node:crypto'

/** Creates a signed, self-contained token, which the secret can verify after a restart. */
export const signToken = (secret: string, kind: string, content: object): string => {
  const body = Buffer.from(JSON.stringify(content)).toString('base64url')
  return `${kind}_${body}.${signature(secret, kind, body)}`
}

/** Returns the content of a token; undefined if the signature is not valid. */
export const readToken = (secret: string, kind: string, token: string): unknown => {
  const [, body, signed] = new RegExp(`^${kind}_([\\w-]+)\\.([\\w-]+)$`).exec(token) ?? []
  if (body === undefined || signed === undefined) return undefined
  const [given, expected] = [Buffer.from(signed), Buffer.from(signature(secret, kind, body))]
  return given.length === expected.length && timingSafeEqual(given, expected)
    ? JSON.parse(Buffer.from(body, 'base64url').toString())
    : undefined
}

const signature = (secret: string, kind: string, body: string): string =>
  createHmac('sha256', secret).update(`${kind}.${body}`).digest('base64url')
