import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from './config/config.ts'
import { serve } from './http/index.ts'
import { rejectMoved, useRecordedSchema, watchOnlineSteps } from './platform/database/index.ts'
import { measureMigrations } from './platform/measure-platform.ts'
import { openPlatform, type Closer, type Overrides } from './platform/open-platform.ts'
import type { FirstKeys } from './projects/index.ts'
import { createCapabilities, startRetention } from './capabilities.ts'

/** A running service. */
export type RunningService = {
  url: string
  /** The keys of the first project, if this start created it; they cannot be read again. */
  firstKeys: FirstKeys | null
  /** Creates the address of a one-time link that signs its owner in to the console. */
  createConsoleLink(): Promise<string>
  /**
   * Takes over what can change while the service runs: log level, share of the access log, and the
   * addresses that requests may reach. `needRestart`: names of settings that changed, too, and wait
   * for a restart. If `read` fails, the log says why, and nothing changes.
   */
  reload(
    read: () => {
      settings: Pick<Config, 'logLevel' | 'accessLogShare' | 'egressAllow'>
      needRestart?: readonly string[]
    },
  ): void
  /** Finishes pending requests, releases background jobs, and closes everything. */
  close(): Promise<void>
}

/** A call that takes all of its time is still answered. */
const graceAfterToolsMs = 10_000

/** Starts the service: from the configuration to a listening server. */
export const startService = async (
  config: Config,
  overrides: Overrides = {},
): Promise<RunningService> => {
  const closers: Closer[] = []
  try {
    return await start(config, overrides, closers)
  } catch (error) {
    await closeAll(closers)
    throw error
  }
}

/** In reverse order of opening. */
export const closeAll = async (closers: Closer[]): Promise<void> => {
  for (const close of closers.splice(0).toReversed()) await close()
}

/** Only the first start of all needs it; `npm run schema` writes it. */
const loadEmptySchema = async () =>
  (await import('./empty-schema.json', { with: { type: 'json' } })).default

const start = async (
  config: Config,
  overrides: Overrides,
  closers: Closer[],
): Promise<RunningService> => {
  const platform = await openPlatform(config, overrides, closers)
  const { capabilities, migrations, retention, handlers, projects, authConfigs, webConsole } =
    createCapabilities(platform, config)
  for (const { close } of capabilities) if (close) closers.push(close)
  for (const { open } of capabilities) await open?.()
  startRetention(platform, config, retention)
  await rejectMoved(config.database, platform.database)
  const { unknown, migratedBy, online } = await platform.database.migrate(
    useRecordedSchema(migrations, loadEmptySchema),
  )
  if (unknown.length > 0)
    platform.log.info(
      { migratedBy, unknown: unknown.length, last: unknown.at(-1) },
      'The database was migrated by a newer version, which allows this one: it runs on it',
    )
  measureMigrations(platform, migrations)
  const onlineSteps = watchOnlineSteps(platform, migrations, online)
  await projects.checkRootKeys()
  const graceMs = config.graceMs ?? config.toolTimeoutMs + graceAfterToolsMs
  // Listens before it creates the first keys, which are shown only once: a failure to listen must
  // not lose them.
  const server = await serve(
    platform,
    { capabilities, handlers, authenticate: webConsole.authenticate, onlineSteps },
    { ...config, graceMs },
    closers,
  )
  const firstKeys = await projects.createFirst(config.firstKeys)
  await platform.jobs.start()
  for (const { jobs } of capabilities) {
    await jobs?.start()
    if (jobs?.stop) closers.push(jobs.stop)
  }
  closers.push(onlineSteps.close)
  onlineSteps.start()
  server.open()
  platform.log.info(
    {
      url: server.url,
      engine: platform.database.engine,
      oauthRedirectUris: authConfigs.managedRedirectUris(),
    },
    'listening',
  )
  return {
    url: server.url,
    firstKeys,
    createConsoleLink: webConsole.createLink,
    reload: (read) => {
      try {
        const { settings, needRestart = [] } = read()
        platform.reload(settings)
        server.logShare(settings.accessLogShare ?? 1)
        platform.log.info(
          { logLevel: settings.logLevel, egressAllow: settings.egressAllow.length, needRestart },
          'The settings were read again',
        )
      } catch (err) {
        platform.log.error({ err }, 'The settings could not be read again, and stay as they were')
      }
    },
    close: async () => {
      // A load balancer must notice first; until then requests are answered.
      server.drain()
      platform.log.info({ drainMs: config.drainMs ?? 0, graceMs }, 'closing')
      if (config.drainMs) await sleep(config.drainMs)
      await closeAll(closers)
      platform.log.info('closed')
    },
  }
}
