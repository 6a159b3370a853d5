import { html } from 'hono/html'
import type { RequiredProof, ProofProblem } from '../../approvals/index.ts'
import type { Html } from '../hosted/layout.ts'
import { link } from '../hosted/link.ts'

/** The message above the form when the proof is not accepted. */
export const proofNotice = ({ problem }: RequiredProof): Html | string =>
  problem === null
    ? ''
    : html`<div class="notice" role="alert"><p id="proof-problem">${problems[problem]}</p></div>`

/** The proof of identity: a sign-in or the code, whose field belongs to the form. */
export const signInLink = (
  { signInUrl, takesCode }: RequiredProof,
  projectName: string,
): Html | string => {
  if (signInUrl !== null)
    return html`<p>${link(signInUrl, `Sign in to ${projectName} to decide`)}</p>${takesCode ? html`<p>Or enter the code that you got:</p>` : ''}`
  return takesCode
    ? ''
    : html`<p>Decide in ${projectName}: this page accepts no code for this call.</p>`
}

export const codeField = (
  { problem }: RequiredProof,
  projectName: string,
): Html => html`<div class="field">
  <label for="code">Your code</label>
  <p class="quiet" id="code-hint">${projectName} sent it to you. Give it to nobody, and to no agent: it approves this call.</p>
  <input id="code" name="code" required maxlength="20" autocomplete="one-time-code" autocapitalize="characters" spellcheck="false"
    aria-describedby="code-hint${problem === 'code' ? ' proof-problem' : ''}" ${problem === 'code' ? 'aria-invalid=true' : ''} />
</div>`

const problems: Record<ProofProblem, string> = {
  code: 'That is not the code of this call. Nothing was decided.',
  attempts:
    'Too many wrong codes were entered for this call, so no more are accepted. Nothing was decided.',
  ticket:
    'Your sign-in for this call has expired, or belongs to another call. Nothing was decided.',
}
