import { setTimeout as sleep } from 'node:timers/promises'
import { contract } from '../contract/contract.ts'
import { createAccounts } from './accounts/account.ts'
import { accountHandlers } from './accounts/handlers.ts'
import { createKeepAlive } from './accounts/keep-alive/index.ts'
import { createLinks } from './accounts/link.ts'
import { createAttempts } from './accounts/connecting/attempts.ts'
import { createConfirmConnection } from './accounts/connecting/confirmation.ts'
import { createConnecting } from './accounts/connecting/create-connecting.ts'
import { createCreateAccount } from './accounts/create-account.ts'
import { createRevocations } from './accounts/revocation.ts'
import { createAuthConfigs } from './auth-configs/auth-config.ts'
import { authConfigHandlers } from './auth-configs/handlers.ts'
import { createManagedAuth } from './auth-configs/managed-auth.ts'
import { createRedirects } from './auth-configs/redirects/redirects.ts'
import { createCatalog } from './catalog/catalog.ts'
import { createToolkitChanges } from './catalog/changes/toolkit-changes.ts'
import { toolHandlers, toolkitHandlers, triggerTypeHandlers } from './catalog/handlers.ts'
import { createImports } from './catalog/imports.ts'
import { defaultBytesInFlight, type Config } from './config.ts'
import { createCheckConnection } from './execution/check-connection.ts'
import type { OnError } from './endpoint/index.ts'
import { createExecuteTool } from './execution/execute-tool.ts'
import { createExecutionLogs } from './execution/execution-log.ts'
import { executeHandlers, logHandlers } from './execution/handlers.ts'
import { createListingAccounts } from './execution/listing-accounts.ts'
import { createProxy } from './execution/proxy/proxy.ts'
import { traceExecution } from './execution/trace-execution.ts'
import { fileHandlers } from './files/handlers.ts'
import { createUploads } from './files/uploads.ts'
import { createApp } from './http/app.ts'
import { describeInterface } from './http/describe-interface.ts'
import { mountFiles } from './files/mount-files.ts'
import { mountContract } from './http/mount.ts'
import { createOncePerKey } from './http/once-per-key.ts'
import { listen } from './http/listen.ts'
import { createLogos } from './logos/logos.ts'
import { mcpHandlers } from './mcp/handlers.ts'
import { createMcpServers } from './mcp/mcp-server.ts'
import { mountMcp } from './mcp/protocol/mount-mcp.ts'
import { createServerAccess } from './mcp/server-access.ts'
import { createServerInstances } from './mcp/server-instance.ts'
import { migrationHandlers } from './migration/handlers.ts'
import { migrations } from './migrations.ts'
import { mountPages } from './pages/mount-pages.ts'
import { createByteBudget } from './platform/byte-budget.ts'
import { systemClock, type Clock } from './platform/clock.ts'
import { openDatabase, type Database } from './platform/database/index.ts'
import { createEvents } from './platform/events/index.ts'
import { createFiles, scheduleRemoval } from './platform/files/index.ts'
import { createJobs } from './platform/jobs/index.ts'
import { scheduleTidying } from './platform/lists/index.ts'
import { createLog } from './platform/log.ts'
import { createMcpClient } from './platform/mcp-client/index.ts'
import { createOnce, scheduleRemoval as scheduleOnceRemoval } from './platform/once/index.ts'
import { measurePlatform } from './platform/measure-platform.ts'
import { openTelemetry } from './platform/open-telemetry.ts'
import {
  createOutbound,
  recordOutbound,
  watchOutbound,
  type Resolve,
} from './platform/outbound/index.ts'
import {
  createRateLimit,
  scheduleRemoval as scheduleRateLimitRemoval,
} from './platform/rate-limit/index.ts'
import { createSecrets, parseKeyRing } from './platform/secrets/index.ts'
import { createTextParser } from './platform/untrusted-text/index.ts'
import { projectEventHandlers } from './project-events/handlers.ts'
import { createProjectEvents } from './project-events/project-events.ts'
import { createDescribeEvent } from './project-events/describe-event.ts'
import { recordEvents } from './project-events/record-events.ts'
import { createAuthenticate } from './projects/authenticate.ts'
import { createFirstProject, type FirstKeys } from './projects/bootstrap.ts'
import { projectHandlers } from './projects/handlers.ts'
import { defineProjectJobs } from './projects/jobs.ts'
import { createOrganizations } from './projects/organization.ts'
import { createProjects } from './projects/project.ts'
import { createRootKeys } from './projects/root-keys.ts'
import { createSearch } from './search/search.ts'
import { createApprovalPage } from './approvals/approval-page.ts'
import { createApprovals } from './approvals/approvals.ts'
import { createExecuteInSession } from './sessions/execute-in-session.ts'
import { sessionConnectionHandlers } from './sessions/connection-handlers.ts'
import { sessionHandlers } from './sessions/handlers.ts'
import { defineSessionJobs } from './sessions/jobs.ts'
import { createSessionMcpKeys } from './sessions/mcp-keys/mcp-keys.ts'
import { createMetaTools } from './sessions/meta-tools/index.ts'
import { createOfferLink } from './sessions/offer-link.ts'
import { definePlanJobs } from './plans/jobs.ts'
import { createLearnedOutcomes } from './plans/learned/learned-outcomes.ts'
import { createLearnedPlans } from './plans/learned/learned-plans.ts'
import { createLearning } from './plans/learned/learning.ts'
import { createObservations } from './plans/learned/observations.ts'
import { observeCalls } from './plans/learned/observe-calls.ts'
import { createPlans } from './plans/plans.ts'
import { createResults } from './sessions/results/results.ts'
import { createRunInSession } from './sessions/run-in-session.ts'
import { createSearchSession } from './sessions/search-session.ts'
import { createSessions } from './sessions/session.ts'
import { createSessionFiles } from './workbench/session-files.ts'
import { createWorkbench } from './workbench/workbench.ts'
import { createTriggers } from './triggers/create-triggers.ts'
import { triggerInstanceHandlers } from './triggers/handlers.ts'
import { mountHooks } from './triggers/hooks/mount-hooks.ts'
import { createTakesProof } from './webhooks/create-takes-proof.ts'
import { createWebhooks } from './webhooks/create-webhooks.ts'
import { webhookDeliveryHandlers, webhookSubscriptionHandlers } from './webhooks/handlers.ts'

