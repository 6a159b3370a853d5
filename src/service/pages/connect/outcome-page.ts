import { html } from 'hono/html'
import type { ConnectOutcome, DeadLink } from '../../accounts/index.ts'
import { headOf } from '../hosted/head.ts'
import type { Page } from '../hosted/layout.ts'
import { link } from '../hosted/link.ts'

type Connected = Extract<ConnectOutcome, { kind: 'connected' }>
type Ended = Exclude<ConnectOutcome, { kind: 'invalid' | 'waiting' | 'unchosen' }>

/** The outcome of connecting, or the next step; `leadsTo` redirects the user without a click. */
export const outcomePage = (outcome: Ended): Page => {
  switch (outcome.kind) {
    case 'provider':
      return {
        title: 'Continue to the provider',
        leadsTo: outcome.url,
        body: html`<h1>Continue to ${new URL(outcome.url).host}</h1>
          <p>${link(outcome.url, 'Continue')}</p>`,
      }
    case 'connected':
      if (outcome.code !== null) return codePage(outcome, outcome.code)
      return {
        title: `${outcome.view.toolkit.name} is connected`,
        ...(outcome.returnTo !== null && { leadsTo: outcome.returnTo }),
        body: html`${headOf(outcome.view)}
          <h1>${outcome.view.toolkit.name} is connected</h1>
          ${outcome.owner === null ? '' : html`<p>It is the account of <strong>${outcome.owner}</strong>.</p>`}
          <div class="notice good" role="status">${
            outcome.confirmed
              ? html`<p>${outcome.view.project.name} can now use it for the user <strong>${outcome.view.userId}</strong>.</p>`
              : html`<p>${outcome.view.project.name} can use it for the user <strong>${outcome.view.userId}</strong> as soon as it has confirmed the connection.</p>`
          }</div>
          ${outcome.returnTo === null ? html`<p>You can close this page.</p>` : html`<p>${link(outcome.returnTo, `Back to ${outcome.view.project.name}`)}</p>`}`,
      }
    case 'failed':
      return {
        title: 'The connection failed',
        status: 400,
        body: html`${outcome.view ? headOf(outcome.view) : ''}
          <h1>The connection failed</h1>
          <div class="notice" role="alert"><p>${outcome.message}</p></div>
          ${outcome.retryToken === null ? '' : html`<p>${link(`/connect/${outcome.retryToken}`, 'Try again')}</p>`}
          ${outcome.returnTo === null ? '' : html`<p><a rel="noreferrer" href="${outcome.returnTo}">Back to ${outcome.view?.project.name ?? 'the application'}</a></p>`}
          ${outcome.retryToken === null && outcome.returnTo === null ? html`<p>Go back to the application that sent you here and ask for a new link.</p>` : ''}`,
      }
    case 'dead':
      return deadPage(outcome.why)
    default:
      return outcome satisfies never
  }
}

/** Does not redirect: the target may be on another device than this browser. */
const codePage = ({ view, owner, returnTo }: Connected, code: string): Page => ({
  title: 'One more step',
  body: html`${headOf(view)}
    <h1>One more step</h1>
    <p>${view.toolkit.name} will be connected once ${view.project.name} knows that you are the user <strong>${view.userId}</strong>.</p>
    ${owner === null ? '' : html`<p>It is the account of <strong>${owner}</strong> there.</p>`}
    ${returnTo === null ? html`<p>Type this code in where you got the link:</p>` : finishHere(returnTo)}
    <p class="code"><strong>${code}</strong></p>
    <p class="quiet">It is valid for 10 minutes. Did somebody send you the link, or does somebody ask you for the code? Then close this page: nothing is connected.</p>`,
})

const finishHere = (returnTo: string) => html`<p>${link(returnTo, 'Finish on this device')}</p>
    <p>Did the link come from another device? Then enter this code there:</p>`

export const deadPage = (why: DeadLink): Page => {
  const { title, text, status } = deadLinks[why]
  return {
    title,
    status,
    body: html`<h1>${title}</h1>
      <p>${text} Go back to the application that sent you here and ask for a new link.</p>`,
  }
}

const deadLinks: Record<DeadLink, { title: string; text: string; status: 404 | 410 | 403 }> = {
  unknown: {
    title: 'There is no such link',
    text: 'It may be incomplete.',
    status: 404,
  },
  expired: {
    title: 'This link has expired',
    text: 'Links for connecting an account are only valid for a short time.',
    status: 410,
  },
  used: {
    title: 'This link was already used',
    text: 'The account was already connected with it, and a link works only once.',
    status: 410,
  },
  elsewhere: {
    title: 'This link is in use',
    text: 'Another browser has begun to connect an account with it.',
    status: 403,
  },
}
