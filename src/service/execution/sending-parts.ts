import type { KeepAlive } from '../accounts/index.ts'
import type { ByteBudget } from '../platform/byte-budget.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/index.ts'
import type { Files } from '../platform/files/index.ts'
import type { Outbound } from '../platform/outbound/index.ts'
import type { TextParser } from '../platform/untrusted-text/index.ts'
import type { ExecutionLogs } from './execution-log.ts'

/**
 * The parts that tools, proxy and triggers share to call a third party, keep its files and log the
 * call.
 */
export type SendingParts = {
  database: Database
  keepAlive: KeepAlive
  outbound: Outbound
  files: Files
  texts: TextParser
  bytes: ByteBudget
  logs: ExecutionLogs
  clock: Clock
  publicUrl: () => string
  timeoutMs: number
  maximumResponseBytes: number
}
