import { hash } from 'node:crypto'
import type { Caller } from './caller.ts'

/**
 * The name under which the service knows an `Idempotency-Key`, which reveals neither key nor
 * operation. A key is unique within its project (or organization) and operation.
 */
export const idempotencyName = (
  caller: Caller,
  operation: string,
  key: string,
): { scope: string; name: string } => {
  const scope = 'project' in caller ? caller.project.id : caller.organizationId
  return { scope, name: hash('sha256', [scope, operation, key].join('\n'), 'base64url') }
}

/**
 * What is stored for a request of which a person says that it was executed: repeated requests get
 * told so, without its answer.
 */
export const executedOutcome = JSON.stringify({ status: 200, digest: '' })
