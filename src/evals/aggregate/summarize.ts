import { isUnscored } from '../is-unscored.ts'
import type { ScoredRun } from '../types.ts'
import { mean } from './mean.ts'
import { passAtK, passHatK, type Trials } from './pass-at-k.ts'
import { createToolkitsOf } from './toolkits-of.ts'
import { wilsonInterval, type Interval } from './wilson-interval.ts'

/** The results of one adapter: overall, per case, per tag and per toolkit. */
export type Summary = {
  adapter: string
  total: Group
  cases: CaseSummary[]
  tags: Record<string, Group>
  toolkits: Record<string, Group>
  usage: { inputTokens: number; outputTokens: number }
  ms: number
  /**
   * Runs that ended because of an infrastructure error or a missing recording, or could not be
   * judged. They say nothing about the model and are excluded from the figures above.
   */
  infrastructureErrors: number
}

export type Group = {
  cases: number
  /** Over all trials. */
  passRate: number
  interval: Interval
  /** Mean of each score, by name. */
  scores: Record<string, number>
  /** Mean over cases of pass@k and pass^k, for every k for which all cases have enough trials. */
  passAt: Record<number, number>
  passHat: Record<number, number>
} & Trials

export type CaseSummary = {
  id: string
  /** Passed in some trials. */
  isFlaky: boolean
} & Trials

/**
 * Summarizes the runs of each adapter, in order of first appearance. `toolkits` are known ones, which
 * tell the slugs of `one_drive` from those of `one_note`.
 */
export const summarize = (
  runs: readonly ScoredRun[],
  toolkits: readonly string[] = [],
): Summary[] => {
  const toolkitsOf = createToolkitsOf(runs, toolkits)
  return [...Map.groupBy(runs, ({ adapter }) => adapter)].map(([adapter, all]) => {
    const judged = all.filter(({ error }) => !isUnscored(error))
    return {
      adapter,
      total: toGroup(judged),
      cases: toCases(judged),
      tags: groupsBy(judged, ({ case: { tags = [] } }) => tags),
      toolkits: groupsBy(judged, toolkitsOf),
      usage: {
        inputTokens: sum(all, ({ usage }) => usage.inputTokens),
        outputTokens: sum(all, ({ usage }) => usage.outputTokens),
      },
      ms: sum(all, ({ ms }) => ms),
      infrastructureErrors: all.length - judged.length,
    }
  })
}

const toCases = (runs: readonly ScoredRun[]): CaseSummary[] =>
  [...Map.groupBy(runs, (run) => run.case.id)].map(([id, trials]) => {
    const passed = trials.filter((run) => run.passed).length
    return { id, trials: trials.length, passed, isFlaky: passed > 0 && passed < trials.length }
  })

const toGroup = (runs: readonly ScoredRun[]): Group => {
  const cases = toCases(runs)
  const total = { trials: runs.length, passed: runs.filter((run) => run.passed).length }
  const fewest = cases.length === 0 ? 0 : Math.min(...cases.map(({ trials }) => trials))
  const perK = (estimate: (trials: Trials, k: number) => number | null) =>
    Object.fromEntries(
      Array.from({ length: fewest }, (_, index) => [
        index + 1,
        mean(cases.map((each) => estimate(each, index + 1) ?? 0)),
      ]),
    )
  return {
    ...total,
    cases: cases.length,
    passRate: total.trials === 0 ? 0 : total.passed / total.trials,
    interval: wilsonInterval(total),
    scores: meanScores(runs),
    passAt: perK(passAtK),
    passHat: perK(passHatK),
  }
}

const meanScores = (runs: readonly ScoredRun[]): Record<string, number> => {
  const judged = runs.flatMap(({ scores }) =>
    scores.flatMap(({ name, value }) => (value === null ? [] : [{ name, value }])),
  )
  return Object.fromEntries(
    [...Map.groupBy(judged, ({ name }) => name)].map(([name, values]) => [
      name,
      mean(values.map(({ value }) => value)),
    ]),
  )
}

/** A run belongs to every group that it names. */
const groupsBy = (
  runs: readonly ScoredRun[],
  namesOf: (run: ScoredRun) => readonly string[],
): Record<string, Group> => {
  const groups = new Map<string, ScoredRun[]>()
  for (const run of runs)
    for (const name of new Set(namesOf(run))) groups.set(name, [...(groups.get(name) ?? []), run])
  return Object.fromEntries(
    [...groups]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, members]) => [name, toGroup(members)]),
  )
}

const sum = <Item>(items: readonly Item[], of: (item: Item) => number): number =>
  items.reduce((total, item) => total + of(item), 0)
