import { findScheme, type AccountValues, type OutgoingRequest } from '../auth-schemes/index.ts'
import type { AuthConfig, ProxyConfig } from '../auth-configs/auth-config.ts'
import type { AuthSchemeDefinition } from '../catalog/definitions.ts'
import type { Server } from '../catalog/toolkit-servers.ts'
import type { OutboundProxy } from '../platform/outbound/index.ts'
import { ServiceError } from '../service-error.ts'
import type { ConnectedAccount } from './account-row.ts'

/** What authenticates a request, and the proxy that it goes through, if any. */
export type Credential = {
  scheme: AuthSchemeDefinition
  values: AccountValues
  /** What the auth config holds: some schemes sign with it. */
  client?: AccountValues
  /** The only servers that it may be sent to; absent: whichever the toolkit has. */
  servers?: readonly Server[]
  proxy?: OutboundProxy
}

/** An account's credential: its own values over those that its auth config shares. */
export const toCredential = ({ account, authConfig }: { account: Pick<ConnectedAccount, 'values'>; authConfig: AuthConfig }): Credential => ({
  scheme: authConfig.scheme,
  values: { ...authConfig.sharedCredentials, ...account.values },
  client: authConfig.credentials,
  servers: authConfig.servers,
  ...(authConfig.proxy && { proxy: toProxy(authConfig.proxy) }),
})

/** The request with the credential in it, and which of its headers must not follow a redirect to another host. */
export const applyCredential = (
  { scheme, values, client = {}, proxy }: Credential,
  request: OutgoingRequest,
): Pick<OutgoingRequest, 'url' | 'headers'> & { sensitiveHeaders: string[]; hasCredentialInUrl: boolean; proxy?: OutboundProxy } => {
  const implementation = findScheme(scheme.mode)
  if (!implementation) throw new ServiceError('internal', `No code carries out the auth scheme ${scheme.mode}`)
  const { url, headers } = implementation.apply(scheme, values, request, client)
  return { url, headers, sensitiveHeaders: Object.keys(headers).filter((name) => headers[name] !== request.headers[name]), hasCredentialInUrl: url !== request.url, ...(proxy && { proxy }) }
}

/** Shorter values are as likely to be ordinary words of an answer as the credential. */
const minimumSecretLength = 8

/** The texts of a credential that must not be written down where it is told what was sent and answered. */
export const secretTexts = (credential: Credential): string[] =>
  [...textsIn(credential.values), ...writtenTexts(credential), ...textsIn(credential.proxy?.authorization)].filter(({ length }) => length >= minimumSecretLength)

/** As they are sent: a name and a password, for example, leave as one encoded text. */
const writtenTexts = (credential: Credential): string[] => {
  if (!findScheme(credential.scheme.mode)) return []
  const { headers, sensitiveHeaders } = applyCredential(credential, { method: 'GET', url: 'https://toolkit.invalid/', headers: {} })
  return sensitiveHeaders.map((name) => headers[name]?.replace(/^[A-Za-z][\w-]* /, '') ?? '')
}

/** In parts of their own too: some providers give the token of the user beside the application's. */
const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, entry]) => (plainFields.has(name) ? [] : textsIn(entry)))
}

/** What providers tell beside a token: ordinary words, which answers are full of. */
const plainFields: ReadonlySet<string> = new Set(['scope', 'token_type', 'expires_at'])

/** A key that names its own scheme ("Basic …") is sent as it is. */
const toProxy = ({ proxy_url: url, proxy_auth_key: key }: ProxyConfig): OutboundProxy => ({
  url,
  ...(key !== undefined && { authorization: /^[A-Za-z][\w-]* \S/.test(key) ? key : `Bearer ${key}` }),
})
