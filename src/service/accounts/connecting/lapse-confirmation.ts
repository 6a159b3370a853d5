import type { AccountStatus } from '../../../contract/connected-accounts.ts'
import type { AuthConfigs } from '../../auth-configs/index.ts'
import type { Project } from '../../endpoint/index.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/index.ts'
import { encryptValues } from '../account-row.ts'
import type { Revocations } from '../revocation.ts'
import { accountStore } from '../store.ts'
import { Superseded, unlessSuperseded } from '../superseded.ts'
import { grantedOf } from './granted-of.ts'
import { confirmationStore, type ConfirmationRow } from './store.ts'

export type LapsingParts = {
  database: Database
  authConfigs: Pick<AuthConfigs, 'find'>
  revocations: Pick<Revocations, 'enqueue'>
  clock: Clock
}

/**
 * Ends a connection that nobody confirmed: the account is connected to nothing, and the provider is
 * asked to revoke what was granted.
 */
export const lapseConfirmation = async (
  { database, authConfigs, revocations, clock }: LapsingParts,
  project: Project,
  row: ConfirmationRow,
  { from, to, reason }: { from: readonly AccountStatus[]; to: AccountStatus; reason: string },
): Promise<void> => {
  const { connected_account_id: id, code_hash, secrets } = row
  const account = await accountStore(database.handle).find(project.id, id)
  const authConfigId = account?.auth_config_id
  const authConfig =
    authConfigId === undefined
      ? undefined
      : (await authConfigs.find(project, [authConfigId])).get(authConfigId)
  const granted = grantedOf(project, id, secrets)
  await unlessSuperseded(
    database.transaction(async (transaction) => {
      // The account first, as whoever deletes an account locks them.
      await accountStore(transaction).updateIn(project.id, id, from, {
        status: to,
        status_reason: reason,
        updated_at: clock.now().toISOString(),
      })
      if (!(await confirmationStore(transaction).delete(id, code_hash)))
        throw new Superseded('The connection was confirmed or made anew at the same time')
      if (authConfig && granted)
        await revocations.enqueue(transaction, project, {
          accountId: id,
          authConfig,
          values: encryptValues(project, id, granted.values),
        })
    }),
  )
}
