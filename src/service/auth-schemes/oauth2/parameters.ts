import type { OAuthAddress, OAuthDefinition } from '../definition.ts'

/**
 * The additional parameters that a provider needs; those of the protocol cannot be overridden.
 */
export const extraParameters = (
  parameters: Record<string, string> | undefined,
): [string, string][] =>
  Object.entries(parameters ?? {}).filter(([name]) => !protocolParameters.has(name))

const protocolParameters = new Set([
  'response_type',
  'client_id',
  'client_secret',
  'redirect_uri',
  'state',
  'scope',
  'code',
  'code_challenge',
  'code_challenge_method',
  'code_verifier',
  'grant_type',
  'refresh_token',
  'token',
  'request',
  'request_uri',
  'client_assertion',
  'client_assertion_type',
])

/**
 * Scopes as an operator sets them, a list or a text, in the format of the provider; undefined if
 * there are none.
 */
export const scopeText = (scopes: unknown, separator = ' '): string | undefined => {
  const list = Array.isArray(scopes)
    ? scopes.filter((scope) => typeof scope === 'string')
    : typeof scopes === 'string'
      ? scopes.split(/[\s,]+/)
      : []
  const text = [...new Set(list.filter((scope) => scope !== ''))].join(separator)
  return text === '' ? undefined : text
}

/** Why the flow of an OpenAPI description cannot be used. */
export const incompleteFlow = (
  name: string,
  flow: OAuthDefinition,
  needed: readonly OAuthAddress[],
): { problems: string[] } | undefined =>
  needed.every((address) => flow[address] !== undefined)
    ? undefined
    : {
        problems: [
          `Security scheme "${name}" has no absolute authorization or token address; pass "auth" or "base_url"`,
        ],
      }
