import type { EvalReport, ReportRun, ReportSummary } from './report-schema.ts'
import {
  describeConnections,
  describeEvaluators,
  describeFlaky,
  describePrices,
  describeUse,
  outcomeTexts,
  toPercent,
  failureReasons,
} from './texts.ts'

/**
 * Renders the report for a terminal: each adapter, failures with reasons, changes, and thresholds.
 */
export const toTerminal = (report: EvalReport): string => {
  const { summaries, runs, thresholds, comparisons = [], parity, prices } = report
  const failed = runs.filter(({ passed }) => !passed)
  return [
    ...summaries.flatMap((summary) => describeSummary(summary, prices?.currency)),
    ...describePrices(report),
    ...(failed.length > 0 ? ['', 'Not passed', ...describeFailures(failed)] : []),
    ...summaries.flatMap(describeFlaky).flatMap((line) => ['', line]),
    ...comparisons.flatMap(describeComparison),
    ...(parity ? ['', parity.text] : []),
    '',
    ...describeConnections(report),
    ...thresholds.map(
      ({ adapter, name, least, value, holds }) =>
        `${holds ? 'reached' : 'MISSED '}  ${adapter}  ${name} ${value === null ? 'was not measured' : toPercent(value)}, at least ${toPercent(least)}`,
    ),
    outcomeTexts[report.outcome],
  ].join('\n')
}

const describeSummary = (summary: ReportSummary, currency: string | undefined): string[] => {
  const { adapter, total, tags, toolkits, infrastructureErrors } = summary
  return [
    `${adapter}: ${total.passed} of ${total.trials} runs passed, ${toPercent(total.passRate)} (${toPercent(total.interval.low)} to ${toPercent(total.interval.high)} with 95 % confidence), ${total.cases} cases`,
    ...describeTries(total),
    ...describeGroups('tags', tags),
    ...describeGroups('toolkits', toolkits),
    `  ${describeUse(summary, currency)}`,
    ...describeEvaluators(summary, currency).map((line) => `  ${line}`),
    ...(infrastructureErrors > 0 ? [`  ${infrastructureErrors} runs could not be scored`] : []),
  ]
}

/** With one trial this is the pass rate itself. */
const describeTries = ({ passAt, passHat }: ReportSummary['total']): string[] => {
  const tries = Object.keys(passHat)
    .slice(1)
    .map((k) => `pass@${k} ${toPercent(passAt[k] ?? 0)}, pass^${k} ${toPercent(passHat[k] ?? 0)}`)
  return tries.length > 0 ? [`  ${tries.join('; ')}`] : []
}

const describeGroups = (name: string, groups: ReportSummary['tags']): string[] => {
  const parts = Object.entries(groups).map(
    ([group, { passRate }]) => `${group} ${toPercent(passRate)}`,
  )
  return parts.length > 0 ? [`  ${name}: ${parts.join(', ')}`] : []
}

/** Merges identical failures of several runs. */
const describeFailures = (runs: readonly ReportRun[]): string[] =>
  [...Map.groupBy(runs, (run) => JSON.stringify([run.id, ...failureReasons(run)]))].flatMap(
    ([, alike]) => {
      const [first] = alike
      const names = alike.map(({ adapter, trial }) =>
        trial > 1 ? `${adapter} trial ${trial}` : adapter,
      )
      return first
        ? [
            `  ${first.id} (${names.join(', ')})`,
            ...failureReasons(first).map((line) => `    ${line}`),
          ]
        : []
    },
  )

const describeComparison = ({
  adapter,
  cases,
  before,
  after,
  better,
  worse,
  added,
  removed,
  pValue,
}: NonNullable<EvalReport['comparisons']>[number]): string[] => [
  '',
  `${adapter} compared with the baseline, over ${cases} cases: ${toPercent(before)} before, ${toPercent(after)} now (p = ${pValue.toFixed(3)})`,
  ...(better.length > 0 ? [`  better: ${better.join(', ')}`] : []),
  ...(worse.length > 0 ? [`  worse: ${worse.join(', ')}`] : []),
  ...(added.length > 0 ? [`  new: ${added.join(', ')}`] : []),
  ...(removed.length > 0 ? [`  removed: ${removed.join(', ')}`] : []),
]
