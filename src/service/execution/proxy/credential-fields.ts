import { applyCredential, type Credential } from '../../accounts/index.ts'

type Fields = { headers: Set<string>; query: Set<string> }

/** The headers and query parameters that are reserved for the credential. */
export const credentialFields = (credential: Credential | undefined): Fields => {
  const applied =
    credential &&
    applyCredential(credential, { method: 'GET', url: 'https://toolkit.invalid/', headers: {} })
  return {
    headers: new Set(applied?.sensitiveHeaders),
    query: new Set(applied && new URL(applied.url).searchParams.keys()),
  }
}

/**
 * An address that an API gave, such as that of the next page, without the parameters of the
 * credential, which some APIs repeat: they are added when it is asked. The rest stays as written.
 */
export const withoutCredential = (
  given: string,
  askedAt: string,
  credential: Credential | undefined,
): string | undefined => {
  const url = URL.parse(given, askedAt)
  if (!url) return undefined
  const { query } = credentialFields(credential)
  const isOwn = (pair: string): boolean =>
    [...new URLSearchParams(pair).keys()].some((name) => query.has(name))
  const pairs = url.search.slice(1).split('&')
  const left = pairs.filter((pair) => !isOwn(pair))
  if (left.length < pairs.length) url.search = left.join('&')
  return url.href
}
