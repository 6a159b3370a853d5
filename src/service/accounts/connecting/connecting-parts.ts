import type { AuthConfigs } from '../../auth-configs/index.ts'
import type { Catalog } from '../../catalog/index.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/index.ts'
import type { Events } from '../../platform/events/index.ts'
import type { Outbound } from '../../platform/outbound/index.ts'
import type { Projects } from '../../projects/index.ts'
import type { CheckConnection } from '../account.ts'
import type { InspectAccount } from '../inspection.ts'
import type { Revocations } from '../revocation.ts'
import type { Attempts } from './attempts.ts'

/** What connecting an account in a browser takes. */
export type ConnectingParts = {
  database: Database
  projects: Projects
  catalog: Catalog
  authConfigs: AuthConfigs
  attempts: Attempts
  checkConnection: CheckConnection
  inspectAccount: InspectAccount
  outbound: Outbound
  revocations: Revocations
  events: Events
  clock: Clock
}
