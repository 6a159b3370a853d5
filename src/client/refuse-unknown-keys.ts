import type { Endpoint } from '../contract/endpoint.ts'
import { findUnknownKeys } from '../contract/find-unknown-keys.ts'
import { PlugboardError } from './plugboard-error.ts'

/**
 * Throws for a body with a field that the interface does not have: the service would ignore it, and
 * with it what it should do.
 */
export const refuseUnknownKeys = (endpoint: Endpoint, body: unknown): void => {
  const { keys } = findUnknownKeys(endpoint, body)
  if (keys.length === 0) return
  const errors = keys.map(({ path, similar }) =>
    similar === undefined
      ? `body.${path}: is not known`
      : `body.${path}: is not known; did you mean "${similar}"?`,
  )
  throw new PlugboardError(
    'invalid_request',
    `${endpoint.method} ${endpoint.path}: the body has fields that are not known: ${errors.join('; ')}`,
    {
      suggestedFix:
        'Correct or leave out these fields; a field of a newer service needs a newer version of this package',
      errors,
    },
  )
}
