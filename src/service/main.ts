import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from './config.ts'
import { serve } from './http/index.ts'
import { openPlatform, type Closer, type Overrides } from './platform/open-platform.ts'
import { createRetention } from './platform/retention/index.ts'
import type { FirstKeys } from './projects/index.ts'
import { createCapabilities } from './capabilities.ts'

/** A service that listens. */
export type RunningService = {
  url: string
  /** The keys of the first project, when this start made it; they can't be read again. */
  firstKeys: FirstKeys | null
  /** Finishes what is under way, hands back background jobs, and closes everything. */
  close(): Promise<void>
}

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

/** The last that was opened is closed first. */
const closeAll = async (closers: Closer[]): Promise<void> => {
  for (const close of closers.splice(0).toReversed()) await close()
}

const start = async (
  config: Config,
  overrides: Overrides,
  closers: Closer[],
): Promise<RunningService> => {
  const platform = await openPlatform(config, overrides, closers)
  const { capabilities, handlers, projects, authConfigs } = createCapabilities(platform, config)
  for (const { close } of capabilities) if (close) closers.push(close)
  createRetention({ ...platform, scopeDeleted: 'project.deleted' }, [
    // What refers to others goes first, so that no deletion cascades to very many rows.
    ...capabilities.toReversed().flatMap(({ retention = [] }) => retention),
    ...platform.retention,
  ])
  await platform.database.migrate(
    Object.assign({}, platform.migrations, ...capabilities.map(({ migrations }) => migrations)),
  )
  await projects.checkRootKeys()
  // Listening comes before the first keys, which are shown only once: what can fail there must not
  // cost them.
  const server = await serve(
    platform,
    { capabilities, handlers, authenticate: projects.authenticate },
    config,
    closers,
  )
  const firstKeys = await projects.createFirst()
  await platform.jobs.start()
  for (const { jobs } of capabilities) {
    await jobs?.start()
    if (jobs?.stop) closers.push(jobs.stop)
  }
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
    close: async () => {
      // A balancer in front learns first that requests are to go elsewhere; until then they are
      // answered.
      server.drain()
      if (config.drainMs) await sleep(config.drainMs)
      await closeAll(closers)
      platform.log.info('closed')
    },
  }
}
