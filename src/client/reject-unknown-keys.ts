import type { Endpoint } from '../contract/endpoint.ts'
import { findUnknownKeys } from '../contract/find-unknown-keys.ts'
import { PlugboardError } from './plugboard-error.ts'

/**
 * Throws if a body has a field that the interface does not define. The service would ignore the
 * field, so the request would not do what the caller intended.
 */
export const rejectUnknownKeys = (endpoint: Endpoint, body: unknown): void => {
  const { keys } = findUnknownKeys(endpoint, body)
  if (keys.length === 0) return
  const errors = keys.map(({ path, similar }) =>
    similar === undefined
      ? `body.${path}: is unknown`
      : `body.${path}: is unknown; did you mean "${similar}"?`,
  )
  throw new PlugboardError(
    'invalid_request',
    `${endpoint.method} ${endpoint.path}: the body has unknown fields: ${errors.join('; ')}`,
    {
      suggestedFix:
        'Correct or omit these fields; a field of a newer service requires a newer version of this package',
      errors,
    },
  )
}
