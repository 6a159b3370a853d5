import type { AccountStatus } from '../../../contract/connected-accounts.ts'
import type { Granted } from '../../auth-schemes/index.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Handle } from '../../platform/database/index.ts'
import type { Events } from '../../platform/events/index.ts'
import { createSecret } from '../../platform/ids.ts'
import { hashToken, unlessDamaged } from '../../platform/secrets/index.ts'
import type { Project } from '../../projects/project.ts'
import { ServiceError } from '../../service-error.ts'
import { waitingStatuses } from '../account-row.ts'
import { activate } from '../activate.ts'
import { accountStore } from '../store.ts'
import { Undone, unlessUndone } from '../undone.ts'
import { confirmationStore } from './store.ts'

type Parts = { database: Database; events: Events; clock: Clock }

export type ConfirmConnection = (project: Project, id: string, code: string) => Promise<AccountStatus>

const lifetimeMs = 10 * 60_000

/** Lets an account wait for its project's word. Answers with the code that the project must give; `undefined` when the account waits for nobody. */
export const awaitConfirmation = async (transaction: Handle, project: Project, id: string, granted: Granted, now: Date): Promise<string | undefined> => {
  const waiting = await accountStore(transaction).updateIn(project.id, id, waitingStatuses, {
    status: 'INITIATED',
    status_reason: 'The user connected the account; it waits for the confirmation by the project',
    updated_at: now.toISOString(),
  })
  if (!waiting) return undefined
  const code = createSecret('cc_', 128)
  await confirmationStore(transaction).put({
    connected_account_id: id,
    project_id: project.id,
    code_hash: hashToken(code),
    secrets: project.dataKey.encrypt(JSON.stringify(granted), { record: id, field: 'granted' }),
    created_at: now.toISOString(),
    expires_at: new Date(now.getTime() + lifetimeMs).toISOString(),
  })
  return code
}

/** Makes an account ACTIVE whose project shows the code that came back with the user. */
export const createConfirmConnection =
  (parts: Parts): ConfirmConnection =>
  async (project, id, code) => {
    const account = await accountStore(parts.database.handle).find(project.id, id)
    if (!account) throw new ServiceError('not_found', `No connected account "${id}"`, { suggestedFix: 'GET /api/v3/connected_accounts lists them' })
    const confirmation = await confirmationStore(parts.database.handle).find(project.id, id)
    const now = parts.clock.now()
    if (!confirmation) throw notWaiting(id, account.status)
    if (confirmation.expires_at <= now.toISOString()) throw tooLate(id)
    if (confirmation.code_hash !== hashToken(code)) {
      throw new ServiceError('invalid_request', `This is not the code of the connection of ${id}`, {
        suggestedFix: 'Give the confirmation_code that came to your callback_url in the browser of the user who connected the account',
        errors: ['body.code: another code was given out'],
      })
    }
    const granted = grantedOf(project, id, confirmation.secrets)
    const confirmed = await unlessUndone(
      parts.database.transaction(async (transaction) => {
        if (!(await activate(transaction, project, id, granted, now))) return false
        if (!(await confirmationStore(transaction).delete(id, confirmation.code_hash))) throw new Undone('The connection was confirmed or made anew at the same time')
        await parts.events.publish(transaction, { type: 'account.active', scope: project.id, data: { id } })
        return true
      }),
    )
    if (!confirmed) throw notWaiting(id)
    return 'ACTIVE'
  }

const grantedOf = (project: Project, id: string, secrets: string): Granted => {
  const text = unlessDamaged(() => project.dataKey.decrypt(secrets, { record: id, field: 'granted' }), () => {
    throw tooLate(id)
  })
  const { values, expiresAt } = JSON.parse(text) as { values: Granted['values']; expiresAt: string | null }
  return { values, expiresAt: expiresAt === null ? null : new Date(expiresAt) }
}

const notWaiting = (id: string, status?: AccountStatus) =>
  new ServiceError('unprocessable', `The connected account ${id} waits for no confirmation${status === undefined ? '' : `; it is ${status}`}`, {
    suggestedFix: 'A code is good once; GET the account to see how it stands',
  })

const tooLate = (id: string) =>
  new ServiceError('unprocessable', `The connection of ${id} was not confirmed in time`, { suggestedFix: `Send the user to a new link: POST /api/v3/connected_accounts/${id}/refresh` })
