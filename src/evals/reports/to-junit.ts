import { isUnscored } from '../is-unscored.ts'
import type { EvalReport, ReportRun } from './report-schema.ts'
import { failureReasons } from './texts.ts'

/** Renders the report as JUnit XML for CI systems: a suite per adapter, a test per run. */
export const toJunit = ({ summaries, runs, createdAt }: EvalReport): string => {
  const suites = summaries.map(({ adapter }) =>
    toSuite(
      adapter,
      runs.filter((run) => run.adapter === adapter),
      createdAt,
    ),
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${suites.join('')}</testsuites>\n`
}

const toSuite = (adapter: string, runs: readonly ReportRun[], createdAt: string): string => {
  const errors = runs.filter(isError).length
  const failures = runs.filter((run) => !run.passed && !isError(run)).length
  const seconds = toSeconds(runs.reduce((total, { ms }) => total + ms, 0))
  const counts = `tests="${runs.length}" failures="${failures}" errors="${errors}" time="${seconds}" timestamp="${createdAt}"`
  return `  <testsuite name="${escapeXml(adapter)}" ${counts}>\n${runs.map(toTest).join('')}  </testsuite>\n`
}

/** Results that do not reflect on the model are errors, not failures. */
const isError = ({ error }: ReportRun): boolean => isUnscored(error)

const toTest = (run: ReportRun): string => {
  const open = `    <testcase classname="${escapeXml(run.adapter)}" name="${escapeXml(run.trial > 1 ? `${run.id} (trial ${run.trial})` : run.id)}" time="${toSeconds(run.ms)}"`
  if (run.passed) return `${open}/>\n`
  const [first = '', ...others] = failureReasons(run)
  const kind = isError(run) ? 'error' : 'failure'
  return `${open}>\n      <${kind} message="${escapeXml(first)}">${escapeXml([first, ...others].join('\n'))}</${kind}>\n    </testcase>\n`
}

const toSeconds = (ms: number): string => (ms / 1000).toFixed(3)

/** XML cannot represent most control characters, so they are removed. */
const escapeXml = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
