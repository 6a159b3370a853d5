import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { createClient } from '../../../src/client/index.ts'
import { verifies } from '../../requirements.ts'
import { openServiceDatabase } from '../../support/open-service-database.ts'
import { createPostgresDatabase } from '../../support/postgres-database.ts'
import { createSharedDatabase, type SharedDatabase } from '../../support/shared-database.ts'
import { startDatabaseProxy } from '../../support/start-database-proxy.ts'
import { engine, startService, type StartOptions } from '../../support/start-service.ts'
import { addDeadDelivery, startNegativeService } from './negative-service.ts'
import { operations } from './operations.ts'
import {
  provokeConflicts,
  provokeForeignOrigins,
  provokeInvalid,
  provokeRateLimit,
  provokeUnknown,
  provokeWrongKeys,
} from './statuses-generic.ts'
import { createSeen, listedPairs, type Pair, type Seen } from './statuses-seen.ts'
import {
  answerBadly,
  provokeBadUpstreams,
  provokeBothSuccesses,
  provokeDisabledWebhook,
  provokeForbidden,
  provokeStates,
  provokeUnknownReferences,
  provokeUnsupported,
} from './statuses-special.ts'
import { asOwner, inOrder, validInput } from './valid-input.ts'
import { isThorough } from '../../support/thorough.ts'

/** Listed pairs that nothing brings about, and why. */
const neverAnswered = (pair: Pair): string | undefined => {
  const [name = '', status = ''] = pair.split(' ')
  const endpoint = operations.find((operation) => operation.name === name)?.endpoint
  if (status === '409' && !endpoint?.idempotencyKey) return 'the operation takes no Idempotency-Key'
  if (endpoint?.auth === 'public' && status !== '200')
    return 'what is public needs neither a key nor the database'
  if (status === '503' && engine === 'sqlite') return 'an SQLite file is never away'
  return reasons[pair]
}

const unforbidden =
  "another project's is 404 (rule 2.4), and within a project nobody lacks a permission"

const reasons: Record<Pair, string> = {
  'connectedAccounts.confirm 200':
    'a browser has to connect first: the tests of connecting show it',
  'connections.confirm 200': 'a browser has to connect first: the tests of connections show it',
  'connections.delete 200': 'the account was just deleted: the tests of connections show it',
  'files.upload 422': 'a project that stores all that it may: the tests of the limits show it',
  'sessions.storeResult 422':
    'a project that stores all that it may: the tests of stored results show it',
  'migration.getNanoid 404': 'an unknown UUID is 410 (rule 14.5)',
  'projects.getConfig 404': 'only in the half second after another node deleted the project',
  'projects.updateConfig 404': 'only in the half second after another node deleted the project',
  'toolkits.acceptChanges 200':
    'only a server of a third party makes changes: the tests of changes show it',
  'toolkits.rejectChanges 200':
    'only a server of a third party makes changes: the tests of changes show it',
  'toolkits.list 404': 'an unknown category or slug is an empty page',
  'toolkits.multi 404': 'an unknown category or slug is an empty page',
  'tools.list 404': 'an unknown toolkit or version is an empty page',
  'triggerTypes.list 404': 'an unknown toolkit or version is an empty page',
  ...Object.fromEntries(
    [
      'mcp.get',
      'mcp.update',
      'mcp.delete',
      'mcp.listByApp',
      'mcp.generate',
      'mcp.listInstances',
      'mcp.createInstance',
      'mcp.deleteInstance',
      'mcp.rotateUrls',
      'sessions.create',
      'sessions.get',
      'sessions.delete',
      'sessions.tools',
      'sessions.search',
      'sessions.toolkits',
      'sessions.attach',
      'sessions.approvals',
      'sessions.decide',
      'sessions.result',
      'tools.execute',
    ].map((name) => [`${name} 403`, unforbidden]),
  ),
}

it.runIf(isThorough)(
  'every status that an operation lists is answered by it',
  { timeout: 300_000 },
  async () => {
    verifies(
      'conventions.every-status',
      'conventions.listed-statuses',
      'conventions.existing-clients',
    )
    const seen = createSeen()
    await provokeByRequests(seen)
    await provokeByLimits(seen)
    if (engine === 'postgres') await provokeByAbsence(seen)

    expect(seen.unlisted).toEqual([])
    expect([...seen.misread], 'existing clients cannot read these answers').toEqual([])
    expect(
      listedPairs().filter((pair) => !seen.pairs.has(pair) && neverAnswered(pair) === undefined),
      'provoke these, or say above why nothing does',
    ).toEqual([])
    expect(
      [...seen.pairs].filter((pair) => neverAnswered(pair) !== undefined),
      'these are answered after all',
    ).toEqual([])
  },
)

