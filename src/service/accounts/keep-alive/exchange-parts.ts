import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/index.ts'
import type { Events } from '../../platform/events/index.ts'
import type { Outbound } from '../../platform/outbound/index.ts'
import type { TraceContext } from '../../platform/trace-context.ts'
import type { Revocations } from '../revocation.ts'

export type ExchangeParts = {
  database: Database
  events: Events
  outbound: Outbound
  revocations: Revocations
  clock: Clock
  /** Told of each time a provider was asked. */
  count: (labels: { outcome: 'success' | 'error' }) => void
  /** Of the call that needs the credential. */
  trace?: TraceContext | undefined
}
