import { html } from 'hono/html'
import type { RequiredProof, ProofProblem } from '../../approvals/index.ts'
import type { Html } from '../hosted/layout.ts'
import { link } from '../hosted/link.ts'
import { say, sayText, type Texts } from '../texts/index.ts'

/** The message above the form when the proof is not accepted. */
export const proofNotice = (texts: Texts, { problem }: RequiredProof): Html | string =>
  problem === null
    ? ''
    : html`<div class="notice" role="alert"><p id="proof-problem">${texts[problems[problem]]}</p></div>`

/** The proof of identity: a sign-in or the code, whose field belongs to the form. */
export const signInLink = (
  texts: Texts,
  { signInUrl, takesCode }: RequiredProof,
  project: string | null,
): Html | string => {
  if (signInUrl !== null)
    return html`<p>${link(signInUrl, sayText(texts, 'signInTo', { project }))}</p>${takesCode ? html`<p>${texts.orCode}</p>` : ''}`
  return takesCode ? '' : html`<p>${say(texts, 'noCode', { project })}</p>`
}

export const codeField = (
  texts: Texts,
  { problem }: RequiredProof,
  project: string | null,
): Html => html`<div class="field">
  <label for="code">${texts.code}</label>
  <p class="quiet" id="code-hint">${say(texts, 'codeHint', { project })}</p>
  <input id="code" name="code" required maxlength="20" autocomplete="one-time-code" autocapitalize="characters" spellcheck="false"
    aria-describedby="code-hint${problem === 'code' ? ' proof-problem' : ''}" ${problem === 'code' ? 'aria-invalid=true' : ''} />
</div>`

const problems = {
  code: 'wrongCode',
  attempts: 'tooManyCodes',
  ticket: 'wrongTicket',
} as const satisfies Record<ProofProblem, keyof Texts>
