import { html } from 'hono/html'
import type { ChoiceView } from '../../accounts/index.ts'
import { consentId, consentNotice } from '../hosted/consent.ts'
import type { Html, Page } from '../hosted/layout.ts'
import { toTime } from '../hosted/to-time.ts'
import { userName } from '../hosted/user-name.ts'
import { say, sayText, type Texts } from '../texts/index.ts'

/** What the form of this page answers; undefined: it is another form. */
export const answerIn = (fields: URLSearchParams): string | undefined =>
  fields.has('question') ? (fields.get('instead') ?? fields.get('choice') ?? '') : undefined

/** Asks what the account shall be about; without choices, whether the API shall be asked again. */
export const choicePage = (texts: Texts, view: ChoiceView, formToken: string): Page =>
  view.choices.length > 0 ? questionPage(texts, view, formToken) : againPage(texts, view, formToken)

const valuesOf = ({ project, toolkit, userId }: ChoiceView) => ({
  project: project.name,
  toolkit: toolkit.name,
  user: userName(userId),
})

const questionPage = (texts: Texts, view: ChoiceView, formToken: string): Page => {
  const { project, what, choices, left, problem } = view
  const title = texts.chooseTitle
  return {
    title: problem === null ? title : sayText(texts, 'error', { title }),
    status: problem === null ? 200 : 400,
    of: view,
    body: html`<h1>${title}</h1>
      <p>${say(texts, 'choose', valuesOf(view))}</p>
      ${problem === null ? '' : html`<div class="notice" role="alert"><p>${problem}</p></div>`}
      <form method="post" autocomplete="off">
        ${hiddenFields(formToken)}
        <fieldset>
          <legend>${what.join(', ')}</legend>
          ${choices.map(option)}
        </fieldset>
        ${left > 0 ? html`<p class="quiet">${say(texts, 'moreChoices', { count: left, project: project.name })}</p>` : ''}
        ${consentNotice(texts, view)}
        <button type="submit" aria-describedby="${consentId}">${texts.connect}</button>
        ${otherAccount(texts)}
      </form>
      ${validUntil(texts, view)}`,
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

const againPage = (texts: Texts, view: ChoiceView, formToken: string): Page => ({
  title: texts.notYetTitle,
  of: view,
  body: html`<h1>${texts.notYetTitle}</h1>
    <div class="notice" role="alert"><p>${view.problem ?? say(texts, 'notAsked', valuesOf(view))}</p></div>
    <p>${say(texts, 'needs', valuesOf(view))}</p>
    <form method="post" autocomplete="off">
      ${hiddenFields(formToken)}
      ${consentNotice(texts, view)}
      <button type="submit" name="choice" value="again" aria-describedby="${consentId}">${texts.tryAgain}</button>
      ${otherAccount(texts)}
    </form>
    ${validUntil(texts, view)}`,
})

const hiddenFields = (
  formToken: string,
): Html => html`<input type="hidden" name="form_token" value="${formToken}" />
  <input type="hidden" name="question" value="choice" />`

const otherAccount = (texts: Texts) =>
  html`<button type="submit" name="instead" value="other" class="second" formnovalidate>${texts.otherAccount}</button>`

const validUntil = (texts: Texts, { expiresAt }: ChoiceView): Html =>
  html`<p class="quiet">${say(texts, 'validUntil', { time: toTime(expiresAt) })}</p>`
