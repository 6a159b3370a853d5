import { html } from 'hono/html'
import type { ConnectView } from '../../accounts/index.ts'
import type { FieldDescriptor } from '../../auth-schemes/index.ts'
import { consentId, consentNotice } from '../hosted/consent.ts'
import type { Html, Page } from '../hosted/layout.ts'
import { toTime } from '../hosted/to-time.ts'
import { userName } from '../hosted/user-name.ts'
import { say, sayText, strong, type Texts } from '../texts/index.ts'

type Problem = { field: string | null; message: string }

/** The field names of the service's forms; user-supplied fields have a prefix. */
export const valuePrefix = 'value.'

/** Asks for the fields of the toolkit's auth scheme, or announces the redirect to the provider. */
export const formPage = (
  texts: Texts,
  view: ConnectView,
  {
    formToken,
    problems = [],
    given = {},
  }: { formToken: string; problems?: Problem[]; given?: Record<string, string> },
): Page => {
  const title = sayText(texts, 'connectTitle', { toolkit: view.toolkit.name })
  const values = { project: view.project.name, toolkit: view.toolkit.name }
  const general = problems.filter(({ field }) => !view.fields.some(({ name }) => name === field))
  return {
    title: problems.length > 0 ? sayText(texts, 'error', { title }) : title,
    status: problems.length > 0 ? 400 : 200,
    of: view,
    body: html`<h1>${title}</h1>
      <p>${say(texts, 'asks', { ...values, user: userName(view.userId) })}</p>
      ${scopeList(texts, view)}
      ${general.length > 0 ? html`<div class="notice" role="alert">${general.map(({ message }) => html`<p>${message}</p>`)}</div>` : ''}
      <form method="post" autocomplete="off">
        <input type="hidden" name="form_token" value="${formToken}" />
        ${view.fields.map((field) =>
          fieldRow(
            texts,
            field,
            given[field.name] ?? view.known[field.name],
            problems.find((problem) => problem.field === field.name),
          ),
        )}
        ${view.goesToProvider ? html`<p>${say(texts, 'signIn', { host: strong(view.providerOrigin === null ? view.toolkit.name : new URL(view.providerOrigin).host) })}</p>` : ''}
        ${consentNotice(texts, view)}
        <button type="submit" aria-describedby="${consentId}">${view.goesToProvider ? say(texts, 'continueTo', values) : texts.connect}</button>
      </form>
      <p class="quiet">${say(texts, 'onlyIf', { ...values, time: toTime(view.expiresAt) })}</p>`,
  }
}

/** What the provider will be asked for, as the toolkit describes it. */
const scopeList = (texts: Texts, { scopes, moreScopes }: ConnectView): Html | string =>
  scopes.length === 0
    ? ''
    : html`<h2>${texts.scopes}</h2>
      <ul>${scopes.map(({ name, description }) => html`<li>${description ?? html`<code>${name}</code>`}</li>`)}${moreScopes > 0 ? html`<li>${say(texts, 'moreScopes', { count: moreScopes })}</li>` : ''}</ul>`

const fieldRow = (
  texts: Texts,
  field: FieldDescriptor,
  value: string | undefined,
  problem: Problem | undefined,
): Html => {
  const id = `field-${field.name}`
  const described = [
    field.description === '' ? undefined : `${id}-help`,
    problem && `${id}-problem`,
  ]
    .filter((name) => name !== undefined)
    .join(' ')
  return html`<div class="field">
    <label for="${id}">${field.displayName}${field.required ? '' : html` <span class="quiet">${texts.optional}</span>`}</label>
    ${field.description === '' ? '' : html`<p class="quiet" id="${id}-help">${field.description}</p>`}
    ${field.url === undefined ? '' : html`<p class="quiet"><a rel="noreferrer" target="_blank" href="${field.url}">${texts.whereToFind}</a></p>`}
    ${input(field, { id, described, value, invalid: problem !== undefined })}
    ${problem ? html`<p class="problem" id="${id}-problem">${problem.message}</p>` : ''}
  </div>`
}

/** A secret is never rendered into the page again. */
const input = (
  field: FieldDescriptor,
  {
    id,
    described,
    value = field.default ?? '',
    invalid,
  }: { id: string; described: string; value: string | undefined; invalid: boolean },
): Html => {
  const name = valuePrefix + field.name
  const required = field.required ? html` required` : ''
  const state = html`${required}${described === '' ? '' : html` aria-describedby="${described}"`}${invalid ? html` aria-invalid="true"` : ''}`
  if (field.oneOf && !field.isSecret)
    return html`<select id="${id}" name="${name}"${state}>${[...(field.required ? [] : ['']), ...field.oneOf].map((choice) => html`<option value="${choice}"${choice === value ? html` selected` : ''}>${choice}</option>`)}</select>`
  if (isLong(field))
    return html`<textarea id="${id}" name="${name}" spellcheck="false" autocomplete="off"${state}></textarea>`
  if (field.isSecret)
    return html`<input id="${id}" name="${name}" type="password" autocomplete="off"${state} />`
  return html`<input id="${id}" name="${name}" type="text" value="${value}" autocomplete="off" autocapitalize="none" spellcheck="false"${state} />`
}

/** Keys and key files have line breaks, which a single-line input would drop. */
const isLong = ({ name }: FieldDescriptor): boolean =>
  name === 'private_key' || name === 'credentials_json'
