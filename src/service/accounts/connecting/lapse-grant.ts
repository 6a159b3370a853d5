import type { AccountStatus } from '../../../contract/connected-accounts.ts'
import type { AuthConfigs } from '../../auth-configs/index.ts'
import type { Granted } from '../../auth-schemes/index.ts'
import type { Project } from '../../endpoint/index.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Handle } from '../../platform/database/index.ts'
import { encryptValues } from '../account-row.ts'
import type { Revocations } from '../revocation.ts'
import { accountStore } from '../store.ts'
import { SupersededError, ignoreSuperseded } from '../superseded.ts'

export type ExpireConfirmationParts = {
  database: Database
  authConfigs: Pick<AuthConfigs, 'find'>
  revocations: Pick<Revocations, 'enqueue'>
  clock: Clock
}

/** A grant that no account holds yet. `remove` deletes where it is kept; false: it is gone. */
type KeptGrant = {
  accountId: string
  granted: Pick<Granted, 'values'> | undefined
  remove: (transaction: Handle) => Promise<boolean>
}

/** What becomes of an account in one of these states. */
export type Lapsed = { from: readonly AccountStatus[]; to: AccountStatus; reason: string | null }

/**
 * Ends a connection that was never completed: the account is connected to nothing, and the provider
 * is asked to revoke what was granted.
 */
export const lapseGrant = async (
  { database, authConfigs, revocations, clock }: ExpireConfirmationParts,
  project: Project,
  { accountId: id, granted, remove }: KeptGrant,
  { from, to, reason }: Lapsed,
): Promise<void> => {
  const account = await accountStore(database.handle).find(project.id, id)
  const authConfigId = account?.auth_config_id
  const authConfig =
    authConfigId === undefined
      ? undefined
      : (await authConfigs.find(project, [authConfigId])).get(authConfigId)
  await ignoreSuperseded(
    database.transaction(async (transaction) => {
      // The account first, as whoever deletes an account locks them.
      await accountStore(transaction).updateIn(project.id, id, from, {
        status: to,
        status_reason: reason,
        updated_at: clock.now().toISOString(),
      })
      if (!(await remove(transaction)))
        throw new SupersededError('The connection was completed or made anew at the same time')
      if (authConfig && granted)
        await revocations.enqueue(transaction, project, {
          accountId: id,
          authConfig,
          values: encryptValues(project, id, granted.values),
        })
    }),
  )
}
