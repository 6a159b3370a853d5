import { isObject } from '../../schema/json-schema.ts'
import { costOfRuns, type PriceFile } from '../aggregate/price-file.ts'
import { show } from '../matchers/index.ts'
import { assignCalls } from '../scorers/assign-calls.ts'
import { executedCalls } from '../scorers/executed-calls.ts'
import type { ScoredRun } from '../types.ts'
import type { ReportRun } from './report-schema.ts'
import { sumEvaluators } from './sum-evaluators.ts'

/** Converts a run for a report: plain JSON, with each expected call next to the actual one. */
export const toReportRun = (run: ScoredRun, prices: PriceFile | undefined): ReportRun => {
  const { pairs, extra } = assignCalls(run.case.expect.calls ?? [], executedCalls(run), run.tools)
  return toPlain({
    id: run.case.id,
    tags: run.case.tags ?? [],
    adapter: run.adapter,
    model: run.model,
    trial: run.trial,
    passed: run.passed,
    error: run.error,
    scores: run.scores,
    messages: run.case.messages.map((message) => ({ ...message })),
    expect: run.case.expect,
    pairs: pairs.map(({ expected, call, arguments: score }) => ({
      expected: typeof expected.tool === 'string' ? expected.tool : show(expected.tool),
      called: call?.tool ?? null,
      places:
        score?.parts?.map(({ name: path, value, reason }) => ({
          path,
          expected: readPath(expected.arguments, path),
          actual: readPath(call?.arguments, path),
          value: value ?? 0,
          reason,
        })) ?? [],
    })),
    extraCalls: extra.map(({ tool, arguments: given }) => ({ tool, arguments: given })),
    user: run.case.user,
    conversation: run.conversation,
    steps: run.steps.map((step) => ({
      ...step,
      calls: step.calls.map((call) => ({ ...call, result: call.result })),
    })),
    text: run.text,
    state: run.state,
    usage: run.usage,
    ...(prices && { cost: costOfRuns(prices, [run]) }),
    ...sumEvaluators([run], prices),
    ms: run.ms,
  })
}

/** Cases defined in code may contain functions, which a file cannot. */
const toPlain = (run: ReportRun): ReportRun =>
  JSON.parse(
    JSON.stringify(run, (_name, value: unknown) =>
      typeof value === 'function' ? '(function)' : value,
    ),
  ) as ReportRun

/** Reads the value at a path such as `labels.0`; names may contain dots. */
const readPath = (value: unknown, path: string): unknown => {
  if (path === '') return value
  if (!Array.isArray(value) && !isObject(value)) return undefined
  const entries = new Map(Object.entries(value))
  if (entries.has(path)) return entries.get(path)
  const name = [...entries.keys()].find((key) => path.startsWith(`${key}.`))
  return name === undefined ? undefined : readPath(entries.get(name), path.slice(name.length + 1))
}
