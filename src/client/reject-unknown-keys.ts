import type { Endpoint } from '../contract/endpoint.ts'
import { findUnknownKeys } from '../contract/find-unknown-keys.ts'
import { PlugboardError } from './plugboard-error.ts'

/**
 * Throws if a query or a body has a field that the interface does not define. The service would
 * ignore the field, so the request would not do what the caller intended.
 */
export const rejectUnknownKeys = (
  endpoint: Endpoint,
  { query, body }: { query?: Query; body?: unknown },
): void => {
  reject(endpoint, 'query', unknownInQuery(endpoint, query))
  reject(endpoint, 'body', findUnknownKeys(endpoint, body).keys)
}

type Query = Record<string, unknown>

type UnknownKeys = ReturnType<typeof findUnknownKeys>['keys']

/** A name may be written as on the wire, such as `toolkit_versions[github]`. */
const unknownInQuery = (endpoint: Endpoint, query: Query = {}): UnknownKeys => {
  const named = Object.entries(query).map(([name, value]) => [
    name.replace(/\[[^[\]]*\]$/, ''),
    value,
  ])
  return endpoint.query
    ? findUnknownKeys({ body: endpoint.query }, Object.fromEntries(named)).keys
    : Object.keys(query).map((path) => ({ path }))
}

const reject = (endpoint: Endpoint, part: 'query' | 'body', keys: UnknownKeys): void => {
  if (keys.length === 0) return
  const errors = keys.map(({ path, similar }) =>
    similar === undefined
      ? `${part}.${path}: is unknown`
      : `${part}.${path}: is unknown; did you mean "${similar}"?`,
  )
  throw new PlugboardError(
    'invalid_request',
    `${endpoint.method} ${endpoint.path}: the ${part} has unknown fields: ${errors.join('; ')}`,
    {
      suggestedFix:
        'Correct or omit these fields; a field of a newer service requires a newer version of this package',
      errors,
    },
  )
}
