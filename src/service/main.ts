import { setTimeout as sleep } from 'node:timers/promises'
import { createAccounts } from './accounts/index.ts'
import { createApprovals } from './approvals/index.ts'
import { createAuthConfigs } from './auth-configs/index.ts'
import { createCatalog } from './catalog/index.ts'
import type { Config } from './config.ts'
import { mergeHandlers, type Capability } from './endpoint/index.ts'
import { createExecution } from './execution/index.ts'
import { createFiles } from './files/index.ts'
import { serve } from './http/index.ts'
import { createLogos } from './logos/index.ts'
import { createMcp } from './mcp/index.ts'
import { createMigration } from './migration/index.ts'
import { createPages } from './pages/index.ts'
import { createPlans } from './plans/index.ts'
import {
  openPlatform,
  type Closer,
  type Overrides,
  type Platform,
} from './platform/open-platform.ts'
import { createRetention } from './platform/retention/index.ts'
import { createProjectEvents } from './project-events/index.ts'
import { createProjects, type FirstKeys } from './projects/index.ts'
import { createSearch } from './search/index.ts'
import { createSessions } from './sessions/index.ts'
import { createTriggers } from './triggers/index.ts'
import { createWebhooks } from './webhooks/index.ts'
import { createWorkbench } from './workbench/index.ts'

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

/**
 * Every capability, in the order in which they may use each other. What one needs of a later one is
 * a function that is called once all are there.
 */
const createCapabilities = (platform: Platform, config: Config) => {
  const logos = createLogos(platform)
  const projects = createProjects(platform, {
    logos: logos.api,
    webhookUrls: (ids) => webhooks.api.newestUrls(ids),
  })
  const files = createFiles(platform, { projects: projects.api, limits: config.uploads })
  const catalog = createCatalog(platform, {
    projects: projects.api,
    logos: logos.api,
    mcpListingMs: Math.min(config.toolTimeoutMs, 30_000),
    listingAccounts: () => execution.api.listingAccounts,
    countExecutions: (project) => execution.api.logs.countByToolkit(project),
    rankTools: (project, request) => search.api.rankTools(project, request),
    rankToolkits: (...request) => search.api.rankToolkits(...request),
    toolkitsOfAuthConfigs: (project, ids) => authConfigs.api.authConfigs.toolkitsOf(project, ids),
    managedSchemes: (toolkit) => authConfigs.api.managedSchemes(toolkit),
  })
  const base = { projects: projects.api, catalog: catalog.api }
  const authConfigs = createAuthConfigs(platform, {
    catalog: catalog.api,
    oauthApps: config.oauthApps,
    countAccounts: (project, ids) => accounts.api.accounts.countByAuthConfig(project, ids),
  })
  const accounts = createAccounts(platform, {
    ...base,
    authConfigs: authConfigs.api,
    checkConnection: (project, given) => execution.api.checkConnection(project, given),
  })
  const execution = createExecution(platform, {
    catalog: catalog.api,
    authConfigs: authConfigs.api.authConfigs,
    accounts: accounts.api,
    timeoutMs: config.toolTimeoutMs,
    maximumResponseBytes: config.maximumResponseBytes,
  })
  const search = createSearch(platform, {
    ...base,
    embeddingModel: config.embeddingModel,
    embeddingEndpoint: config.embeddingEndpoint,
  })
  const approvals = createApprovals(platform, {
    ...base,
    sessions: { open: (project, id) => sessions.api.sessions.open(project, id) },
  })
  const plans = createPlans(platform, { ...base, curated: config.plans })
  const sessions = createSessions(platform, {
    ...base,
    authConfigs: authConfigs.api,
    accounts: accounts.api,
    execution: execution.api,
    search: search.api,
    approvals: approvals.api,
    plans: plans.api,
    workbench: () => workbench.api.workbench,
  })
  const workbench = createWorkbench(platform, {
    sessions: sessions.api,
    computeMs: config.workbenchMs,
  })
  const running = {
    ...base,
    authConfigs: authConfigs.api.authConfigs,
    accounts: accounts.api,
    execution: execution.api,
    approvals: approvals.api,
  }
  const mcp = createMcp(platform, {
    ...running,
    sessions: sessions.api,
    takesProof: (project) => webhooks.api.takesProof(project),
    corsOrigins: config.corsOrigins,
  })
  const projectEvents = createProjectEvents(platform, running)
  const webhooks = createWebhooks(platform, {
    projects: projects.api,
    describeEvent: projectEvents.api.describeEvent,
    tryMs: config.webhookTryMs,
    announce: config.onApprovalRequested,
  })
  const triggers = createTriggers(platform, running)
  const pages = createPages(platform, running)
  const migration = createMigration(platform, {
    finders: {
      CONNECTED_ACCOUNT: accounts.api.accounts.findByUuid,
      AUTH_CONFIG: authConfigs.api.authConfigs.findByUuid,
      TRIGGER_INSTANCE: triggers.api.instances.findByUuid,
    },
  })
  const capabilities = [
    logos,
    projects,
    files,
    catalog,
    authConfigs,
    accounts,
    execution,
    search,
    approvals,
    plans,
    sessions,
    workbench,
    mcp,
    projectEvents,
    webhooks,
    triggers,
    pages,
    migration,
  ] as const
  return {
    capabilities: capabilities as readonly Capability[],
    handlers: mergeHandlers(capabilities),
    projects: projects.api,
    authConfigs: authConfigs.api,
  }
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
