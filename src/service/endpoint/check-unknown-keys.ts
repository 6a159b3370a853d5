import type { Endpoint } from '../../contract/endpoint.ts'
import { findUnknownKeys, mostObjects, mostUnknownKeys } from '../../contract/find-unknown-keys.ts'
import { ServiceError } from '../service-error.ts'
import { withFirst } from './error-response.ts'

/**
 * Returns the keys of a body that have no effect. Throws for one that is probably a misspelled key
 * of the same object.
 */
export const checkUnknownKeys = (endpoint: Endpoint, body: unknown): string[] => {
  const { keys, cut } = findUnknownKeys(endpoint, body)
  rejectMisspelt('body', keys)
  if (cut !== undefined) {
    const many = cut === 'keys' ? `${mostUnknownKeys} unknown fields` : `${mostObjects} objects`
    throw new ServiceError('invalid_request', `The body has more than ${many}`, {
      suggestedFix: 'Send a body as described for this operation in /api/v3/openapi.json',
    })
  }
  return keys.map(({ path }) => `body.${path}: is unknown and has no effect`)
}

/**
 * Throws for a name of a query that is probably a misspelled one of the same operation: without its
 * filter, a list would have the records of all users.
 */
export const rejectMisspeltQuery = (endpoint: Endpoint, query: unknown): void =>
  rejectMisspelt('query', findUnknownKeys({ body: endpoint.query }, query).keys)

const rejectMisspelt = (
  part: 'query' | 'body',
  keys: ReturnType<typeof findUnknownKeys>['keys'],
): void => {
  const errors = keys.flatMap(({ path, similar }) =>
    similar === undefined ? [] : [`${part}.${path}: is unknown; did you mean "${similar}"?`],
  )
  if (errors.length === 0) return
  const message = `The ${part} has fields that are probably misspelt, and would not restrict what it should`
  throw new ServiceError('invalid_request', withFirst(message, errors), {
    suggestedFix: 'Correct the names that `errors` lists, or omit these fields',
    errors,
  })
}
