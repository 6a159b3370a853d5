import { CliError } from '../cli-error.ts'
import type { ImportRequest } from '../import-and-wait.ts'

export type ImportAuthOptions = {
  auth?: 'API_KEY' | 'BEARER_TOKEN' | 'BASIC' | 'NO_AUTH'
  authHeader?: string
  authQuery?: string
  authPrefix?: string
}

/**
 * Returns the `auth` of an import, or undefined if the description defines it. An option for the
 * key's location implies `--auth API_KEY`.
 */
export const toImportAuth = (options: ImportAuthOptions): ImportRequest['auth'] => {
  const placements = toPlacements(options)
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
