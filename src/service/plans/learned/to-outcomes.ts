import type { OutcomeFact } from './fact.ts'
import type { RecordedSearch } from './observations.ts'
import { idleMs, type Step } from './step.ts'

/**
 * Assigns successful tools to the words of a search: to the latest search before the call that
 * returned the tool, otherwise to the latest one.
 */
export const toOutcomes = (
  steps: readonly Step[],
  searches: readonly RecordedSearch[],
): OutcomeFact[] => {
  const latestFirst = searches.toSorted((a, b) => (a.searchedAt < b.searchedAt ? 1 : -1))
  const facts = new Map<string, OutcomeFact>()
  for (const { tool, failure, startedAt } of steps) {
    if (failure !== null) continue
    const before = latestFirst.filter(
      ({ searchedAt }) =>
        searchedAt <= startedAt && Date.parse(startedAt) - Date.parse(searchedAt) <= idleMs,
    )
    const { words } = before.find(({ tools }) => tools.includes(tool)) ?? before[0] ?? { words: [] }
    for (const word of words) facts.set(`${tool} ${word}`, { kind: 'outcome', tool, word })
  }
  return [...facts.values()]
}
