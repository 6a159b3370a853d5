import { html } from 'hono/html'
import type { ConnectOutcome, DeadLink } from '../../accounts/index.ts'
import { consentNotice } from '../hosted/consent.ts'
import type { Html, Page } from '../hosted/layout.ts'
import { link } from '../hosted/link.ts'
import { userName } from '../hosted/user-name.ts'
import { say, sayText, strong, type Texts } from '../texts/index.ts'

type Of<Kind extends ConnectOutcome['kind']> = Extract<ConnectOutcome, { kind: Kind }>
type Ended = Exclude<ConnectOutcome, { kind: 'invalid' | 'waiting' | 'unchosen' }>

/** The outcome of connecting, or the next step; `leadsTo` redirects the user without a click. */
export const outcomePage = (texts: Texts, outcome: Ended): Page => {
  switch (outcome.kind) {
    case 'provider':
      return {
        title: texts.leadTitle,
        leadsTo: outcome.url,
        body: html`<h1>${say(texts, 'leadTo', { host: new URL(outcome.url).host })}</h1>
          <p>${link(outcome.url, texts.goOn)}</p>`,
      }
    case 'connected':
      return outcome.code === null
        ? connectedPage(texts, outcome)
        : codePage(texts, outcome, outcome.code)
    case 'failed':
      return failedPage(texts, outcome)
    case 'dead':
      return deadPage(texts, outcome.why)
    default:
      return outcome satisfies never
  }
}

const connectedPage = (texts: Texts, outcome: Of<'connected'>): Page => {
  const { view, owner, confirmed, returnTo } = outcome
  const values = { project: view.project.name, user: userName(view.userId) }
  const title = sayText(texts, 'connectedTitle', { toolkit: view.toolkit.name })
  return {
    title,
    ...(returnTo !== null && { leadsTo: returnTo }),
    of: view,
    body: html`<h1>${title}</h1>
      ${ownerLine(texts, owner)}
      <div class="notice good" role="status"><p>${say(texts, confirmed ? 'usable' : 'usableLater', values)}</p></div>
      ${returnTo === null ? html`<p>${texts.close}</p>` : html`<p>${link(returnTo, sayText(texts, 'back', { project: view.project.name }))}</p>`}`,
  }
}

const ownerLine = (texts: Texts, owner: string | null): Html | string =>
  owner === null ? '' : html`<p>${say(texts, 'owner', { owner: strong(owner) })}</p>`

const failedPage = (texts: Texts, { view, message, retryToken, returnTo }: Of<'failed'>): Page => {
  const back = sayText(texts, 'back', { project: view?.project.name ?? null })
  return {
    title: texts.failedTitle,
    status: 400,
    ...(view && { of: view }),
    body: html`<h1>${texts.failedTitle}</h1>
      <div class="notice" role="alert"><p>${message}</p></div>
      ${retryToken === null ? '' : html`<p>${link(`/connect/${retryToken}`, texts.tryAgain)}</p>`}
      ${returnTo === null ? '' : html`<p><a rel="noreferrer" href="${returnTo}">${back}</a></p>`}
      ${retryToken === null && returnTo === null ? html`<p>${texts.askNewLink}</p>` : ''}`,
  }
}

/** Does not redirect: the target may be on another device than this browser. */
const codePage = (
  texts: Texts,
  { view, owner, returnTo }: Of<'connected'>,
  code: string,
): Page => ({
  title: texts.codeTitle,
  of: view,
  body: html`<h1>${texts.codeTitle}</h1>
    <p>${say(texts, 'codeWill', {
      toolkit: view.toolkit.name,
      project: view.project.name,
      user: userName(view.userId),
    })}</p>
    ${ownerLine(texts, owner)}
    ${consentNotice(texts, view, texts.codeAsked)}
    ${returnTo === null ? html`<p>${texts.codeType}</p>` : finishHere(texts, returnTo)}
    <p class="code"><strong>${code}</strong></p>
    <p class="quiet">${texts.codeValid}</p>`,
})

const finishHere = (
  texts: Texts,
  returnTo: string,
) => html`<p>${link(returnTo, texts.finishHere)}</p>
    <p>${texts.otherDevice}</p>`

export const deadPage = (texts: Texts, why: DeadLink): Page => {
  const title = texts[`${why}Title`]
  return {
    title,
    status: deadStatus[why],
    body: html`<h1>${title}</h1>
      <p>${texts[why]} ${texts.askNewLink}</p>`,
  }
}

const deadStatus: Record<DeadLink, 404 | 410 | 403> = {
  unknown: 404,
  expired: 410,
  used: 410,
  elsewhere: 403,
}
