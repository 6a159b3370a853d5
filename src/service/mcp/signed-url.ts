import { createHmac, randomBytes } from 'node:crypto'
import { safeEqual } from '../platform/secrets/index.ts'

/** Whom a URL of an MCP server is for. */
export type UrlSubject = {
  serverId: string
  managedAuth?: boolean | undefined
  /** In seconds since 1970; absent: the URL does not expire. */
  expires?: number | undefined
} & ({ userId: string } | { accountId: string })

/** What URLs are signed with: each change of a part invalidates the URLs signed before. */
export type SigningKey = {
  /** Of the server. */
  secret: string
  /** How often the URLs of the subject's user were rotated. */
  generation: number
}

export const createUrlSecret = (): string => randomBytes(32).toString('base64url')

/**
 * The URL of a server for one user or account; with a key the URL is signed, and opens the server
 * while the project requires no API key.
 */
export const toServerUrl = (
  base: string,
  subject: UrlSubject,
  key: SigningKey | undefined,
): string => {
  const query = new URLSearchParams(
    'userId' in subject ? { user_id: subject.userId } : { connected_account_id: subject.accountId },
  )
  if (subject.managedAuth !== undefined)
    query.set('managed_auth_by_svc', String(subject.managedAuth))
  if (key !== undefined) {
    if (subject.expires !== undefined) query.set('expires', String(subject.expires))
    query.set('signature', sign(key, subject))
  }
  return `${base}?${query}`
}

/** Whether the signature was made for exactly this subject. */
export const isSignedFor = (key: SigningKey, subject: UrlSubject, signature: string): boolean =>
  safeEqual(sign(key, subject), signature)

/**
 * JSON keeps the parts apart: no two subjects give the same text. URLs of version 1, made before
 * there were an expiry and rotation, stay valid until their user's URLs are rotated.
 */
const sign = ({ secret, generation }: SigningKey, subject: UrlSubject): string => {
  const { serverId, managedAuth = null, expires = null } = subject
  const whose = 'userId' in subject ? ['user', subject.userId] : ['account', subject.accountId]
  const signed =
    generation === 0 && expires === null
      ? ['mcp url v1', serverId, whose, managedAuth]
      : ['mcp url v2', serverId, whose, managedAuth, expires, generation]
  return createHmac('sha256', secret).update(JSON.stringify(signed)).digest('base64url')
}
