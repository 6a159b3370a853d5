import type { Context } from 'hono'
import type { ErrorSlug } from '../../contract/errors.ts'
import type { Environment } from './environment.ts'
import { toErrorResponse } from './error-response.ts'
import { sendJson } from './send-json.ts'

/**
 * Sends the error envelope for a thrown error. `report` gets the errors that concern the operator.
 */
export const sendError = (
  context: Context<Environment>,
  thrown: unknown,
  listed?: readonly ErrorSlug[],
  report?: (thrown: unknown) => void,
): Response => {
  const { status, body, retryAfterSeconds } = toErrorResponse(
    thrown,
    context.get('requestId'),
    listed,
  )
  if (body.error.slug === 'internal' || body.error.slug === 'unavailable') report?.(thrown)
  if (retryAfterSeconds !== undefined) context.header('retry-after', String(retryAfterSeconds))
  return sendJson(context, status, body)
}
