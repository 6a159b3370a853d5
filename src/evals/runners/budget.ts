import type { ModelResponse } from '../cassettes/model-response.ts'
import type { Budget, Usage } from '../types.ts'

/** A run used more than its case allows. */
export class BudgetError extends Error {
  override name = 'BudgetError'
}

export const addUsage = (answers: readonly Pick<ModelResponse, 'usage'>[]): Usage => {
  const cached = answers.flatMap(({ usage }) => usage.cachedInputTokens ?? [])
  return {
    inputTokens: sum(answers.map(({ usage }) => usage.inputTokens)),
    outputTokens: sum(answers.map(({ usage }) => usage.outputTokens)),
    ...(cached.length > 0 && { cachedInputTokens: sum(cached) }),
  }
}

export const sum = (numbers: readonly number[]): number =>
  numbers.reduce((total, number) => total + number, 0)

/**
 * Describes which part of the budget is exceeded; undefined if none. Recorded answers count with
 * their original duration.
 */
export const findOverrun = (
  budget: Budget,
  answers: readonly ModelResponse[],
  cost: (usage: Usage) => number | undefined,
): string | undefined => {
  const usage = addUsage(answers)
  const used = {
    ms: sum(answers.map(({ ms }) => ms)),
    tokens: usage.inputTokens + usage.outputTokens,
    cost: cost(usage),
    calls: sum(answers.map(({ calls }) => calls.length)),
  }
  for (const name of ['ms', 'tokens', 'cost', 'calls'] as const) {
    const [limit, amount] = [budget[name], used[name]]
    if (limit !== undefined && amount !== undefined && amount > limit)
      return `The budget of the case is ${limit} ${name}, and ${amount} were used`
  }
  return undefined
}
