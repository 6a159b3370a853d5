import type { OAuthDefinition, SecurityScheme } from '../../../auth-schemes/index.ts'
import { toJsonObject, toText, type JsonObject } from '../document/json-object.ts'
import { wordsOfName } from '../slugs/words.ts'
import { readPrefix } from './read-prefix.ts'

/** A security scheme as a description declares it; relative addresses are below `baseUrl`. */
export const readSecurityScheme = (
  name: string,
  declared: JsonObject,
  baseUrl: string | undefined,
): SecurityScheme => {
  const prefix = prefixOf(name, declared)
  return {
    name,
    description: toText(declared.description),
    type: toText(declared.type),
    scheme: toText(declared.scheme).toLowerCase(),
    in: toText(declared.in),
    parameter: toText(declared.name),
    field: wordsOfName(name).join('_') || 'api_key',
    ...(prefix !== undefined && { prefix }),
    flows: Object.fromEntries(
      flowNames.flatMap((flow) => {
        const value = toJsonObject(declared.flows)[flow]
        return value === undefined ? [] : [[flow, readFlow(toJsonObject(value), baseUrl)]]
      }),
    ),
  }
}

const flowNames = ['authorizationCode', 'clientCredentials', 'implicit', 'password'] as const

const prefixOf = (name: string, declared: JsonObject): string | undefined =>
  toText(declared.type) === 'apiKey' &&
  toText(declared.in) === 'header' &&
  toText(declared.name).toLowerCase() === 'authorization'
    ? readPrefix([toText(declared.description), `"${toText(declared['x-default'])}"`], name)
    : undefined

const readFlow = (flow: JsonObject, baseUrl: string | undefined): OAuthDefinition => {
  const authorizationUrl = absolute(flow.authorizationUrl, baseUrl)
  const tokenUrl = absolute(flow.tokenUrl, baseUrl)
  const refreshUrl = absolute(flow.refreshUrl, baseUrl)
  const scopes = Object.entries(toJsonObject(flow.scopes)).map(
    ([scope, text]) => [scope, toText(text)] as const,
  )
  return {
    ...(authorizationUrl !== undefined && { authorizationUrl }),
    ...(tokenUrl !== undefined && { tokenUrl }),
    ...(refreshUrl !== undefined && { refreshUrl }),
    ...offlineAccess(authorizationUrl),
    scopes: Object.fromEntries(scopes),
  }
}

/** Google gives a refresh token only where it is asked for one, and then on each consent. */
const offlineAccess = (
  authorizationUrl: string | undefined,
): Pick<OAuthDefinition, 'authorizationParameters'> =>
  authorizationUrl?.startsWith('https://accounts.google.com/')
    ? { authorizationParameters: { access_type: 'offline', prompt: 'consent' } }
    : {}

const absolute = (url: unknown, baseUrl: string | undefined): string | undefined => {
  const text = toText(url)
  // The account fills the host of the API, and so that of its authorization server.
  const template = /^[a-z]+:\/\/[^/?#]*\{[^/?#]*/i.exec(baseUrl ?? '')?.[0]
  if (template !== undefined && text.startsWith('/') && !text.startsWith('//'))
    return `${template}${text}`
  if (text === '') return undefined
  // The base may be relative itself, or have unfilled variables.
  const address = URL.parse(text) ?? URL.parse(text, baseUrl)
  return address && /^https?:$/.test(address.protocol) ? address.href : undefined
}
