import type { Endpoint } from '../../contract/endpoint.ts'
import { findUnknownKeys, mostObjects, mostUnknownKeys } from '../../contract/find-unknown-keys.ts'
import { ServiceError } from '../service-error.ts'

/**
 * Returns the keys of a body that have no effect. Throws for one that is probably a misspelled key
 * of the same object.
 */
export const warnOfUnknownKeys = (endpoint: Endpoint, body: unknown): string[] => {
  const { keys, cut } = findUnknownKeys(endpoint, body)
  const misspelt = keys.flatMap(({ path, similar }) =>
    similar === undefined ? [] : [`body.${path}: is not known; did you mean "${similar}"?`],
  )
  if (misspelt.length > 0) {
    throw new ServiceError(
      'invalid_request',
      'The body has fields that are probably misspelt, and what it should restrict would stay open',
      {
        suggestedFix: 'Correct the names that `errors` lists, or leave these fields out',
        errors: misspelt,
      },
    )
  }
  if (cut !== undefined) {
    const many =
      cut === 'keys' ? `${mostUnknownKeys} fields that are not known` : `${mostObjects} objects`
    throw new ServiceError('invalid_request', `The body has more than ${many}`, {
      suggestedFix: 'Send what /api/v3/openapi.json describes for this operation',
    })
  }
  return keys.map(({ path }) => `body.${path}: is not known and has no effect`)
}
