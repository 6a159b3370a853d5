import { deleteInBatches } from '../../platform/delete-in-batches.ts'
import { SecretsError } from '../../platform/secrets/index.ts'
import type { Project } from '../../endpoint/index.ts'
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
  for (const row of rows)
    await withProject(
      parts,
      row,
      (project) =>
        expireConfirmation(parts, project, row, {
          from: ['INITIATED'],
          to: 'EXPIRED',
          reason: 'The connection was not confirmed in time',
        }),
      () => store.delete(row.connected_account_id, row.code_hash),
    )
  return rows.length
}

const expireSomeChoices = async (
  parts: ExpiringParts,
  now: string,
  limit: number,
): Promise<number> => {
  const store = choiceStore(parts.database.handle)
  const rows = await store.listExpired(now, limit)
  for (const row of rows)
    await withProject(
      parts,
      row,
      (project) =>
        lapseGrant(
          parts,
          project,
          {
            accountId: row.connected_account_id,
            granted: waitingOf(project, row),
            remove: (transaction) => choiceStore(transaction).delete(row),
          },
          {
            from: ['INITIATED'],
            to: 'EXPIRED',
            reason: 'The user did not complete the connection in time',
          },
        ),
      () => store.delete(row),
    )
  return rows.length
}

/**
 * `remove` is for a row whose project was deleted, or that cannot be read any more since a key or the
 * row is damaged: there is nothing to take back, and the others must not wait for it.
 */
const withProject = async (
  parts: ExpiringParts,
  { project_id: id }: { project_id: string },
  expire: (project: Project) => Promise<unknown>,
  remove: () => Promise<unknown>,
): Promise<void> => {
  try {
    const project = await parts.projects.get(id)
    await (project ? expire(project) : remove())
  } catch (error) {
    if (!(error instanceof SecretsError)) throw error
    await remove()
  }
}
