import type { ConnectedIdentity } from '../../../contract/connected-accounts.ts'
import { toCredential, type ChosenAccount } from '../../accounts/index.ts'
import type { Toolkit } from '../../catalog/index.ts'
import type { Project } from '../../endpoint/index.ts'
import { probeApi, type ProbeParts } from './probe-api.ts'
import { readIdentity } from './read-identity.ts'

/** What an API says of an account that is connected; `error`: why it says nothing. */
type VerifiedAccount = {
  /** Method and path. */
  request: string
  error: string | null
  identity: ConnectedIdentity | null
}

export type VerifyAccount = (
  project: Project,
  toolkit: Toolkit,
  account: ChosenAccount,
  signal: AbortSignal,
) => Promise<VerifiedAccount | undefined>

/**
 * Asks the API whose account it is, as the recipe of the toolkit says; undefined where it does not
 * say. Nothing of the answer is stored.
 */
export const createVerifyAccount =
  (parts: ProbeParts): VerifyAccount =>
  async (project, toolkit, account, signal) => {
    const { verification } = toolkit.definition.account ?? {}
    if (!verification) return undefined
    const { request, refused, identity } = verification
    const candidate = { project, toolkit, credential: toCredential(account), account, signal }
    const asked = await probeApi(parts, candidate, request, { ...(refused && { refused }) })
    const name = `${request.method} ${request.path}`
    if (asked.kind === 'answered')
      return {
        request: name,
        error: null,
        identity: readIdentity(identity, asked.body, parts.publicUrl()),
      }
    const error = asked.kind === 'refused' ? asked.message : asked.reason
    return { request: name, error, identity: null }
  }
