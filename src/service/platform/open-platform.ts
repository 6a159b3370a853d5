import { createByteBudget, defaultBytesInFlight, type ByteLimits } from './byte-budget.ts'
import { systemClock, type Clock } from './clock.ts'
import {
  databaseMigrations,
  openDatabase,
  openDatabaseClock,
  type Database,
  type DatabaseSettings,
} from './database/index.ts'
import { createEvents, eventRetention, eventsMigrations } from './events/index.ts'
import { createFiles, fileRetention, filesMigrations } from './files/index.ts'
import { createJobs, jobsMigrations } from './jobs/index.ts'
import { listMigrations, scheduleTidying } from './lists/index.ts'
import { createLog, type Log } from './log.ts'
import { createMcpClient } from './mcp-client/index.ts'
import { measurePlatform } from './measure-platform.ts'
import type { Metrics, MetricsAddress } from './metrics/index.ts'
import { createOnce, onceMigrations, onceRetention } from './once/index.ts'
import { openTelemetry } from './open-telemetry.ts'
import {
  createOutbound,
  recordOutbound,
  trustedCertificates,
  watchOutbound,
  type OutboundProxy,
  type RecordingOptions,
  type Resolve,
} from './outbound/index.ts'
import { createProjector } from './projection/index.ts'
import { createRateLimit, rateLimitMigrations, rateLimitRetention } from './rate-limit/index.ts'
import { toKept, type KeptName } from './retention/index.ts'
import { createSecrets, parseKeyRing } from './secrets/index.ts'
import { createTextParser } from './untrusted-text/index.ts'

type PlatformSettings = {
  database: DatabaseSettings
  rootKeys: string
  logLevel: string
  egressAllow: string[]
  extraCa?: string
  outboundProxy?: OutboundProxy
  recording?: RecordingOptions
  metrics?: MetricsAddress
  bytesInFlight?: ByteLimits
  rateLimitPerMinute?: number
  publicUrl?: string
  /** How long logs, results and finished deliveries are kept. */
  retentionDays: number
  /** How many days or hours the rest is kept, where not by default. */
  kept?: Partial<Record<KeptName, number>>
}

/** Injected by tests: the time, the destination of the log, and DNS results. */
export type Overrides = {
  clock?: Clock
  writeLog?: { write(line: string): void }
  resolve?: Resolve
}

/** Closes something that was opened. */
export type Closer = () => unknown

/** The infrastructure that every capability uses. */
export type Platform = Awaited<ReturnType<typeof openPlatform>>

/** How long running jobs may continue when the service stops; then another node repeats them. */
const jobsGraceMs = 10_000

/** What changes while the service runs. */
export type Reloadable = { logLevel: string; egressAllow: readonly string[] }

const closeLater = <Part extends { close: Closer }>(part: Part, closers: Closer[]): Part => {
  closers.push(part.close)
  return part
}

const migrations = {
  ...databaseMigrations,
  ...jobsMigrations,
  ...eventsMigrations,
  ...filesMigrations,
  ...listMigrations,
  ...onceMigrations,
  ...rateLimitMigrations,
}

/**
 * Opens the infrastructure that every capability uses: the database, the queues, outbound requests
 * and telemetry. The function that closes each part is added to `closers`, which are called in
 * reverse order. The tables exist after `database.migrate`, and jobs run after `jobs.start`.
 */
export const openPlatform = async (
  settings: PlatformSettings,
  { clock: given, writeLog, resolve }: Overrides,
  closers: Closer[],
) => {
  const log = createLog(settings.logLevel, writeLog)
  const secrets = createSecrets(parseKeyRing(settings.rootKeys))
  const telemetry = await openTelemetry({ metrics: settings.metrics, log })
  closers.push(telemetry.close)
  const { metrics, tracing } = telemetry
  const database = await openDatabase(settings.database, closers)
  const clock = given ?? (await openClock({ database, log, metrics }, closers))
  const { outbound, allowOnly } = openOutbound(settings, { resolve, metrics, tracing })
  closers.push(outbound.close)
  const jobs = createJobs(database, { clock, log, tracing, ...postgresOf(settings.database) })
  closers.push(() => jobs.stop({ graceMs: jobsGraceMs }))
  measurePlatform({ metrics, database, jobs, settings })
  const events = createEvents(database, jobs, { clock })
  scheduleTidying({ database, events, jobs })
  const texts = closeLater(createTextParser({ metrics }), closers)
  const projector = closeLater(createProjector(), closers)
  const files = createFiles(database, { clock })
  const kept = toKept({ ...settings.kept, logs: settings.retentionDays })
  const once = createOnce(database, { clock, keptMs: kept.keys.afterMs })
  const rateLimit = settings.rateLimitPerMinute
    ? createRateLimit(database, { limit: settings.rateLimitPerMinute, clock })
    : undefined
  const { withMcpServer, close: endMcpSessions } = createMcpClient({ texts })
  closers.push(endMcpSessions)
  return {
    clock,
    log,
    metrics,
    tracing,
    secrets,
    database,
    outbound,
    /** Additional certificate authorities for outbound requests, in PEM. */
    trustedCertificates: () => trustedCertificates(settings.extraCa),
    jobs,
    events,
    texts,
    projector,
    files,
    once,
    rateLimit,
    withMcpServer,
    bytes: createByteBudget(settings.bytesInFlight ?? defaultBytesInFlight),
    ...createAddress(settings.publicUrl),
    migrations,
    retention: [
      ...eventRetention(kept),
      ...fileRetention,
      ...onceRetention(kept),
      ...rateLimitRetention,
    ],
    kept,
    reload: createReload(log, allowOnly),
  }
}

const createReload =
  (log: Log, allowOnly: (entries: readonly string[]) => void) =>
  ({ logLevel, egressAllow }: Reloadable): void => {
    log.level = logLevel
    allowOnly(egressAllow)
  }

/** On PostgreSQL the clock of the database, so that nodes whose clocks differ agree. */
const openClock = async (
  parts: { database: Database; log: Log; metrics: Metrics },
  closers: Closer[],
): Promise<Clock> =>
  parts.database.engine === 'postgres'
    ? closeLater(await openDatabaseClock({ ...parts, clock: systemClock }), closers)
    : systemClock

const openOutbound = (
  { egressAllow, extraCa, outboundProxy, recording }: PlatformSettings,
  { resolve, ...telemetry }: { resolve: Resolve | undefined } & Parameters<typeof watchOutbound>[1],
) => {
  const outbound = createOutbound({
    allow: egressAllow,
    userAgent: 'plugboard',
    ...(extraCa !== undefined && { ca: extraCa }),
    ...(outboundProxy && { proxy: outboundProxy }),
    ...(resolve && { resolve }),
  })
  return {
    outbound: recordOutbound(watchOutbound(outbound, telemetry), recording),
    allowOnly: outbound.allowOnly,
  }
}

const postgresOf = (settings: DatabaseSettings) =>
  settings.engine === 'postgres'
    ? { postgresUrl: settings.url, postgresTimeouts: settings.timeouts }
    : {}

/**
 * The public address of the service, which is only known once it listens unless the operator sets
 * it.
 */
const createAddress = (configured: string | undefined) => {
  let listener = ''
  return {
    publicUrl: (): string => configured ?? listener,
    /** Every address of the service. */
    ownUrls: (): string[] => [configured ?? listener, listener],
    listensAt: (url: string): void => {
      listener = url
    },
  }
}
