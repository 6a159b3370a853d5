import { html } from './html.ts'
import type { EvalReport, ReportRun } from '../report-schema.ts'
import { runArticle } from './run-article.ts'
import { toJsonText } from './to-json-text.ts'

/** A section for each case with its runs; sections with failed runs are open. */
export const caseSections = ({ runs, summaries }: EvalReport) =>
  [...Map.groupBy(runs, ({ id }) => id)].map(([id, ofCase]) => {
    const [first] = ofCase
    const isOpen = ofCase.some(({ passed }) => !passed)
    return html`<details class="case" data-id="${id}" data-tags="${JSON.stringify(first?.tags ?? [])}" ${isOpen ? 'open' : ''}>
      <summary>${id} ${summaries.map(({ adapter }) =>
        mark(
          adapter,
          ofCase.filter((run) => run.adapter === adapter),
        ),
      )} <span class="quiet">${first?.tags.join(', ')}</span></summary>
      <h3>Asked</h3>
      <ol class="transcript">${first?.messages.map(({ role, content }) => html`<li><span class="quiet">${role}</span><pre>${content}</pre></li>`)}</ol>
      <details><summary>Expected</summary><pre>${toJsonText(first?.expect)}</pre></details>
      ${ofCase.map(runArticle)}
    </details>`
  })

const mark = (adapter: string, runs: readonly ReportRun[]) => {
  const passed = runs.filter((run) => run.passed).length
  return html`<span class="${passed === runs.length ? 'good' : 'bad'}">${passed === runs.length ? '✓' : '✗'} ${adapter} ${passed}/${runs.length}</span> `
}
