import type { OAuthDefinition, SecurityScheme } from '../../../auth-schemes/index.ts'
import { toJsonObject, toText, type JsonObject } from '../document/json-object.ts'
import { wordsOfName } from '../slugs/words.ts'

/** A security scheme as a description declares it; relative addresses are below `baseUrl`. */
export const readSecurityScheme = (
  name: string,
  declared: JsonObject,
  baseUrl: string | undefined,
): SecurityScheme => {
  const { authorizationCode, clientCredentials } = toJsonObject(declared.flows)
  return {
    name,
    description: toText(declared.description),
    type: toText(declared.type),
    scheme: toText(declared.scheme).toLowerCase(),
    in: toText(declared.in),
    parameter: toText(declared.name),
    field: wordsOfName(name).join('_') || 'api_key',
    flows: {
      ...(authorizationCode !== undefined && {
        authorizationCode: readFlow(toJsonObject(authorizationCode), baseUrl),
      }),
      ...(clientCredentials !== undefined && {
        clientCredentials: readFlow(toJsonObject(clientCredentials), baseUrl),
      }),
    },
  }
}

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
    scopes: Object.fromEntries(scopes),
  }
}

const absolute = (url: unknown, baseUrl: string | undefined): string | undefined => {
  const text = toText(url)
  if (text === '' || !URL.canParse(text, baseUrl)) return undefined
  const { protocol, href } = new URL(text, baseUrl)
  return protocol === 'https:' || protocol === 'http:' ? href : undefined
}
