import { findDifferences, type Difference } from '../../find-differences.ts'
import type { ReportRun } from '../report-schema.ts'
import { toPercent } from '../texts.ts'
import { html } from './html.ts'
import { toJsonText } from './to-json-text.ts'

/** Where a trial differs from the first one of its adapter: what was called, answered and said. */
export const findTrialDifferences = (first: ReportRun, run: ReportRun): Difference[] =>
  findDifferences(toOutcome(first), toOutcome(run))

/** Ids of calls, times and tokens differ without a meaning. */
const toOutcome = ({ steps, error, scores, state, conversation }: ReportRun) => ({
  ...Object.fromEntries(
    steps.map(({ user, text, calls }, index) => [
      `step ${index + 1}`,
      {
        user,
        text,
        ...Object.fromEntries(
          calls.map(({ id: _id, ...call }, number) => [`call ${number + 1}`, call]),
        ),
      },
    ]),
  ),
  error,
  conversation,
  state,
  scores: Object.fromEntries(
    scores.map(({ name, value }) => [name, value === null ? 'unscored' : toPercent(value)]),
  ),
})

/** The differences as a table, of which the first `shown` rows are included. */
export const differenceTable = (differences: readonly Difference[], trials: [number, number]) =>
  html`<h4>Differences from trial ${trials[0]}</h4>
  <div class="scroll" tabindex="0" role="group" aria-label="Differences of trial ${trials[1]} from trial ${trials[0]}"><table>
    <thead><tr><th scope="col">where</th><th scope="col">trial ${trials[0]}</th><th scope="col">trial ${trials[1]}</th></tr></thead>
    <tbody>${differences.slice(0, shown).map(({ path, one, other }) => html`<tr><th scope="row">${path.join(' › ')}</th><td>${value(one)}</td><td>${value(other)}</td></tr>`)}</tbody>
  </table></div>
  ${differences.length > shown ? html`<p class="quiet">and ${differences.length - shown} more differences</p>` : ''}`

const shown = 20

const value = (given: unknown) =>
  given === undefined
    ? html`<span class="quiet">none</span>`
    : html`<code>${cut(toJsonText(given))}</code>`

const cut = (text: string): string =>
  text.length <= valueLength ? text : `${text.slice(0, valueLength)}…`

const valueLength = 1000
