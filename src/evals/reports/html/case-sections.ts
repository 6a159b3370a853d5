import { html } from './html.ts'
import type { EvalReport, ReportRun } from '../report-schema.ts'
import { toCost } from '../texts.ts'
import { caseMarks, casesOf } from './case-mark.ts'
import { laterTrial, runArticle } from './run-article.ts'
import { toJsonText } from './to-json-text.ts'

/** A section for each case with its runs; sections with failed runs are open. */
export const caseSections = (report: EvalReport) =>
  casesOf(report).map(({ id, anchor, runs }) => {
    const [first] = runs
    const isOpen = runs.some(({ passed }) => !passed)
    const currency = report.prices?.currency
    return html`<details class="case" id="${anchor}" data-id="${id}" data-tags="${JSON.stringify(first?.tags ?? [])}" ${isOpen ? 'open' : ''}>
      <summary>${id} ${caseMarks(report, runs)} <span class="quiet">${first?.tags.join(', ')}${report.prices ? ` ${toCost(costOf(runs), currency)}` : ''}</span></summary>
      <h3>Asked</h3>
      <ol class="transcript">${first?.messages.map(({ role, content }) => html`<li><span class="quiet">${role}</span><pre>${content}</pre></li>`)}</ol>
      ${first?.user === undefined ? '' : html`<details open><summary>User</summary><pre>${toJsonText(first.user)}</pre></details>`}
      <details><summary>Expected</summary><pre>${toJsonText(first?.expect)}</pre></details>
      ${[...Map.groupBy(runs, ({ adapter }) => adapter).values()].flatMap(([one, ...others]) =>
        one
          ? [runArticle(one, currency), ...others.map((run) => laterTrial(run, one, currency))]
          : [],
      )}
    </details>`
  })

const costOf = (runs: readonly ReportRun[]): number | null =>
  runs.reduce<number | null>(
    (total, { cost = 0 }) => (total === null || cost === null ? null : total + cost),
    0,
  )
