import type { EvalReport, ReportRun } from '../report-schema.ts'
import { html } from './html.ts'

/** A case with its runs, and the anchor of its section. */
export type CaseOfReport = { id: string; anchor: string; runs: ReportRun[] }

/** The cases in the order of the page. Anchors are numbered, as ids may contain any text. */
export const casesOf = ({ runs }: EvalReport): CaseOfReport[] =>
  [...Map.groupBy(runs, ({ id }) => id)].map(([id, ofCase], index) => ({
    id,
    anchor: `case-${index + 1}`,
    runs: ofCase,
  }))

/** For each adapter, how many runs of a case passed. */
export const caseMarks = ({ summaries }: EvalReport, runs: readonly ReportRun[]) =>
  summaries.map(({ adapter }) => {
    const own = runs.filter((run) => run.adapter === adapter)
    const passed = own.filter((run) => run.passed).length
    return html`<span class="${passed === own.length ? 'good' : 'bad'}">${passed === own.length ? '✓' : '✗'} ${adapter} ${passed}/${own.length}</span> `
  })
