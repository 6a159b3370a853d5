import { html } from './html.ts'
import type { ReportRun } from '../report-schema.ts'
import { describeEvaluators, describeUse, toPercent, failureReasons } from '../texts.ts'
import { toJsonText } from './to-json-text.ts'
import { differenceTable, findTrialDifferences } from './trial-differences.ts'

type Content = ReturnType<typeof html>

/** One run: why it passed or failed, its calls next to the expected ones, and the conversation. */
export const runArticle = (run: ReportRun, currency: string | undefined) =>
  article(run, currency, html`${reasons(run)}${details(run)}`)

/** A later trial of the same adapter: where it differs from the first, and the rest on request. */
export const laterTrial = (run: ReportRun, first: ReportRun, currency: string | undefined) => {
  const differences = findTrialDifferences(first, run)
  return article(
    run,
    currency,
    differences.length === 0
      ? html`<p>The same as trial ${first.trial}</p>`
      : html`${reasons(run)}${differenceTable(differences, [first.trial, run.trial])}<details><summary>Trial ${run.trial} in full</summary>${details(run)}</details>`,
  )
}

const article = (run: ReportRun, currency: string | undefined, content: Content) =>
  html`<article data-status="${run.passed ? 'passed' : 'failed'}" data-adapter="${run.adapter}">
    <h3>${run.adapter}${run.trial > 1 ? `, trial ${run.trial}` : ''}: <span class="${run.passed ? 'good' : 'bad'}">${run.passed ? 'passed' : 'not passed'}</span></h3>
    <p class="quiet">${[`${run.model ?? 'The model was not called'}, ${run.ms} ms, ${describeUse(run, currency)}`, ...describeEvaluators(run, currency)].join('. ')}</p>
    ${content}
  </article>`

const reasons = (run: ReportRun) =>
  run.passed
    ? ''
    : html`<ul class="bad">${failureReasons(run).map((reason) => html`<li>${reason}</li>`)}</ul>`

const details = (run: ReportRun) =>
  html`<p>${run.scores.map(({ name, value }) => html`<span class="${value === 1 ? 'good' : value === null ? 'quiet' : 'bad'}">${name} ${value === null ? 'unscored' : toPercent(value)}</span> `)}</p>
    ${run.pairs.map(pairTable)}
    ${run.extraCalls.length > 0 ? html`<h4>Calls that match no expected one</h4><ul>${run.extraCalls.map((call) => html`<li>${call.tool} <code>${toJsonText(call.arguments)}</code></li>`)}</ul>` : ''}
    <details><summary>Transcript</summary><ol class="transcript">${run.steps.map(transcriptStep)}</ol>${end(run)}</details>`

const end = ({ conversation }: ReportRun) =>
  conversation === undefined
    ? ''
    : html`<p class="quiet">The user wrote ${conversation.turns} messages${conversation.reached === undefined ? '' : conversation.reached ? ' and reached the goal' : ' and did not reach the goal'}. ${conversation.reason}</p>`

const pairTable = ({ expected, called, places }: ReportRun['pairs'][number]) =>
  html`<h4>${expected}${called === null ? html` <span class="bad">was not called</span>` : ''}</h4>
  ${
    places.length === 0
      ? ''
      : html`<div class="scroll" tabindex="0" role="group" aria-label="Arguments of ${expected}"><table>
    <thead><tr><th scope="col">argument</th><th scope="col">expected</th><th scope="col">actual</th><th scope="col">verdict</th></tr></thead>
    <tbody>${places.map(({ path, expected: wanted, actual, value, reason }) => html`<tr><th scope="row">${path === '' ? 'all' : path}</th><td><code>${toJsonText(wanted)}</code></td><td><code>${toJsonText(actual)}</code></td><td class="${value === 1 ? 'good' : 'bad'}">${value === 1 ? '✓ correct' : `✗ ${reason}`}</td></tr>`)}</tbody>
  </table></div>`
  }`

const transcriptStep = ({ user, text, calls }: ReportRun['steps'][number]) =>
  html`${user === undefined ? '' : html`<li><span class="quiet">user</span><pre>${user}</pre></li>`}<li>${text === '' ? '' : html`<pre>${text}</pre>`}${calls.map((call) => html`<p>${call.tool}</p><pre>${toJsonText(call.arguments)}</pre><p class="${typeof call.error === 'string' ? 'bad' : 'quiet'}">${typeof call.error === 'string' ? 'failed' : 'answered'}</p><pre>${typeof call.error === 'string' ? call.error : toJsonText(call.result)}</pre>`)}</li>`
