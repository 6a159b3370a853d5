import type { Endpoint } from '../contract/endpoint.ts'
import { errorEnvelope } from '../contract/errors.ts'
import type { Connection } from './connection.ts'
import { PlugboardError } from './plugboard-error.ts'

/**
 * Returns the body of a successful answer, validated against the contract, or throws the error that
 * the answer describes.
 */
export const readResponse = (
  connection: Connection,
  endpoint: Endpoint,
  response: Response,
  json: unknown,
): { body: unknown } | PlugboardError => {
  if (response.status === 304)
    return new PlugboardError(
      'not_modified',
      `${endpoint.method} ${endpoint.path}: nothing has changed`,
      { status: 304 },
    )
  if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400))
    return redirected(connection, endpoint, response)
  const schema = endpoint.responses[response.status]
  if (!schema) return toError(connection, endpoint, response, json)
  const parsed = schema.safeParse(json)
  if (parsed.success) return { body: parsed.data }
  const errors = parsed.error.issues.map(
    (issue) => `${issue.path.join('.') || 'body'}: ${issue.message}`,
  )
  return unexpected(connection, endpoint, response, 'an unknown body', errors)
}

const toError = (
  connection: Connection,
  endpoint: Endpoint,
  response: Response,
  json: unknown,
): PlugboardError => {
  const envelope = errorEnvelope.safeParse(json)
  if (!envelope.success) return unexpected(connection, endpoint, response, 'no error object', [])
  const { slug, message, code, request_id, suggested_fix, errors, choices } = envelope.data.error
  return new PlugboardError(slug, connection.withoutKeys(message), {
    status: response.status,
    code,
    requestId: request_id ?? requestId(response),
    suggestedFix: suggested_fix && connection.withoutKeys(suggested_fix),
    errors: errors?.map(connection.withoutKeys),
    choices,
  })
}

const redirected = (
  connection: Connection,
  endpoint: Endpoint,
  response: Response,
): PlugboardError =>
  new PlugboardError(
    'redirected',
    `${endpoint.method} ${endpoint.path}: ${connection.baseUrl} redirects, and keys are never sent to a redirect target`,
    {
      status: response.status,
      suggestedFix: 'Set baseUrl to the address of the service itself',
    },
  )

const unexpected = (
  connection: Connection,
  endpoint: Endpoint,
  response: Response,
  what: string,
  errors: string[],
): PlugboardError =>
  new PlugboardError(
    'unexpected_answer',
    `${endpoint.method} ${endpoint.path}: status ${response.status} with ${what} from ${connection.baseUrl}`,
    {
      status: response.status,
      requestId: requestId(response),
      suggestedFix:
        'Check that baseUrl is the address of a Plugboard service of this version, not of another server or a proxy page',
      errors: errors.map(connection.withoutKeys),
    },
  )

const requestId = (response: Response): string | undefined =>
  response.headers.get('x-request-id') ?? undefined
