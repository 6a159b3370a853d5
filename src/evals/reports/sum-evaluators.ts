import { costOfAll, type PriceFile } from '../aggregate/price-file.ts'
import { addUsage } from '../runners/budget.ts'
import type { CaseRun } from '../types.ts'
import type { ReportRun } from './report-schema.ts'

/** What judging runs and playing their users took; nothing if no model did either. */
export const sumEvaluators = (
  runs: readonly Pick<CaseRun, 'evaluators'>[],
  prices: PriceFile | undefined,
): Pick<ReportRun, 'evaluators'> => {
  const used = runs.flatMap(({ evaluators = [] }) => evaluators)
  if (used.length === 0) return {}
  return { evaluators: { usage: addUsage(used), ...(prices && { cost: costOfAll(prices, used) }) } }
}
