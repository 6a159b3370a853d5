import { CliError } from '../cli-error.ts'
import type { ImportRequest } from '../import-and-wait.ts'

/** The values of `--auth`. */
export const authSchemes = [
  'API_KEY',
  'BEARER_TOKEN',
  'BASIC',
  'OAUTH2',
  'DCR_OAUTH',
  'S2S_OAUTH2',
  'NO_AUTH',
] as const

export type ImportAuthOptions = {
  auth?: (typeof authSchemes)[number]
  authHeader?: string
  authQuery?: string
  authPrefix?: string
  issuer?: string
  authorizationUrl?: string
  tokenUrl?: string
  authScope?: string[]
}

/**
 * Returns the `auth` of an import, or undefined if the description defines it. An option for the
 * key's location implies `--auth API_KEY`, an address of an OAuth provider `--auth OAUTH2`.
 */
export const toImportAuth = (options: ImportAuthOptions): ImportRequest['auth'] => {
  const placements = toPlacements(options)
  const oauth = toOAuth(options)
  if (placements.length > 0 && oauth)
    throw new CliError('An API key and an OAuth provider are given', {
      suggestedFix:
        'Use --auth-header or --auth-query, or --issuer, --authorization-url and --token-url',
    })
  if (oauth) return { scheme: oauthScheme(options), oauth }
  if (placements.length === 0) {
    if (options.authPrefix !== undefined)
      throw new CliError('--auth-prefix says what comes before an API key, but not where', {
        suggestedFix: 'Add --auth-header or --auth-query',
      })
    return options.auth && { scheme: options.auth }
  }
  if (options.auth !== undefined && options.auth !== 'API_KEY') {
    throw new CliError(`--auth ${options.auth} takes no --auth-header or --auth-query`, {
      suggestedFix: 'Use --auth API_KEY, or leave out the header and the query parameter',
    })
  }
  return { scheme: 'API_KEY', placements }
}

const oauthScheme = ({ auth = 'OAUTH2' }: ImportAuthOptions) => {
  if (auth === 'OAUTH2' || auth === 'DCR_OAUTH' || auth === 'S2S_OAUTH2') return auth
  throw new CliError(
    `--auth ${auth} takes no --issuer, --authorization-url, --token-url or --auth-scope`,
    { suggestedFix: 'Use --auth OAUTH2, DCR_OAUTH or S2S_OAUTH2, or leave these options out' },
  )
}

/** The service reads the addresses that are not given from what the issuer publishes. */
const toOAuth = ({ issuer, authorizationUrl, tokenUrl, authScope }: ImportAuthOptions) => {
  const oauth = {
    ...(issuer !== undefined && { issuer }),
    ...(authorizationUrl !== undefined && { authorization_url: authorizationUrl }),
    ...(tokenUrl !== undefined && { token_url: tokenUrl }),
    ...(authScope && { scopes: Object.fromEntries(authScope.map((scope) => [scope, ''])) }),
  }
  return Object.keys(oauth).length > 0 ? oauth : undefined
}

const toPlacements = ({ authHeader, authQuery, authPrefix }: ImportAuthOptions) => {
  const prefix = authPrefix === undefined ? {} : { prefix: authPrefix }
  return [
    ...(authHeader === undefined
      ? []
      : [{ field: 'generic_api_key', in: 'header' as const, name: authHeader, ...prefix }]),
    ...(authQuery === undefined
      ? []
      : [{ field: 'generic_api_key', in: 'query' as const, name: authQuery, ...prefix }]),
  ]
}
