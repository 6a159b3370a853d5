import { UnknownPriceError } from '../aggregate/price-file.ts'
import { CassetteError } from '../cassettes/cassette-files.ts'
import { ReplayMissError } from '../cassettes/replay-miss-error.ts'
import type { RunError } from '../types.ts'
import { BudgetError } from './budget.ts'

/** The model or a service could not be reached. */
export class UnreachableError extends Error {
  override name = 'UnreachableError'
}

/** What ended a run: what a framework throws of itself, it throws at what the model answered. */
export const toRunError = (error: unknown): RunError => {
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof ReplayMissError) return { kind: 'replay-miss', message }
  if (error instanceof BudgetError) return { kind: 'budget', message }
  return {
    kind: outside.some((kind) => error instanceof kind) ? 'infrastructure' : 'model',
    message,
  }
}

/** Nothing of these is the model's doing. */
const outside = [UnreachableError, CassetteError, UnknownPriceError]
