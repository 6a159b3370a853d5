import { createAccounts } from './accounts/index.ts'
import { createApprovals } from './approvals/index.ts'
import { createActivity } from './activity/index.ts'
import { createAdmin } from './admin/index.ts'
import { createAvailableToolkits } from './available-toolkits/index.ts'
import { createAuthConfigs } from './auth-configs/index.ts'
import { createUserConnections } from './connections/index.ts'
import { createCatalog } from './catalog/index.ts'
import type { Config } from './config/config.ts'
import { mergeHandlers, type Capability } from './endpoint/index.ts'
import { createConsole } from './console/index.ts'
import { createDescriptions } from './descriptions/index.ts'
import { createDiagnosis } from './diagnosis/index.ts'
import { createExecution } from './execution/index.ts'
import { createFiles } from './files/index.ts'
import { createLogos } from './logos/index.ts'
import { createMcp } from './mcp/index.ts'
import { createMigration } from './migration/index.ts'
import { createPages } from './pages/index.ts'
import { createPlans } from './plans/index.ts'
import { minuteMs } from './platform/clock.ts'
import type { Migrations } from './platform/database/index.ts'
import { type Platform } from './platform/open-platform.ts'
import { createRetention, type Retention } from './platform/retention/index.ts'
import { createProjectEvents } from './project-events/index.ts'
import { createProjects } from './projects/index.ts'
import { createSearch } from './search/index.ts'
import { createSessions } from './sessions/index.ts'
import { createTriggers } from './triggers/index.ts'
import { createUsage } from './usage/index.ts'
import { createUsers } from './users/index.ts'
import { createWebhooks } from './webhooks/index.ts'
import { createWorkbench } from './workbench/index.ts'

/**
 * Every capability, in the order of their dependencies. What one needs of a later one is a function
 * that is only called once all exist.
 */
