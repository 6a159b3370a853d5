import { createHmac, randomBytes } from 'node:crypto'
import { safeEqual } from '../platform/secrets/index.ts'

/** The subject that a URL of an MCP server is for. */
export type UrlSubject = {
  serverId: string
  managedAuth?: boolean | undefined
  /** Unix time in seconds; absent: the URL does not expire. */
  expires?: number | undefined
} & ({ userId: string } | { accountId: string })

/** The key that signs URLs: changing either part invalidates earlier URLs. */
type SigningKey = {
  /** The secret of the server. */
  secret: string
  /** How often the URLs of the subject's user were rotated. */
  generation: number
}

export const createUrlSecret = (): string => randomBytes(32).toString('base64url')

/**
 * Builds the URL of a server for one user or account; with a key the URL is signed, and gives
 * access as long as the project requires no API key.
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

/** Whether the signature is valid for exactly this subject. */
export const isSignedFor = (key: SigningKey, subject: UrlSubject, signature: string): boolean =>
  safeEqual(sign(key, subject), signature)

/** JSON separates the parts: no two subjects have the same text. */
const sign = ({ secret, generation }: SigningKey, subject: UrlSubject): string => {
  const { serverId, managedAuth = null, expires = null } = subject
  const whose = 'userId' in subject ? ['user', subject.userId] : ['account', subject.accountId]
  const signed = ['mcp url v1', serverId, whose, managedAuth, expires, generation]
  return createHmac('sha256', secret).update(JSON.stringify(signed)).digest('base64url')
}
