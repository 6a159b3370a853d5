import type { Endpoint } from '../../contract/endpoint.ts'
import { findUnknownKeys, mostObjects, mostUnknownKeys } from '../../contract/find-unknown-keys.ts'
import { ServiceError } from '../service-error.ts'

/**
 * Returns the keys of a body that have no effect. Throws for one that is probably a misspelled key
 * of the same object.
 */
export const checkUnknownKeys = (endpoint: Endpoint, body: unknown): string[] => {
  const { keys, cut } = findUnknownKeys(endpoint, body)
  const misspelt = keys.flatMap(({ path, similar }) =>
    similar === undefined ? [] : [`body.${path}: is unknown; did you mean "${similar}"?`],
  )
  if (misspelt.length > 0) {
    throw new ServiceError(
      'invalid_request',
      'The body has fields that are probably misspelt, and would not restrict what it should',
      {
        suggestedFix: 'Correct the names that `errors` lists, or omit these fields',
        errors: misspelt,
      },
    )
  }
  if (cut !== undefined) {
    const many = cut === 'keys' ? `${mostUnknownKeys} unknown fields` : `${mostObjects} objects`
    throw new ServiceError('invalid_request', `The body has more than ${many}`, {
      suggestedFix: 'Send a body as described for this operation in /api/v3/openapi.json',
    })
  }
  return keys.map(({ path }) => `body.${path}: is unknown and has no effect`)
}