export const createCapabilities = (platform: Platform, config: Config) => {
  const logos = createLogos(platform, {
    findDrawn: (hash) => availableToolkits.api.findLogo(hash),
  })
  const descriptions = createDescriptions(platform)
  const projects = createProjects(platform, {
    logos: logos.api,
    webhookUrls: (ids) => webhooks.api.newestUrls(ids),
  })
  const files = createFiles(platform, { projects: projects.api, limits: config.uploads })
  const catalog = createCatalog(platform, {
    projects: projects.api,
    logos: logos.api,
    descriptions: descriptions.api,
    mcpListingMs: Math.min(config.toolTimeoutMs, 30_000),
    listingAccounts: () => execution.api.listingAccounts,
    countExecutions: (project) => execution.api.logs.countByToolkit(project),
    isPinned: async (project, use) =>
      (await sessions.api.sessions.usesStamps(project, use)) ||
      (await triggers.api.usesVersion(project, use)),
    indexTools: (project, signal) => search.api.indexTools(project, signal),
    rankTools: (project, request) => search.api.rankTools(project, request),
    rankToolkits: (...request) => search.api.rankToolkits(...request),
    toolkitsOfAuthConfigs: (project, ids) => authConfigs.api.authConfigs.toolkitsOf(project, ids),
    managedSchemes: (toolkit) => authConfigs.api.managedSchemes(toolkit),
  })
  const base = { projects: projects.api, catalog: catalog.api }
  const availableToolkits = createAvailableToolkits(platform, {
    catalog: catalog.api,
    logos: logos.api,
    folder: config.recipeFolder,
  })
  const authConfigs = createAuthConfigs(platform, {
    catalog: catalog.api,
    oauthApps: config.oauthApps,
    oauthAppsFile: config.oauthAppsFile,
    recipeSchemes: availableToolkits.api.authSchemesOf,
    countAccounts: (project, ids) => accounts.api.accounts.countByAuthConfig(project, ids),
  })
  const accounts = createAccounts(platform, {
    ...base,
    authConfigs: authConfigs.api,
    recordActivity: (...noted) => activity.api.record(...noted),
    checkConnection: (project, given) => execution.api.checkConnection(project, given),
    inspectAccount: (project, given) => execution.api.inspectAccount(project, given),
  })
  const execution = createExecution(platform, {
    catalog: catalog.api,
    authConfigs: authConfigs.api.authConfigs,
    accounts: accounts.api,
    timeoutMs: config.toolTimeoutMs,
    maximumResponseBytes: config.maximumResponseBytes,
  })
  const diagnosis = createDiagnosis(platform, {
    catalog: catalog.api,
    authConfigs: authConfigs.api.authConfigs,
    accounts: accounts.api.accounts,
    executeTool: execution.api.executeTool,
    verifyAccount: execution.api.verifyAccount,
  })
  const search = createSearch(platform, {
    ...base,
    embeddingModel: config.embeddingModel,
    embeddingEndpoint: config.embeddingEndpoint,
    localEmbedding: config.localEmbedding,
    enrichment: config.enrichment,
  })
  const { tickets } = projects.api
  const approvals = createApprovals(platform, {
    ...base,
    tickets,
    sessions: { open: (project, id) => sessions.api.sessions.open(project, id) },
  })
  const plans = createPlans(platform, { ...base, curated: config.plans })
  const sessions = createSessions(platform, {
    ...base,
    authConfigs: authConfigs.api,
    accounts: accounts.api,
    execution: execution.api,
    search: search.api,
    uploads: files.api.uploads,
    approvals: approvals.api,
    plans: plans.api,
    workbench: () => workbench.api.workbench,
    recordActivity: (...noted) => activity.api.record(...noted),
  })
  const workbench = createWorkbench(platform, {
    sessions: sessions.api,
    computeMs: config.workbenchMs,
  })
  const users = createUsers(platform, {
    retention: () => allRetention(),
    findProject: projects.api.get,
    deleteAccount: accounts.api.accounts.delete,
    deleteSession: sessions.api.sessions.delete,
    forget: [plans.api.forgetUser, (...user) => mcp.api.rotateAllUrlsOfUser(...user)],
    longestCallMs: config.toolTimeoutMs,
  })
  const running = {
    ...base,
    authConfigs: authConfigs.api.authConfigs,
    accounts: accounts.api,
    execution: execution.api,
    approvals: approvals.api,
  }
  const connections = createUserConnections(platform, { ...running, tickets })
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
    attemptTimeoutMs: config.webhookTryMs,
    recordActivity: (...noted) => {
      activity.api.record(...noted)
      usage.api.countDelivery(...noted)
    },
    announce: config.onApprovalRequested,
  })
  const activity = createActivity(platform, {
    ...running,
    projectEvents: projectEvents.api,
    longestCallMs: config.toolTimeoutMs,
  })
  const triggers = createTriggers(platform, running)
  const usage = createUsage(platform, { logs: execution.api.logs })
  const pages = createPages(platform, running)
  const webConsole = createConsole(platform, {
    projects: projects.api,
    rootKeys: config.rootKeys,
    signIn: config.consoleSignIn,
    evalReports: config.evalReportFolder,
    chat: config.chat,
  })
  const migration = createMigration(platform, {
    finders: {
      CONNECTED_ACCOUNT: accounts.api.accounts.findByUuid,
      AUTH_CONFIG: authConfigs.api.authConfigs.findByUuid,
      TRIGGER_INSTANCE: triggers.api.instances.findByUuid,
    },
  })
  const admin = createAdmin(platform, {
    checkProof: webConsole.api.checkProof,
    migrations: () => allMigrations(),
    retention: () => allRetention(),
    projects: projects.api,
    users: users.api,
    recoverDeliveries: webhooks.api.recover,
  })
  const capabilities = [
    logos,
    descriptions,
    projects,
    files,
    catalog,
    availableToolkits,
    authConfigs,
    accounts,
    execution,
    diagnosis,
    search,
    approvals,
    plans,
    sessions,
    workbench,
    users,
    connections,
    mcp,
    projectEvents,
    webhooks,
    activity,
    triggers,
    usage,
    pages,
    webConsole,
    migration,
    admin,
  ] as const
  const all: readonly Capability[] = capabilities
  const allMigrations = (): Migrations =>
    Object.assign({}, platform.migrations, ...all.map(({ migrations = {} }) => migrations))
  // Referencing tables first, so that no deletion cascades to very many rows.
  const allRetention = () => [
    ...all.toReversed().flatMap(({ retention = [] }) => retention),
    ...platform.retention,
  ]
  return {
    capabilities: all,
    migrations: allMigrations(),
    retention: allRetention(),
    handlers: mergeHandlers(capabilities),
    admin: admin.api,
    projects: projects.api,
    authConfigs: authConfigs.api,
    webConsole: webConsole.api,
  }
}

/** Deletes rows with their project or owner, and when they are old enough. */
export const startRetention = (
  platform: Platform,
  { toolTimeoutMs }: Pick<Config, 'toolTimeoutMs'>,
  tables: readonly Retention[],
): void =>
  createRetention(
    { ...platform, scopeDeleted: 'project.deleted', writesAfterMs: toolTimeoutMs + minuteMs },
    tables,
  )
