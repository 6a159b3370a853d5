import type { Step } from './step.ts'

/** Tools that succeeded in sequence; those within a stage overlapped. */
type Stage = { tools: string[]; hadFailure: boolean }

type OpenStage = {
  tools: Set<string>
  /** When its newest call began. */ start: string
  end: string
  hadFailure: boolean
}

/**
 * Derives the proven order of the successful calls of a run; `hadFailure` says that a call failed
 * in the stage or on the way to it.
 */
export const toStages = (steps: readonly Step[]): Stage[] => {
  const stages: OpenStage[] = []
  let failed = false
  for (const step of steps) {
    const last = stages.at(-1)
    if (step.failure !== null) {
      if (last && isBeside(last, step)) last.hadFailure = true
      else failed = true
    } else if (last && (isBeside(last, step) || isRepeated(last, step.tool))) {
      last.tools.add(step.tool)
      last.hadFailure ||= failed
      last.start = step.startedAt
      if (step.finishedAt > last.end) last.end = step.finishedAt
      failed = false
    } else {
      stages.push({
        tools: new Set([step.tool]),
        start: step.startedAt,
        end: step.finishedAt,
        hadFailure: failed,
      })
      failed = false
    }
  }
  return stages.map(({ tools, hadFailure }) => ({ tools: [...tools].toSorted(), hadFailure }))
}

/** The order of calls that began in the same millisecond is unknown. */
const isBeside = ({ start, end }: OpenStage, { startedAt }: Step): boolean =>
  startedAt < end || startedAt === start

/** Repeated calls of one tool, for example for each item of a list, are one step. */
const isRepeated = ({ tools }: OpenStage, tool: string): boolean =>
  tools.size === 1 && tools.has(tool)
