import { toJsonObject, toText, type JsonObject } from '../openapi/document/json-object.ts'

/** Discovery documents name the scopes only: every API of Google has these addresses. */
const authorizationUrl = 'https://accounts.google.com/o/oauth2/v2/auth'
const tokenUrl = 'https://oauth2.googleapis.com/token'

/** OAuth with the scopes of the document; a key where it names none. */
export const toSecurity = (discovery: JsonObject): JsonObject => {
  const { oauth2 } = toJsonObject(discovery.auth)
  if (oauth2 !== undefined) {
    const scopes = Object.entries(toJsonObject(toJsonObject(oauth2).scopes)).map(
      ([scope, value]) => [scope, toText(toJsonObject(value).description)] as const,
    )
    const flow = { authorizationUrl, tokenUrl, scopes: Object.fromEntries(scopes) }
    return { securitySchemes: { oauth2: { type: 'oauth2', flows: { authorizationCode: flow } } } }
  }
  return toJsonObject(discovery.parameters).key === undefined
    ? {}
    : { securitySchemes: { key: { type: 'apiKey', in: 'query', name: 'key' } } }
}

/** Any one of a method's scopes is enough; without scopes it is open. */
export const securityOf = (discovery: JsonObject, scopes: string[]): JsonObject[] => {
  if (toJsonObject(discovery.auth).oauth2 !== undefined)
    return scopes.map((scope) => ({ oauth2: [scope] }))
  return toJsonObject(discovery.parameters).key === undefined ? [] : [{ key: [] }]
}
