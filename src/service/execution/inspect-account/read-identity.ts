import type { ConnectedIdentity } from '../../../contract/connected-accounts.ts'
import type { AccountIdentity } from '../../../contract/recipe/account.ts'
import { plainText } from '../../platform/untrusted-text/index.ts'
import { selectPath, withoutServiceLinks } from '../../third-party/index.ts'

const longest = 200

/**
 * Whose account it is, of the body in which the API says so; null where it says nothing. The body
 * holds no credential any more.
 */
export const readIdentity = (
  paths: AccountIdentity | undefined,
  body: unknown,
  publicUrl: string,
): ConnectedIdentity | null => {
  if (!paths) return null
  const read = (path: string | undefined): string | null =>
    path === undefined ? null : toText(selectPath(body, path), publicUrl)
  const identity = {
    id: read(paths.id),
    name: read(paths.name),
    email: read(paths.email),
    login: read(paths.login),
    workspace: read(paths.workspace),
    url: toAddress(read(paths.url)),
  }
  return Object.values(identity).every((text) => text === null) ? null : identity
}

/** One plain line. */
export const toText = (value: unknown, publicUrl: string): string | null => {
  const text = typeof value === 'number' ? String(value) : value
  if (typeof text !== 'string') return null
  const line = plainText(text, longest).replaceAll(/\s+/g, ' ')
  return plainText(withoutServiceLinks(line, publicUrl), longest) || null
}

/** Only one that a person can open without a risk: no script, and no user name before the host. */
const toAddress = (text: string | null): string | null => {
  const url = text === null ? null : URL.parse(text)
  return url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
    ? url.href.slice(0, longest)
    : null
}
