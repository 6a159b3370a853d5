import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { contract } from '../contract/contract.ts'
import { createAccounts } from './accounts/account.ts'
import { accountHandlers } from './accounts/handlers.ts'
import { createAuthConfigs } from './auth-configs/auth-config.ts'
import { authConfigHandlers } from './auth-configs/handlers.ts'
import { createCatalog } from './catalog/catalog.ts'
import { toolHandlers, toolkitHandlers, triggerTypeHandlers } from './catalog/handlers.ts'
import { createImports } from './catalog/imports.ts'
import type { Config } from './config.ts'
import { createExecuteTool } from './execution/execute-tool.ts'
import { createExecutionLogs } from './execution/execution-log.ts'
import { executeHandlers, logHandlers } from './execution/handlers.ts'
import { createApp } from './http/app.ts'
import type { Handlers } from './http/handlers.ts'
import { mountFiles } from './http/files-route.ts'
import { mountContract } from './http/mount.ts'
import { listen } from './http/listen.ts'
import { migrations } from './migrations.ts'
import { systemClock, type Clock } from './platform/clock.ts'
import { lockFolder, openPostgres, openSqlite, type Database } from './platform/database/index.ts'
import { createEvents } from './platform/events/index.ts'
import { createFiles, scheduleRemoval } from './platform/files/index.ts'
import { createJobs } from './platform/jobs/index.ts'
import { createLog } from './platform/log.ts'
import { createOutbound } from './platform/outbound/index.ts'
import { createSecrets, parseKeyRing } from './platform/secrets/index.ts'
import { createAuthenticate } from './projects/authenticate.ts'
import { createFirstProject, type FirstKeys } from './projects/bootstrap.ts'
import { projectHandlers } from './projects/handlers.ts'
import { createProjects } from './projects/project.ts'
import { createSearch } from './search/search.ts'
import { createExecuteInSession } from './sessions/execute-in-session.ts'
import { sessionHandlers } from './sessions/handlers.ts'
import { createMetaTools } from './sessions/meta-tools/index.ts'
import { createSearchSession } from './sessions/search-session.ts'
import { createSessions } from './sessions/session.ts'

/** A service that listens. */
export type RunningService = {
  url: string
  /** The keys of the first project, when this start made it; they can't be read again. */
  firstKeys: FirstKeys | null
  /** Finishes what is under way, hands back background jobs, and closes everything. */
  close(): Promise<void>
}

const graceMs = 10_000

/** Starts the service: from the configuration to a listening server. The only place where its parts are put together. */
export const startService = async (config: Config, overrides: { clock?: Clock } = {}): Promise<RunningService> => {
  const clock = overrides.clock ?? systemClock
  const log = createLog(config.logLevel)
  const keyRing = parseKeyRing(config.rootKeys)
  const { database, release } = await openDatabase(config)
  let publicUrl = config.publicUrl ?? ''
  let accepting = false

  await database.migrate(migrations)
  const secrets = createSecrets(keyRing)
  const outbound = createOutbound({ allow: config.egressAllow, userAgent: 'plugboard' })
  const jobs = createJobs(database, { clock, log, ...(config.database.engine === 'postgres' && { postgresUrl: config.database.url }) })
  const events = createEvents(database, jobs, { clock })
  const files = createFiles(database, { clock })
  scheduleRemoval(jobs, files)

  const projects = createProjects({ database, secrets, clock })
  const catalog = createCatalog({ database, projects })
  const imports = createImports({ database, projects, jobs, outbound, clock })
  const authConfigs = createAuthConfigs({ database, catalog, events, clock })
  const accounts = createAccounts({ database, authConfigs, clock })
  const logs = createExecutionLogs({ database, jobs, clock, retentionDays: config.retentionDays })
  const executeTool = createExecuteTool({
    database,
    accounts,
    outbound,
    files,
    logs,
    clock,
    publicUrl: () => publicUrl,
    timeoutMs: config.toolTimeoutMs,
    maximumResponseBytes: config.maximumResponseBytes,
  })
  const search = createSearch({ catalog })
  const sessions = createSessions({ database, projects, catalog, accounts, authConfigs, clock })
  const searchSession = createSearchSession({ search, catalog, accounts, clock })
  const metaTools = createMetaTools({ sessions, searchSession, executeTool: createExecuteInSession({ sessions, executeTool }) })

  const catalogParts = {
    database,
    projects,
    events,
    catalog,
    imports,
    rankTools: search.rankTools,
    toolkitsOfAuthConfigs: authConfigs.toolkitsOf,
  }
  const app = createApp({ log, isReady: async () => accepting && (await answers(database)) })
  mountContract(
    app,
    contract,
    {
      authConfigs: authConfigHandlers({ authConfigs, catalog, countAccounts: accounts.countByAuthConfig }),
      connectedAccounts: accountHandlers({ accounts, authConfigs }),
      description: describeInterface(() => publicUrl),
      logs: logHandlers({ logs }),
      projects: projectHandlers({ projects }),
      sessions: sessionHandlers({ sessions, searchSession, metaTools, executeTool, logs, catalog, accounts, clock, publicUrl: () => publicUrl }),
      toolkits: toolkitHandlers(catalogParts),
      tools: { ...toolHandlers(catalogParts), ...executeHandlers({ catalog, accounts, executeTool, logs }) },
      triggerTypes: triggerTypeHandlers({ catalog }),
    },
    {
      authenticate: createAuthenticate({ database, projects }),
      checkAnswers: config.checkAnswers,
      onError: (thrown, context) => log.error({ ...context, err: thrown }, 'request failed'),
    },
  )
  mountFiles(app, { files, projects })

  const firstKeys = await createFirstProject({ database, projects, clock })
  await jobs.start()
  const listener = await listen(app.fetch, config)
  if (!config.publicUrl) publicUrl = listener.url
  accepting = true
  log.info({ url: listener.url, engine: database.engine }, 'listening')

  return {
    url: listener.url,
    firstKeys,
    close: async () => {
      accepting = false
      await listener.close(graceMs)
      await jobs.stop({ graceMs })
      await outbound.close()
      await database.close()
      release()
      log.info('closed')
    },
  }
}

/** Loaded when it is first asked for: no other operation needs it. */
const describeInterface = (publicUrl: () => string): Handlers<typeof contract.description> => ({
  openapi: async () => {
    const { openApiDocument } = await import('../contract/openapi.ts')
    return { status: 200, body: openApiDocument({ url: publicUrl() }) }
  },
})

const openDatabase = async ({ database }: Config): Promise<{ database: Database; release: () => void }> => {
  if (database.engine === 'postgres') return { database: await openPostgres(database.url, database.maximumConnections), release: () => {} }
  await mkdir(database.folder, { recursive: true, mode: 0o700 })
  const release = lockFolder(database.folder)
  return { database: openSqlite(join(database.folder, 'plugboard.db')), release }
}

const answers = (database: Database): Promise<boolean> => database.ping().then(() => true, () => false)
