import { UnknownPriceError } from '../aggregate/price-file.ts'
import { CassetteError } from '../cassettes/cassette-files.ts'
import { ReplayMissError } from '../cassettes/replay-miss-error.ts'
import type { RunError } from '../types.ts'
import { SimulatedUserError } from '../users/simulate-user.ts'
import { BudgetError } from './budget.ts'

/** The model or a service could not be reached. */
export class UnreachableError extends Error {
  override name = 'UnreachableError'
}

/**
 * Classifies the error that ended a run: errors that a framework throws itself are caused by the
 * model's answer.
 */
export const toRunError = (error: unknown): RunError => {
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof ReplayMissError) return { kind: 'replay-miss', message }
  if (error instanceof BudgetError) return { kind: 'budget', message }
  if (error instanceof SimulatedUserError) return { kind: 'evaluator', message }
  return {
    kind: outside.some((kind) => error instanceof kind) ? 'infrastructure' : 'model',
    message,
  }
}

/** None of these is caused by the model. */
const outside = [UnreachableError, CassetteError, UnknownPriceError]