/** A service that listens. */
export type RunningService = {
  url: string
  /** The keys of the first project, when this start made it; they can't be read again. */
  firstKeys: FirstKeys | null
  /** Finishes what is under way, hands back background jobs, and closes everything. */
  close(): Promise<void>
}

const graceMs = 10_000

/** What a test hands in: the time, where the lines of the log go, and what names lead to. */
type Overrides = { clock?: Clock; writeLog?: { write(line: string): void }; resolve?: Resolve }

/**
 * Starts the service: from the configuration to a listening server. The only place where its parts
 * are put together.
 */
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

type Closer = () => unknown

/** The last that was opened is closed first. */
const closeAll = async (closers: Closer[]): Promise<void> => {
  for (const close of closers.splice(0).toReversed()) await close()
}

/** Each part that is opened adds how it is closed. */
const start = async (
  config: Config,
  { clock = systemClock, writeLog, resolve }: Overrides,
  closers: Closer[],
): Promise<RunningService> => {
  const log = createLog(config.logLevel, writeLog)
  const keyRing = parseKeyRing(config.rootKeys)
  const {
    metrics,
    tracing,
    close: closeTelemetry,
  } = await openTelemetry({ metrics: config.metrics, log })
  closers.push(closeTelemetry)
  const database = await openDatabase(config.database, closers)
  let publicUrl = config.publicUrl ?? ''
  let listenerUrl = ''
  let state: 'starting' | 'open' | 'stopping' = 'starting'

  await database.migrate(migrations)
  const secrets = createSecrets(keyRing)
  const outbound = recordOutbound(
    watchOutbound(
      createOutbound({
        allow: config.egressAllow,
        userAgent: 'plugboard',
        ...(config.extraCa !== undefined && { ca: config.extraCa }),
        ...(resolve && { resolve }),
      }),
      { metrics, tracing },
    ),
    config.recording,
  )
  closers.push(outbound.close)
  const jobs = createJobs(database, {
    clock,
    log,
    tracing,
    ...(config.database.engine === 'postgres' && {
      postgresUrl: config.database.url,
      postgresTimeouts: config.database.timeouts,
    }),
  })
  closers.push(() => jobs.stop({ graceMs }))
  measurePlatform({ metrics, database, jobs })
  const rootKeys = createRootKeys({ database, secrets, jobs, log })
  await rootKeys.check()
  const events = createEvents(database, jobs, { clock })
  scheduleTidying({ database, events, jobs })
  const bytes = createByteBudget(config.bytesInFlight ?? defaultBytesInFlight)
  const texts = createTextParser({ metrics })
  closers.push(texts.close)
  const files = createFiles(database, { clock })
  scheduleRemoval(jobs, files)
  const once = createOnce(database, { clock })
  scheduleOnceRemoval(jobs, once)
  events.subscribe('project.deleted', 'once', ({ scope }) => once.removeScope(scope))
  const rateLimit = config.rateLimitPerMinute
    ? createRateLimit(database, { limit: config.rateLimitPerMinute, clock })
    : undefined
  if (rateLimit) scheduleRateLimitRemoval(jobs, rateLimit)

  const logos = createLogos({ database, outbound, events, clock })
  const projects = createProjects({ database, secrets, clock })
  const organizations = createOrganizations({ database, projects, events, jobs, clock })
  defineProjectJobs({ database, events, files, jobs })
  const uploads = createUploads({
    files,
    projects,
    clock,
    publicUrl: () => publicUrl,
    limits: config.uploads,
  })
  const catalog = createCatalog({ database, projects, events, publicUrl: () => publicUrl })
  const { withMcpServer, close: endMcpSessions } = createMcpClient({ texts })
  closers.push(endMcpSessions)
  const imports = createImports({
    logos,
    publicUrl: () => publicUrl,
    database,
    texts,
    bytes,
    projects,
    jobs,
    events,
    log,
    outbound,
    clock,
    withMcpServer,
    listingAccounts: () => listingAccounts,
    mcpListingMs: Math.min(config.toolTimeoutMs, 30_000),
  })
  const managedAuth = createManagedAuth(config.oauthApps)
  const redirects = createRedirects({ database, events, clock, publicUrl: () => publicUrl })
  const authConfigs = createAuthConfigs({
    database,
    catalog,
    outbound,
    events,
    clock,
    managedAuth,
    redirects,
  })
  const revocations = createRevocations({ jobs, projects, authConfigs, outbound, clock })
  const accounts = createAccounts({ database, authConfigs, events, revocations, clock })
  const checkConnection = createCheckConnection({ catalog, outbound })
  const attempts = createAttempts({
    database,
    redirects,
    outbound,
    clock,
    publicUrl: () => publicUrl,
  })
  const keepAlive = createKeepAlive({ database, events, outbound, revocations, clock, metrics })
  closers.push(keepAlive.finish)
  const links = createLinks({ database, attempts, jobs, clock, publicUrl: () => publicUrl })
  const createAccount = createCreateAccount({
    database,
    accounts,
    authConfigs,
    links,
    checkConnection,
    outbound,
    events,
    clock,
  })
  const confirmConnection = createConfirmConnection({ database, events, clock })
  const connecting = createConnecting({
    database,
    projects,
    catalog,
    authConfigs,
    attempts,
    checkConnection,
    outbound,
    revocations,
    events,
    clock,
  })
  const logs = createExecutionLogs({
    database,
    log,
    events,
    jobs,
    clock,
    metrics,
    retentionDays: config.retentionDays,
  })
  const listingAccounts = createListingAccounts({ accounts, catalog, keepAlive, outbound })
  const executionParts = {
    database,
    accounts,
    keepAlive,
    outbound,
    files,
    texts,
    bytes,
    logs,
    clock,
    publicUrl: () => publicUrl,
    timeoutMs: config.toolTimeoutMs,
    maximumResponseBytes: config.maximumResponseBytes,
  }
  const executeTool = traceExecution(
    tracing,
    createExecuteTool({ ...executionParts, withMcpServer, refreshToolkit: imports.refresh }),
  )
  const sendThroughProxy = createProxy(executionParts)
  const search = createSearch({
    database,
    catalog,
    projects,
    events,
    jobs,
    log,
    clock,
    embeddingModel: config.embeddingModel,
    embeddingEndpoint: config.embeddingEndpoint,
  })
  closers.push(search.close)
  const sessions = createSessions({
    database,
    projects,
    catalog,
    accounts,
    authConfigs,
    events,
    clock,
  })
  const learning = createLearning({ database, projects, catalog, events, clock })
  definePlanJobs({ jobs, learning })
  const observations = createObservations({
    database,
    onError: (error) => log.warn({ err: error }, 'Calls could not be noted for plans'),
  })
  closers.push(observations.finish)
  const plans = createPlans({
    learnedPlans: createLearnedPlans({ database }),
    curated: config.plans ?? [],
  })
  const searchSession = createSearchSession({
    search,
    catalog,
    accounts,
    authConfigs,
    plans,
    learnedOutcomes: createLearnedOutcomes({ database, clock }),
    observations,
    clock,
    log,
  })
  const approvals = createApprovals({ database, events, jobs, clock, publicUrl: () => publicUrl })
  const sessionKeys = createSessionMcpKeys({ database, projects, events, clock })
  const results = createResults({ database, events, clock })
  const sessionFiles = createSessionFiles({ database, events, clock })
  defineSessionJobs({
    jobs,
    results,
    files: sessionFiles,
    approvals,
    mcpKeys: sessionKeys,
    clock,
    retentionDays: config.retentionDays,
  })
  const offerLink = createOfferLink({ accounts, authConfigs, links })
  const executeInSession = observeCalls(
    { observations, clock },
    createExecuteInSession({ sessions, accounts, approvals, results, offerLink, executeTool }),
  )
  const workbench = createWorkbench({
    files: sessionFiles,
    results,
    executeInSession,
    log,
    computeMs: config.workbenchMs ?? 30_000,
  })
  if (workbench) closers.push(workbench.close)
  const metaTools = createMetaTools({
    catalog,
    searchSession,
    executeInSession,
    accounts,
    offerLink,
    confirmConnection,
    results,
    workbench,
  })
  const runInSession = createRunInSession({ metaTools, executeInSession, logs, clock })

  const mcpServers = createMcpServers({ database, catalog, authConfigs, events, clock })
  const mcpInstances = createServerInstances({ database, servers: mcpServers, accounts, clock })
  const projectEvents = createProjectEvents({ database, events, jobs, clock })
  const describeEvent = createDescribeEvent({ accounts, approvals })
  recordEvents({ events, projects, describeEvent, projectEvents })
  const { subscriptions, deliveries } = createWebhooks({
    database,
    projects,
    describeEvent,
    outbound,
    events,
    jobs,
    clock,
    metrics,
    retentionDays: config.retentionDays,
    tryMs: config.webhookTryMs,
  })
  const triggers = createTriggers({
    ...executionParts,
    projects,
    catalog,
    authConfigs,
    events,
    jobs,
    log,
    secrets,
    revocations,
  })

  const catalogParts = {
    database,
    toolkitChanges: createToolkitChanges({ database, projects, clock }),
    projects,
    events,
    catalog,
    imports,
    rankTools: search.rankTools,
    rankToolkits: search.rankToolkits,
    countExecutions: logs.countByToolkit,
    toolkitsOfAuthConfigs: authConfigs.toolkitsOf,
    managedSchemes: managedAuth.schemesOf,
  }
  const onError: OnError = (thrown, context) =>
    log.error(
      { requestId: context.requestId, operation: context.operation, err: thrown },
      'request failed',
    )
  const closing = new AbortController()
  const authenticate = createAuthenticate({ database, projects })
  const app = createApp({
    log,
    metrics,
    tracing,
    isReady: async () => state === 'open' && (await answers(database)),
    isDraining: () => state === 'stopping',
    publicUrl: () => publicUrl,
    corsOrigins: config.corsOrigins,
  })
  mountContract(
    app,
    contract,
    {
      authConfigs: authConfigHandlers({
        authConfigs,
        catalog,
        redirects,
        countAccounts: accounts.countByAuthConfig,
      }),
      connectedAccounts: accountHandlers({
        accounts,
        authConfigs,
        links,
        createAccount,
        confirmConnection,
        keepAlive,
      }),
      description: describeInterface(() => publicUrl),
      files: fileHandlers({ uploads }),
      logs: logHandlers({ logs }),
      mcp: mcpHandlers({
        database,
        clock,
        servers: mcpServers,
        instances: mcpInstances,
        catalog,
        accounts,
        publicUrl: () => publicUrl,
      }),
      migration: migrationHandlers({
        finders: {
          CONNECTED_ACCOUNT: accounts.findByUuid,
          AUTH_CONFIG: authConfigs.findByUuid,
          TRIGGER_INSTANCE: triggers.instances.findByUuid,
        },
      }),
      projects: projectHandlers({
        projects,
        logos,
        organizations,
        webhookUrls: subscriptions.newestUrls,
      }),
      sessions: {
        ...sessionHandlers({
          managedSchemes: managedAuth.schemesOf,
          rankToolkits: search.rankToolkits,
          sessions,
          searchSession,
          metaTools,
          runInSession,
          approvals,
          mcpKeys: sessionKeys,
          results,
          sessionFiles,
          accounts,
          clock,
          publicUrl: () => publicUrl,
        }),
        ...sessionConnectionHandlers({ sessions, accounts, authConfigs, links, sendThroughProxy }),
      },
      toolkits: toolkitHandlers(catalogParts),
      tools: {
        ...toolHandlers(catalogParts),
        ...executeHandlers({ catalog, accounts, authConfigs, executeTool, sendThroughProxy }),
      },
      triggerInstances: {
        ...triggerInstanceHandlers({ triggers: triggers.instances }),
        ...projectEventHandlers({ projectEvents }),
      },
      triggerTypes: triggerTypeHandlers({ catalog }),
      webhookDeliveries: webhookDeliveryHandlers({ subscriptions, deliveries }),
      webhookSubscriptions: webhookSubscriptionHandlers({ subscriptions, deliveries }),
    },
    {
      authenticate,
      rateLimit,
      bytes,
      oncePerKey: createOncePerKey({ once, secrets, onError }),
      checkAnswers: config.checkAnswers,
      closing: closing.signal,
      onError,
    },
  )
  mountFiles(app, { files, projects, receiveGranted: uploads.receiveGranted, onError })
  mountHooks(app, { hooks: triggers.hooks, onError })
  mountPages(app, {
    logos,
    connecting,
    approvalPage: createApprovalPage({
      database,
      projects,
      sessions,
      catalog,
      approvals,
      clock,
      publicUrl: () => publicUrl,
    }),
    publicUrl: () => publicUrl,
    onError,
  })
  mountMcp(app, {
    authenticate,
    access: createServerAccess({ database, projects, accounts, clock }),
    sessionKeys,
    approvals,
    takesProof: createTakesProof({
      events,
      projects,
      describeEvent,
      subscriptions,
      announce: config.onApprovalRequested,
    }),
    publicUrl: () => publicUrl,
    servers: mcpServers,
    sessions,
    catalog,
    metaTools,
    runInSession,
    accounts,
    authConfigs,
    links,
    executeTool,
    ownUrls: () => [publicUrl, listenerUrl],
    corsOrigins: config.corsOrigins ?? [],
    bytes,
    rateLimit,
    closing: closing.signal,
    onError,
    log,
  })

  // Listening comes first: what can fail there must not cost the first keys, which are shown only
  // once.
  const listener = await listen(app.fetch, config)
  closers.push(
    () => listener.close(graceMs),
    () => closing.abort(),
  )
  listenerUrl = listener.url
  if (!config.publicUrl) publicUrl = listener.url
  const firstKeys = await createFirstProject({ database, projects, clock })
  await jobs.start()
  triggers.polls.start()
  closers.push(triggers.polls.stop)
  await rootKeys.beginRewrapping()
  state = 'open'
  log.info(
    {
      url: listener.url,
      engine: database.engine,
      oauthRedirectUris: redirects.ofApps(config.oauthApps),
    },
    'listening',
  )

  return {
    url: listener.url,
    firstKeys,
    close: async () => {
      state = 'stopping'
      // Whoever sends requests here learns first that they are to go elsewhere; until then they are
      // answered.
      if (config.drainMs) await sleep(config.drainMs)
      await closeAll(closers)
      log.info('closed')
    },
  }
}

const answers = (database: Database): Promise<boolean> =>
  database.ping().then(
    () => true,
    () => false,
  )
