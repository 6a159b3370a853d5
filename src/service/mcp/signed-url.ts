import { createHmac, randomBytes } from 'node:crypto'
import { safeEqual } from '../platform/secrets/index.ts'

/** Whom a URL of an MCP server is for. */
export type UrlSubject = { serverId: string; managedAuth?: boolean | undefined } & (
  | { userId: string }
  | { accountId: string }
)

export const createUrlSecret = (): string => randomBytes(32).toString('base64url')

/**
 * The URL of a server for one user or account; with a secret the URL is signed, and needs no key
 * while the project requires none.
 */
export const toServerUrl = (
  base: string,
  subject: UrlSubject,
  secret: string | undefined,
): string => {
  const query = new URLSearchParams(
    'userId' in subject ? { user_id: subject.userId } : { connected_account_id: subject.accountId },
  )
  if (subject.managedAuth !== undefined)
    query.set('managed_auth_by_svc', String(subject.managedAuth))
  if (secret !== undefined) query.set('signature', sign(secret, subject))
  return `${base}?${query}`
}

/** Whether the signature was made for exactly this subject. */
export const isSignedFor = (secret: string, subject: UrlSubject, signature: string): boolean =>
  safeEqual(sign(secret, subject), signature)

/** JSON keeps the parts apart: no two subjects give the same text. */
const sign = (secret: string, subject: UrlSubject): string =>
  createHmac('sha256', secret)
    .update(
      JSON.stringify([
        'mcp url v1',
        subject.serverId,
        'userId' in subject ? ['user', subject.userId] : ['account', subject.accountId],
        subject.managedAuth ?? null,
      ]),
    )
    .digest('base64url')
