import type { AnswerRules } from '../../../contract/recipe/answers.ts'
import { appliesTo, type RuledOperation } from '../../catalog/index.ts'

const noRules: AnswerRules = { failures: [], rate: [], paging: [] }

/** Versions of toolkits and tools never change, so their rules are selected once. */
const known = new WeakMap<AnswerRules, WeakMap<RuledOperation, AnswerRules>>()

/** The rules of a toolkit that are for one operation, in their order. */
export const rulesOf = (
  { answers }: { answers?: AnswerRules | undefined },
  operation: RuledOperation,
): AnswerRules => {
  if (!answers) return noRules
  const byOperation = known.get(answers) ?? new WeakMap<RuledOperation, AnswerRules>()
  known.set(answers, byOperation)
  const selected = byOperation.get(operation) ?? select(answers, operation)
  byOperation.set(operation, selected)
  return selected
}

const select = (
  { failures, rate, paging }: AnswerRules,
  operation: RuledOperation,
): AnswerRules => {
  const isFor = (rule: { applies_to?: string[] | undefined }): boolean =>
    appliesTo(rule.applies_to, operation)
  return {
    failures: failures.filter(isFor),
    rate: rate.filter(isFor),
    paging: paging.filter(isFor),
  }
}
