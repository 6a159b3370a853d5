import { deleteInBatches } from '../../platform/delete-in-batches.ts'
import type { Projects } from '../../projects/index.ts'
import { waitingOf } from './choice-row.ts'
import { expireConfirmation, type ExpireConfirmationParts } from './expire-confirmation.ts'
import { lapseGrant } from './lapse-grant.ts'
import { choiceStore, confirmationStore } from './store.ts'
import { linkStore } from '../store.ts'

export type ExpiringParts = ExpireConfirmationParts & { projects: Pick<Projects, 'get'> }

/** Expires the connections that were not made, or not confirmed, in time. */
export const expireLinks = async (parts: ExpiringParts): Promise<void> => {
  const { database, clock } = parts
  const now = clock.now()
  const links = linkStore(database.handle)
  await deleteInBatches((limit) => expireSomeConfirmations(parts, now.toISOString(), limit))
  await deleteInBatches((limit) => expireSomeChoices(parts, now.toISOString(), limit))
  await links.expireAccounts(now.toISOString(), 'The link expired before the account was connected')
}

const expireSomeConfirmations = async (
  parts: ExpiringParts,
  now: string,
  limit: number,
): Promise<number> => {
  const store = confirmationStore(parts.database.handle)
  const rows = await store.listExpired(now, limit)
  for (const row of rows) {
    const project = await parts.projects.get(row.project_id)
    if (project)
      await expireConfirmation(parts, project, row, {
        from: ['INITIATED'],
        to: 'EXPIRED',
        reason: 'The connection was not confirmed in time',
      })
    // Its project was deleted.
    else await store.delete(row.connected_account_id, row.code_hash)
  }
  return rows.length
}

const expireSomeChoices = async (
  parts: ExpiringParts,
  now: string,
  limit: number,
): Promise<number> => {
  const store = choiceStore(parts.database.handle)
  const rows = await store.listExpired(now, limit)
  for (const row of rows) {
    const { connected_account_id: accountId } = row
    const project = await parts.projects.get(row.project_id)
    if (project)
      await lapseGrant(
        parts,
        project,
        {
          accountId,
          granted: waitingOf(project, row),
          remove: (transaction) => choiceStore(transaction).delete(row),
        },
        {
          from: ['INITIATED'],
          to: 'EXPIRED',
          reason: 'The user did not complete the connection in time',
        },
      )
    // Its project was deleted.
    else await store.delete(row)
  }
  return rows.length
}
