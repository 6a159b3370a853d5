import { isMissingParent, type Handle } from '../platform/database/index.ts'
import { ServiceError } from '../service-error.ts'
import { accountStore } from './store.ts'

/** Adds an account; refuses it (404) when its auth config was deleted since it was read. */
export const insertAccount = async (
  transaction: Handle,
  row: Parameters<ReturnType<typeof accountStore>['insert']>[0],
): Promise<void> => {
  try {
    await accountStore(transaction).insert(row)
  } catch (cause) {
    if (!isMissingParent(cause)) throw cause
    throw new ServiceError(
      'not_found',
      `No auth config "${row.auth_config_id}": it was deleted just now`,
      { suggestedFix: 'GET /api/v3/auth_configs lists them', cause },
    )
  }
}
