import { compareWithBaseline } from '../aggregate/compare-with-baseline.ts'
import { costOfRuns, type PriceFile } from '../aggregate/price-file.ts'
import { summarize, type Summary } from '../aggregate/summarize.ts'
import { replaceSecrets } from '../cassettes/replace-secrets.ts'
import { compareRuns } from '../parity/compare-runs.ts'
import { countMissingConnections } from '../scorers/missing-connections.ts'
import { checkThresholds, toolkitsOfThresholds, type Threshold } from '../suite/thresholds.ts'
import type { ScoredRun } from '../types.ts'
import type { EvalReport } from './report-schema.ts'
import { sumEvaluators } from './sum-evaluators.ts'
import { toReportRun } from './to-report-run.ts'

export type ReportOptions = {
  /** Thresholds that each adapter must reach; by default every run must pass. */
  thresholds?: readonly Threshold[] | undefined
  /** An earlier report to compare with. */
  baseline?: EvalReport | undefined
  prices?: PriceFile | undefined
  createdAt?: Date | undefined
  /**
   * Texts that must not be in the report, such as a key that a server repeats in an error. They are
   * replaced by "[secret]" wherever they occur, so that short words are no use here.
   */
  secrets?: readonly string[] | undefined
}

/**
 * Summarizes the runs of a suite in a report. It is plain JSON, and all report formats are created
 * from it.
 *
 * @example
 * const report = createReport(await runSuite(suite), { thresholds: [{ name: 'pass', least: 0.9 }] })
 * await writeFile('report.html', toHtml(report))
 */
export const createReport = (
  runs: readonly ScoredRun[],
  {
    thresholds = [{ name: 'pass', least: 1 }],
    baseline,
    prices,
    createdAt = new Date(),
    secrets = [],
  }: ReportOptions = {},
): EvalReport => {
  const summaries = summarize(runs, toolkitsOfThresholds(thresholds))
  const checked = checkThresholds(summaries, thresholds)
  const missingConnections = countMissingConnections(runs)
  // A report is shared, so it must not contain keys or links that connect an account.
  return replaceSecrets<EvalReport>(
    {
      version: 1,
      createdAt: createdAt.toISOString(),
      outcome: summaries.some(({ infrastructureErrors }) => infrastructureErrors > 0)
        ? 'infrastructure'
        : checked.every(({ holds }) => holds)
          ? 'passed'
          : 'below-thresholds',
      thresholds: checked,
      summaries: summaries.map((summary) => {
        const own = runs.filter(({ adapter }) => adapter === summary.adapter)
        return {
          ...summary,
          ...(prices && { cost: costOfRuns(prices, own) }),
          ...sumEvaluators(own, prices),
        }
      }),
      ...(baseline && { comparisons: compareAdapters(baseline, summaries) }),
      ...(summaries.length > 1 && { parity: compareRuns(runs) }),
      ...(missingConnections.length > 0 && { missingConnections }),
      ...(prices && {
        prices: { date: prices.date, currency: prices.currency, source: prices.source },
      }),
      runs: runs.map((run) => toReportRun(run, prices)),
    },
    secrets,
  )
}

const compareAdapters = (
  baseline: EvalReport,
  summaries: readonly Summary[],
): EvalReport['comparisons'] =>
  summaries.flatMap(({ adapter, cases }) => {
    const before = baseline.summaries.find((summary) => summary.adapter === adapter)
    return before ? [{ adapter, ...compareWithBaseline(before.cases, cases) }] : []
  })
