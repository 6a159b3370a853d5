import type { Project } from '../../endpoint/index.ts'
import { grantedOf } from './granted-of.ts'
import { lapseGrant, type Lapsed, type ExpireConfirmationParts } from './lapse-grant.ts'
import { confirmationStore, type ConfirmationRow } from './store.ts'

export type { ExpireConfirmationParts } from './lapse-grant.ts'

/**
 * Ends a connection that nobody confirmed: the account is connected to nothing, and the provider is
 * asked to revoke what was granted.
 */
export const expireConfirmation = (
  parts: ExpireConfirmationParts,
  project: Project,
  { connected_account_id: accountId, code_hash: codeHash, secrets }: ConfirmationRow,
  lapsed: Lapsed,
): Promise<void> =>
  lapseGrant(
    parts,
    project,
    {
      accountId,
      granted: grantedOf(project, accountId, secrets),
      remove: (transaction) => confirmationStore(transaction).delete(accountId, codeHash),
    },
    lapsed,
  )
