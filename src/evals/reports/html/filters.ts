import { html } from './html.ts'
import type { EvalReport } from '../report-schema.ts'

/** The form that the script of the page reveals. */
export const filters = ({ summaries, runs }: EvalReport) => {
  const tags = [...new Set(runs.flatMap((run) => run.tags))].toSorted()
  return html`<form id="filters" hidden>
    <label>Case <input type="search" name="text" /></label>
    ${select('Runs', 'status', ['passed', 'failed'])}
    ${select(
      'Adapter',
      'adapter',
      summaries.map(({ adapter }) => adapter),
    )}
    ${select('Tag', 'tag', tags)}
    <output id="shown"></output>
  </form>`
}

const select = (label: string, name: string, values: readonly string[]) =>
  html`<label>${label} <select name="${name}"><option value="">all</option>${values.map((value) => html`<option value="${value}">${value}</option>`)}</select></label>`
