import { standardFields } from '../../auth/standard-fields.ts'
import type { AuthSchemeDefinition, OAuthDefinition } from '../../../auth-schemes/index.ts'
import { toJsonObject, toText, type JsonObject } from '../document/json-object.ts'

/**
 * OAUTH2 from the authorization code flow; S2S_OAUTH2 where a description has client credentials
 * only.
 */
export const oauthSchemes = (
  name: string,
  scheme: JsonObject,
  baseUrl: string | undefined,
  notes: string[],
): AuthSchemeDefinition[] => {
  const { authorizationCode, clientCredentials, ...others } = toJsonObject(scheme.flows)
  const description = toText(scheme.description)
  const about = { name, ...(description !== '' && { description }) }
  if (authorizationCode === undefined && clientCredentials === undefined) {
    const flows = Object.keys(others).join(', ') || '(none)'
    notes.push(
      `Security scheme "${name}" has the OAuth flows ${flows}, of which none is safe to use; give "auth" with the authorization code flow`,
    )
    return []
  }
  const oauth = toOAuth(toJsonObject(authorizationCode ?? clientCredentials), baseUrl)
  if (
    oauth.tokenUrl === undefined ||
    (authorizationCode !== undefined && oauth.authorizationUrl === undefined)
  ) {
    notes.push(
      `Security scheme "${name}" lacks an absolute authorization or token address; give "auth" or "base_url"`,
    )
    return []
  }
  const mode = authorizationCode === undefined ? 'S2S_OAUTH2' : 'OAUTH2'
  return [{ ...about, mode, ...standardFields(mode), oauth }]
}

const toOAuth = (flow: JsonObject, baseUrl: string | undefined): OAuthDefinition => {
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
