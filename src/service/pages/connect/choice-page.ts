import { html } from 'hono/html'
import type { ChoiceView } from '../../accounts/index.ts'
import { headOf } from '../hosted/head.ts'
import type { Html, Page } from '../hosted/layout.ts'
import { toTime } from '../hosted/to-time.ts'

/** What the form of this page answers; undefined: it is another form. */
export const answerIn = (fields: URLSearchParams): string | undefined =>
  fields.has('question') ? (fields.get('instead') ?? fields.get('choice') ?? '') : undefined

/** Asks what the account shall be about; without choices, whether the API shall be asked again. */
export const choicePage = (view: ChoiceView, formToken: string): Page =>
  view.choices.length > 0 ? questionPage(view, formToken) : againPage(view, formToken)

const questionPage = (view: ChoiceView, formToken: string): Page => {
  const { project, toolkit, userId, what, choices, left, problem } = view
  const title = 'Choose what to connect'
  return {
    title: problem === null ? title : `Error: ${title}`,
    status: problem === null ? 200 : 400,
    body: html`${headOf(view)}
      <h1>${title}</h1>
      <p>Your account at ${toolkit.name} has several. Which one may ${project.name} use for the user <strong>${userId}</strong>?</p>
      ${problem === null ? '' : html`<div class="notice" role="alert"><p>${problem}</p></div>`}
      <form method="post" autocomplete="off">
        ${hiddenFields(formToken)}
        <fieldset>
          <legend>${what.join(', ')}</legend>
          ${choices.map(option)}
        </fieldset>
        ${left > 0 ? html`<p class="quiet">${left} more are not shown. Ask ${project.name} for a link to the one that you need.</p>` : ''}
        <button type="submit">Connect</button>
        ${otherAccount}
      </form>
      ${validUntil(view)}`,
  }
}

const option = ({ label, values }: ChoiceView['choices'][number], index: number): Html => {
  const id = `choice-${index}`
  const details = Object.values(values)
    .filter((value) => value !== label)
    .join(', ')
  return html`<div class="option">
    <input type="radio" id="${id}" name="choice" value="${index}" required />
    <label for="${id}">${label}${details === '' ? '' : html` <span class="quiet">${details}</span>`}</label>
  </div>`
}

const againPage = (view: ChoiceView, formToken: string): Page => {
  const { project, toolkit, userId, problem } = view
  const title = `Not connected yet`
  return {
    title,
    body: html`${headOf(view)}
      <h1>${title}</h1>
      <div class="notice" role="alert"><p>${problem ?? `${toolkit.name} could not be asked about your account`}</p></div>
      <p>${project.name} needs this to use ${toolkit.name} for the user <strong>${userId}</strong>. You need not sign in again.</p>
      <form method="post" autocomplete="off">
        ${hiddenFields(formToken)}
        <button type="submit" name="choice" value="again">Try again</button>
        ${otherAccount}
      </form>
      ${validUntil(view)}`,
  }
}

const hiddenFields = (
  formToken: string,
): Html => html`<input type="hidden" name="form_token" value="${formToken}" />
  <input type="hidden" name="question" value="choice" />`

const otherAccount = html`<button type="submit" name="instead" value="other" class="second" formnovalidate>Use another account</button>`

const validUntil = ({ expiresAt }: ChoiceView): Html =>
  html`<p class="quiet">This page is valid until ${toTime(expiresAt)}.</p>`
