import type { Handle } from '../platform/database/index.ts'
import type { Project } from '../endpoint/index.ts'
import { encryptValues, toGrantColumns, waitingStatuses } from './account-row.ts'
import { toInspectionColumns } from './account-inspection.ts'
import type { InspectedGrant } from './inspection.ts'
import { accountStore } from './store.ts'

/**
 * Makes an account ACTIVE that waits for its user; it then holds exactly these values.
 *
 * False when the account was deleted, or connected by a concurrent request: no account then holds
 * the grant.
 */
export const activate = (
  transaction: Handle,
  project: Project,
  id: string,
  { values, expiresAt, about }: InspectedGrant,
  now: Date,
): Promise<boolean> =>
  accountStore(transaction).updateIn(project.id, id, waitingStatuses, {
    status: 'ACTIVE',
    status_reason: null,
    values: encryptValues(project, id, values),
    ...toInspectionColumns(about),
    ...toGrantColumns({ at: now, expiresAt }),
    updated_at: now.toISOString(),
  })
