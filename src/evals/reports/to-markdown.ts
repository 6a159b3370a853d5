import type { EvalReport, ReportRun, ReportSummary } from './report-schema.ts'
import {
  describeConnections,
  describeEvaluators,
  describeFlaky,
  describePrices,
  toCost,
  toPercent,
  failureReasons,
} from './texts.ts'

/**
 * Renders the report as Markdown for a pull request or a CI summary: adapters side by side,
 * failures, and changes.
 */
export const toMarkdown = (report: EvalReport): string => {
  const { outcome, summaries, runs, thresholds, comparisons = [], parity, prices } = report
  const failed = runs.filter(({ passed }) => !passed)
  return [
    `## Evaluation: ${outcome === 'passed' ? 'passed' : outcome === 'infrastructure' ? 'not scored' : 'below the thresholds'}`,
    '',
    toTable([
      ['adapter', 'passed', 'rate', '95 % interval', 'tokens', ...(prices ? ['cost'] : [])],
      ...summaries.map((summary) => [
        escape(summary.adapter),
        `${summary.total.passed} of ${summary.total.trials}`,
        toPercent(summary.total.passRate),
        toInterval(summary),
        `${summary.usage.inputTokens + summary.usage.outputTokens}`,
        ...(prices ? [toCost(summary.cost ?? null, prices.currency)] : []),
      ]),
    ]),
    ...[...describeConnections(report), ...describePrices(report)].map(
      (line) => `\n${escape(line)}`,
    ),
    ...summaries
      .flatMap((summary) =>
        describeEvaluators(summary, prices?.currency).map((line) => `${summary.adapter}, ${line}`),
      )
      .map((line) => `\n${escape(line)}`),
    ...thresholds
      .filter(({ holds }) => !holds)
      .map(
        ({ adapter, name, least, value }) =>
          `\n**${escape(adapter)}**: ${escape(name)} ${value === null ? 'was not measured' : `is ${toPercent(value)}`}, at least ${toPercent(least)} is required`,
      ),
    ...comparisons.map(
      ({ adapter, before, after, better, worse, pValue }) =>
        `\n**${escape(adapter)}** compared with the baseline: ${toPercent(before)} before, ${toPercent(after)} now (p = ${pValue.toFixed(3)}); ${better.length} cases better, ${worse.length} worse${worse.length > 0 ? `: ${worse.map(escape).join(', ')}` : ''}`,
    ),
    ...summaries.flatMap(describeFlaky).map((line) => `\n${escape(line)}`),
    ...(parity && parity.differing.length > 0
      ? [
          `\nThe adapters differ in ${parity.differing.length} of ${parity.compared} compared runs: ${parity.differing.map(({ id }) => escape(id)).join(', ')}`,
        ]
      : []),
    ...(failed.length > 0
      ? [
          `\n<details><summary>${failed.length} runs that did not pass</summary>\n`,
          toTable([['case', 'adapter', 'trial', 'why'], ...failed.map(toRow)]),
          '\n</details>',
        ]
      : []),
    '',
  ].join('\n')
}

const toRow = (run: ReportRun): string[] => [
  escape(run.id),
  escape(run.adapter),
  `${run.trial}`,
  failureReasons(run).map(escape).join('<br>'),
]

const toInterval = ({ total: { interval } }: ReportSummary): string =>
  `${toPercent(interval.low)} to ${toPercent(interval.high)}`

const toTable = ([head = [], ...rows]: string[][]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

/** Escapes texts of models and cases, which must not be interpreted as Markdown or HTML. */
const escape = (text: string): string =>
  text
    .replaceAll(/[\\`*_[\]<>|&#~!]/g, (character) => `&#${character.charCodeAt(0)};`)
    .replaceAll(/\s+/g, ' ')
