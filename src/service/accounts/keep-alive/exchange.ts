import type { Granted } from '../../auth-schemes/index.ts'
import type { Project } from '../../endpoint/index.ts'
import type { ChosenAccount } from '../account.ts'
import type { ExchangeParts } from './exchange-parts.ts'
import type { Lease } from './lease.ts'
import { noteFailure } from './note-failure.ts'
import { requestRenewal } from './renewal-request.ts'
import { storeGrant } from './store-grant.ts'

/**
 * Asks the provider once, under a lease, and writes down what came of it before anybody uses it.
 *
 * `undefined`: the lease was lost meanwhile, so what holds now must be read again. Throws a
 * `CredentialError`.
 */
export const exchange = async (
  parts: ExchangeParts,
  project: Project,
  chosen: ChosenAccount,
  lease: Lease,
): Promise<ChosenAccount | undefined> => {
  let granted: Granted
  try {
    granted = await requestRenewal(parts, chosen)
    parts.count({ outcome: 'success' })
  } catch (error) {
    parts.count({ outcome: 'error' })
    return noteFailure(parts, project, chosen, lease, error)
  }
  return storeGrant(parts, project, chosen, lease, granted)
}
