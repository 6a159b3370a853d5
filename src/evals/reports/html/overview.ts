import { caseMarks, casesOf } from './case-mark.ts'
import { html } from './html.ts'
import type { EvalReport, ReportSummary } from '../report-schema.ts'
import {
  describeConnections,
  describeFlaky,
  describePrices,
  describeUse,
  outcomeTexts,
  toCost,
  toPercent,
} from '../texts.ts'

/**
 * The results: adapters side by side, thresholds, the baseline, and differences between adapters.
 */
export const overview = (report: EvalReport) => {
  const { summaries, thresholds, comparisons = [], parity, prices } = report
  const cases = casesOf(report)
  const anchors = new Map(cases.map(({ id, anchor }) => [id, anchor]))
  const links = (ids: readonly string[]) =>
    ids.length === 0
      ? 'none'
      : ids.map((id, index) => html`${index > 0 ? ', ' : ''}${caseLink(id, anchors.get(id))}`)
  const failed = cases.filter(({ runs }) => runs.some(({ passed }) => !passed))
  return html`<p><strong class="${report.outcome === 'passed' ? 'good' : 'bad'}">${outcomeTexts[report.outcome]}</strong> <time class="quiet" datetime="${report.createdAt}">${toTime(report.createdAt)}</time></p>
    <div class="scroll" tabindex="0" role="region" aria-label="Results side by side"><table>
      <thead><tr><td></td>${summaries.map(({ adapter }) => html`<th scope="col">${adapter}</th>`)}</tr></thead>
      <tbody>
        ${row('Runs passed', summaries, ({ total }) => `${total.passed} of ${total.trials}`)}
        ${row('Pass rate', summaries, ({ total: { passRate, interval } }) => `${toPercent(passRate)} (${toPercent(interval.low)} to ${toPercent(interval.high)})`)}
        ${ksOf(summaries).map((k) => row(`pass^${k}`, summaries, ({ total }) => toPercent(total.passHat[k] ?? 0)))}
        ${row('Not scored', summaries, ({ infrastructureErrors }) => `${infrastructureErrors}`)}
        ${row('Tokens in, out', summaries, ({ usage }) => `${usage.inputTokens}, ${usage.outputTokens}`)}
        ${prices ? row(`Cost (prices of ${prices.date}, ${prices.source})`, summaries, ({ cost = null }) => toCost(cost, prices.currency)) : row('Cost', summaries, () => 'not calculated: no prices were given')}
        ${summaries.some(({ evaluators }) => evaluators) ? row('Judge and simulated user', summaries, ({ evaluators }) => (evaluators ? describeUse(evaluators, prices?.currency) : 'none')) : ''}
        ${groupsOf(summaries, 'tags').map((tag) => row(`Tag ${tag}`, summaries, ({ tags }) => rateOf(tags, tag)))}
        ${groupsOf(summaries, 'toolkits').map((toolkit) => row(`Toolkit ${toolkit}`, summaries, ({ toolkits }) => rateOf(toolkits, toolkit)))}
      </tbody>
    </table></div>
    <ul>
      ${thresholds.map(({ adapter, name, least, value, holds }) => html`<li class="${holds ? 'good' : 'bad'}">${adapter}: ${name} ${value === null ? 'was not measured' : toPercent(value)}, at least ${toPercent(least)}: ${holds ? 'reached' : 'missed'}</li>`)}
      ${comparisons.map(({ adapter, before, after, better, worse, pValue }) => html`<li>${adapter} compared with the baseline: ${toPercent(before)} before, ${toPercent(after)} now (p = ${pValue.toFixed(3)}). Better: ${links(better)}. Worse: ${links(worse)}.</li>`)}
      ${[...describeConnections(report), ...describePrices(report)].map((line) => html`<li class="bad">${line}</li>`)}
      ${summaries.flatMap(describeFlaky).map((line) => html`<li>${line}</li>`)}
    </ul>
    ${parity ? html`<pre>${parity.text}</pre>` : ''}
    ${
      failed.length > 0
        ? html`<h2>Not passed</h2>
    <ul>${failed.map(({ id, anchor, runs }) => html`<li>${caseLink(id, anchor)} ${caseMarks(report, runs)}</li>`)}</ul>`
        : ''
    }`
}

/** A case of the baseline may not be on the page. */
const caseLink = (id: string, anchor: string | undefined) =>
  anchor === undefined ? id : html`<a href="#${anchor}">${id}</a>`

const toTime = (iso: string): string =>
  `${new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }).format(new Date(iso))} UTC`

const row = (
  name: string,
  summaries: readonly ReportSummary[],
  cell: (summary: ReportSummary) => string,
) =>
  html`<tr><th scope="row">${name}</th>${summaries.map((summary) => html`<td>${cell(summary)}</td>`)}</tr>`

/** With k = 1 this is the pass rate itself. */
const ksOf = (summaries: readonly ReportSummary[]): string[] =>
  [...new Set(summaries.flatMap(({ total }) => Object.keys(total.passHat)))].filter(
    (k) => k !== '1',
  )

const groupsOf = (summaries: readonly ReportSummary[], kind: 'tags' | 'toolkits'): string[] =>
  [...new Set(summaries.flatMap((summary) => Object.keys(summary[kind])))].toSorted()

const rateOf = (groups: ReportSummary['tags'], name: string): string => {
  const group = new Map(Object.entries(groups)).get(name)
  return group ? `${toPercent(group.passRate)}, ${group.passed} of ${group.trials}` : ''
}
