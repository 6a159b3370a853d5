import { toCanonicalJson } from '../cassettes/to-canonical.ts'
import type { CaseRun, Step } from '../types.ts'

/** Differences between adapters with the same recording. */
export type ParityReport = {
  /** Number of cases and trials that more than one adapter ran. */
  compared: number
  differing: ParityDifference[]
  /** The differences as text, one line each. */
  text: string
}

export type ParityDifference = { id: string; trial: number; places: DifferingPlace[] }

/** `seen` is keyed by adapter. */
export type DifferingPlace = { place: string; seen: Record<string, string> }

/**
 * Compares runs of the same case and trial by several adapters: their steps with calls, results,
 * texts and usage, and how they ended.
 *
 * Call ids and times are ignored. A difference is caused by the frameworks, or is a bug of an
 * adapter.
 *
 * @example
 * const runs = await Promise.all([aiSdk(one), langchain(other)].map((runner) => runner.run(evalCase, { cassettes })))
 * const { differing, text } = compareRuns(runs)
 */
export const compareRuns = (runs: readonly CaseRun[]): ParityReport => {
  const groups = [
    ...Map.groupBy(runs, (run) => toCanonicalJson([run.case.id, run.trial])).values(),
  ].filter((group) => new Set(group.map(({ adapter }) => adapter)).size > 1)
  const differing = groups.flatMap((group) => {
    const [first] = group
    const places = findPlaces(group)
    return first && places.length > 0 ? [{ id: first.case.id, trial: first.trial, places }] : []
  })
  return { compared: groups.length, differing, text: toText(groups.length, differing) }
}

const findPlaces = (group: readonly CaseRun[]): DifferingPlace[] => {
  const steps = Math.max(...group.map((run) => run.steps.length))
  return [
    ...Array.from({ length: steps }, (_, index) => [
      compare(group, `step ${index + 1}, user`, (run) => run.steps[index]?.user),
      compare(group, `step ${index + 1}, calls`, (run) => callsOf(run.steps[index])),
      compare(group, `step ${index + 1}, text`, (run) => run.steps[index]?.text),
      compare(group, `step ${index + 1}, usage`, (run) => run.steps[index]?.usage),
    ]).flat(),
    compare(group, 'conversation', ({ conversation }) => conversation),
    compare(group, 'end state', ({ state }) => state),
    compare(group, 'error', ({ error }) => error?.kind),
  ].filter((place) => place !== undefined)
}

/** Parallel calls have no order. */
const callsOf = (step: Step | undefined) =>
  step?.calls
    .map(({ id: _id, ...call }) => toCanonicalJson(call))
    .toSorted()
    .map((call): unknown => JSON.parse(call))

const compare = (
  group: readonly CaseRun[],
  place: string,
  read: (run: CaseRun) => unknown,
): DifferingPlace | undefined => {
  const seen = Object.fromEntries(
    group.map((run) => [run.adapter, toCanonicalJson(read(run) ?? null)]),
  )
  return new Set(Object.values(seen)).size > 1 ? { place, seen } : undefined
}

const toText = (compared: number, differing: readonly ParityDifference[]): string => {
  if (differing.length === 0) return `The adapters agree in all ${compared} compared runs`
  const lines = differing.flatMap(({ id, trial, places }) => [
    `${id}${trial > 1 ? ` (trial ${trial})` : ''}`,
    ...places.map(
      ({ place, seen }) =>
        `  ${place}: ${Object.entries(seen)
          .map(([adapter, value]) => `${adapter} ${value}`)
          .join(' | ')}`,
    ),
  ])
  return [`The adapters differ in ${differing.length} of ${compared} compared runs`, ...lines].join(
    '\n',
  )
}
