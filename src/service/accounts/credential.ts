import { isSecretName } from '../../schema/secret-name.ts'
import {
  cleanValues,
  findScheme,
  type AccountValues,
  type OutgoingRequest,
  type AuthSchemeDefinition,
} from '../auth-schemes/index.ts'
import type { AuthConfig, ProxyConfig } from '../auth-configs/index.ts'
import type { Server } from '../catalog/index.ts'
import { keptWith } from '../platform/kept-with.ts'
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

type Holder = { account: Pick<ConnectedAccount, 'values'>; authConfig: AuthConfig }

/**
 * An account's credential: its own values over those that its auth config shares. The same object for
 * the same account, so that what is derived from it can be kept as long.
 */
export const toCredential = (holder: Holder): Credential =>
  keptWith(credentials, holder, ({ account, authConfig }) => ({
    scheme: authConfig.scheme,
    // Values of an earlier version were stored as they came.
    values: cleanValues(findScheme(authConfig.scheme.mode), authConfig.scheme, {
      ...authConfig.sharedCredentials,
      ...account.values,
    }),
    client: authConfig.credentials,
    servers: authConfig.servers,
    ...(authConfig.proxy && { proxy: toProxy(authConfig.proxy) }),
  }))

const credentials = new WeakMap<Holder, Credential>()

/**
 * The request with the credential in it, and which of its headers must not follow a redirect to
 * another host.
 */
export const applyCredential = (
  { scheme, values, client = {}, proxy }: Credential,
  request: OutgoingRequest,
): Pick<OutgoingRequest, 'url' | 'headers' | 'body'> & {
  sensitiveHeaders: string[]
  hasCredentialInUrl: boolean
  hasCredentialInBody: boolean
  proxy?: OutboundProxy
} => {
  const implementation = findScheme(scheme.mode)
  if (!implementation)
    throw new ServiceError('internal', `No code carries out the auth scheme ${scheme.mode}`)
  const { url, headers, body } = implementation.apply(scheme, values, request, client)
  return {
    url,
    headers,
    ...(body !== undefined && { body }),
    sensitiveHeaders: Object.keys(headers).filter(
      (name) => headers[name] !== request.headers[name],
    ),
    hasCredentialInUrl: url !== request.url || isInPath(scheme),
    hasCredentialInBody: body !== request.body,
    ...(proxy && { proxy }),
  }
}

/** A key that fills a variable of the server's address. */
const isInPath = ({ placements = [] }: AuthSchemeDefinition): boolean =>
  placements.some(({ in: place }) => place === 'path')

/**
 * The texts of a credential that neither a model nor a log is shown: what is sent, and what is
 * declared or named as a secret. User names, ids and addresses are none, also where they are sent.
 */
export const secretTexts = (credential: Credential): readonly string[] =>
  keptWith(secrets, credential, listSecrets)

const secrets = new WeakMap<Credential, readonly string[]>()

const listSecrets = (credential: Credential): readonly string[] => {
  const { scheme, values, client, proxy } = credential
  const fields = [...scheme.authConfigFields, ...scheme.accountFields]
  const placed = (scheme.placements ?? []).map(({ field }) => field)
  const secret = new Set([
    ...fields.filter(({ isSecret }) => isSecret).map(({ name }) => name),
    ...placed,
  ])
  const open = fields.filter(({ name }) => !secret.has(name)).map(({ name }) => name)
  const isSecret = (name: string): boolean =>
    secret.has(name) || (isSecretName(name) && !open.includes(name))
  const openTexts = new Set(open.map((name) => values[name]))
  return [
    ...secretsIn(values, isSecret),
    ...secretsIn(client, isSecret),
    ...sentTexts(credential).filter((text) => !openTexts.has(text)),
    ...(proxy?.authorization === undefined
      ? []
      : [proxy.authorization, withoutScheme(proxy.authorization)]),
  ]
    .flatMap((text) => [text, text.trim()]) // A header loses the blanks around it.
    .filter((text) => text !== '')
}

/** The values of a credential that are no secret, and may stand in addresses and arguments. */
export const openValues = (credential: Credential): Record<string, string> => {
  const { accountFields } = credential.scheme
  const open = new Set(accountFields.flatMap(({ name, isSecret }) => (isSecret ? [] : [name])))
  const secrets = new Set(secretTexts(credential))
  return Object.fromEntries(
    Object.entries(credential.values).filter(
      (entry): entry is [string, string] =>
        typeof entry[1] === 'string' &&
        !secrets.has(entry[1]) &&
        (open.has(entry[0]) || !isSecretName(entry[0])),
    ),
  )
}

/** As they are sent: a name and a password, for example, leave as one encoded text. */
const sentTexts = (credential: Credential): string[] => {
  if (!findScheme(credential.scheme.mode)) return []
  const { url, headers, sensitiveHeaders } = applyCredential(credential, {
    method: 'GET',
    url: 'https://toolkit.invalid/',
    headers: {},
  })
  const pairs = new URL(url).search.slice(1).split('&')
  return [...sensitiveHeaders.map((name) => withoutScheme(headers[name] ?? '')), ...pairs]
}

const withoutScheme = (header: string): string => header.replace(/^[A-Za-z][\w-]* +/, '')

/**
 * In parts of their own too: some providers give the token of the user beside the application's.
 */
const secretsIn = (value: unknown, isSecret: (name: string) => boolean): string[] => {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, entry]: [string, unknown]) => {
    if (typeof entry === 'string') return isSecret(name) ? [entry] : []
    return secretsIn(entry, isSecret)
  })
}

/** A key that names its own scheme ("Basic …") is sent as it is. */
const toProxy = ({ proxy_url: url, proxy_auth_key: key }: ProxyConfig): OutboundProxy => ({
  url,
  ...(key !== undefined && {
    authorization: /^[A-Za-z][\w-]* \S/.test(key) ? key : `Bearer ${key}`,
  }),
})
