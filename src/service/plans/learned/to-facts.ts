import type { Fact, FailureFact, SequenceFact } from './fact.ts'
import { idleMs, type Step } from './step.ts'
import { toStages } from './to-stages.ts'

const longestSequence = 6
const maximumStages = 40
const maximumToolsAtOnce = 4
const maximumBefore = 5

/**
 * Extracts the facts of a run: every order in which tools succeeded, and the failures. `steps` are
 * ordered by start.
 */
export const toFacts = (steps: readonly Step[]): Fact[] =>
  splitAtPauses(steps).flatMap((task) => [...toSequences(task), ...toFailures(task)])

const splitAtPauses = (steps: readonly Step[]): Step[][] => {
  const tasks: Step[][] = []
  let end = Number.NEGATIVE_INFINITY
  for (const step of steps) {
    if (Date.parse(step.startedAt) - end > idleMs) tasks.push([])
    tasks.at(-1)?.push(step)
    end = Math.max(end, Date.parse(step.finishedAt))
  }
  return tasks
}

/**
 * Suffixes of a task count too, so that users whose tasks share only the end share a plan for it.
 */
const toSequences = (task: readonly Step[]): SequenceFact[] => {
  const stages = toStages(task).slice(0, maximumStages)
  return stages.flatMap((_stage, start) =>
    Array.from({ length: longestSequence - 1 }, (_unused, index) =>
      stages.slice(start, start + index + 2),
    ).flatMap((part, index): SequenceFact[] => {
      const tools = part.flatMap((stage) => stage.tools)
      const [last, ...others] = part.at(-1)?.tools ?? []
      const isWhole = part.length === index + 2
      const isPlain =
        new Set(tools).size === tools.length &&
        part.every((stage) => stage.tools.length <= maximumToolsAtOnce)
      if (last === undefined || others.length > 0 || !isWhole || !isPlain) return []
      return [
        {
          kind: 'sequence',
          tool: last,
          stages: part.map((stage) => stage.tools),
          hadFailure: part.some((stage) => stage.hadFailure),
        },
      ]
    }),
  )
}

const toFailures = (task: readonly Step[]): FailureFact[] =>
  task.flatMap((failed): FailureFact[] => {
    const { tool, failure } = failed
    if (failure === null || !tellsOfTheCall(failure)) return []
    return [null, ...findMissing(task, failed)].map((before) => ({
      kind: 'failure',
      tool,
      failure,
      before,
    }))
  })

/** Excludes failures caused by the account, the load or the third party. */
const tellsOfTheCall = (failure: string): boolean =>
  failure === 'invalid_arguments' ||
  (/^4\d\d$/.test(failure) && !['401', '408', '429'].includes(failure))

/** Tools that first succeeded between the failed call and a successful retry of the same tool. */
const findMissing = (task: readonly Step[], failed: Step): string[] => {
  const succeeded = task.filter(({ failure }) => failure === null)
  const retry = succeeded.find(
    ({ tool, startedAt }) => tool === failed.tool && startedAt >= failed.finishedAt,
  )
  if (!retry) return []
  const before = new Set(
    succeeded.filter(({ startedAt }) => startedAt < failed.finishedAt).map(({ tool }) => tool),
  )
  const between = succeeded.filter(
    ({ startedAt, finishedAt }) => startedAt >= failed.finishedAt && finishedAt <= retry.startedAt,
  )
  return [...new Set(between.map(({ tool }) => tool))]
    .filter((tool) => !before.has(tool) && tool !== failed.tool)
    .slice(0, maximumBefore)
}