const start = async (options: StartOptions = {}) => {
  const shared = await createSharedDatabase()
  const running = await startNegativeService({
    ...options,
    database: options.database ?? shared.database,
    toolTimeoutMs: 500,
    answer: answerBadly,
  })
  onTestFinished(running.close)
  return {
    shared,
    running,
    client: createClient({
      baseUrl: running.target.url,
      apiKey: running.target.apiKey,
      retries: 0,
    }),
  }
}

const provokeByRequests = async (seen: Seen): Promise<void> => {
  const states = await start({ logLevel: 'silent' })
  await provokeWrongKeys(seen, states.running)
  await provokeInvalid(seen, states.running)
  await provokeUnknown(seen, states.running)
  await provokeForeignOrigins(seen, states.running)
  await provokeUnknownReferences(seen, states.running)
  await provokeForbidden(seen, states.running, states.client)
  await provokeBadUpstreams(seen, states.running)
  await provokeBothSuccesses(seen, states.running)
  await provokeStates(seen, states.running, states.client)

  const { shared, running } = await start()
  await addDeadDelivery(shared.database, running.project)
  const database = await openServiceDatabase(shared.database)
  await provokeDisabledWebhook(seen, running, database)
  await provokeConflicts(seen, running, database)
  await provokeSuccesses(seen)

  const unsupported = await start({ logLevel: 'silent' })
  await provokeUnsupported(
    seen,
    unsupported.running,
    unsupported.client,
    await openServiceDatabase(unsupported.shared.database),
  )
  await provokeDefects(seen, unsupported)
}

const provokeSuccesses = async (seen: Seen): Promise<void> => {
  const { shared, running } = await start()
  await addDeadDelivery(shared.database, running.project)
  for (const operation of inOrder(operations))
    await seen.ask(
      running.target,
      asOwner(operation),
      validInput(operation, running.project, running.upstream.url),
    )
}

const provokeByLimits = async (seen: Seen): Promise<void> => {
  await provokeRateLimit(
    seen,
    await startService({
      rateLimitPerMinute: 1,
      clock: { now: () => new Date('2026-11-21T10:00:15.000Z') },
    }),
  )
}

/** 500: tables that are gone are a defect. What needs none of them misses that of the keys. */
const provokeDefects = async (
  seen: Seen,
  {
    shared,
    running,
  }: { shared: SharedDatabase; running: Awaited<ReturnType<typeof startNegativeService>> },
): Promise<void> => {
  const database = await openServiceDatabase(shared.database)
  const askAll = async () => {
    for (const operation of operations) {
      if (!seen.pairs.has(`${operation.name} 500`))
        await seen.ask(
          running.target,
          operation,
          validInput(operation, running.project, running.upstream.url),
        )
    }
  }
  const moveAway = (table: string) =>
    database.handle.schema.alterTable(table).renameTo(`${table}_away`).execute()
  for (const table of await tablesOf(shared))
    if (!['api_keys', 'projects'].includes(table)) await moveAway(table)
  await askAll()
  await moveAway('api_keys')
  // A key is remembered for half a second.
  await sleep(600)
  await askAll()
}

const tablesOf = async ({ query }: SharedDatabase): Promise<string[]> => {
  const rows = await query(
    engine === 'postgres'
      ? `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`
      : `select name from sqlite_master where type = 'table' and name not like 'sqlite_%'`,
  )
  return rows.map(({ name }) => String(name))
}

/** 503: a PostgreSQL that is away. */
const provokeByAbsence = async (seen: Seen): Promise<void> => {
  const { url, drop } = await createPostgresDatabase()
  onTestFinished(drop)
  const proxy = await startDatabaseProxy(new URL(url))
  const { running } = await start({
    database: { engine: 'postgres', url: proxy.url, maximumConnections: 5 },
    logLevel: 'silent',
  })
  await proxy.takeAway()
  // For half a second a node knows the keys that it has read, and what asks nothing else of the
  // database is answered.
  await sleep(1000)
  for (const operation of operations)
    await seen.ask(
      running.target,
      operation,
      validInput(operation, running.project, running.upstream.url),
    )
  await proxy.bringBack()
}
