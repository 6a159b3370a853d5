import type { Context } from 'hono'
import type { ErrorSlug } from '../../contract/errors.ts'
import type { Environment } from './environment.ts'
import { toErrorAnswer } from './error-answer.ts'
import { sendJson } from './send-json.ts'

/**
 * Answers with the envelope of whatever was thrown. `report` hears of what the operator should look
 * at.
 */
export const sendError = (
  context: Context<Environment>,
  thrown: unknown,
  listed?: readonly ErrorSlug[],
  report?: (thrown: unknown) => void,
): Response => {
  const { status, body, retryAfterSeconds } = toErrorAnswer(
    thrown,
    context.get('requestId'),
    listed,
  )
  if (body.error.slug === 'internal' || body.error.slug === 'unavailable') report?.(thrown)
  if (retryAfterSeconds !== undefined) context.header('retry-after', String(retryAfterSeconds))
  return sendJson(context, status, body)
}
