import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Config } from '../../src/service/index.ts'
import { migrations } from './migrations.ts'
import type { Clock } from '../../src/service/platform/clock.ts'
import { openPostgres, openSqlite, type Handle } from '../../src/service/platform/database/index.ts'
import { createEvents } from '../../src/service/platform/events/index.ts'
import { createJobs } from '../../src/service/platform/jobs/index.ts'
import { createLog } from '../../src/service/platform/log.ts'
import { createOutbound } from '../../src/service/platform/outbound/index.ts'
import { createSecrets, parseKeyRing } from '../../src/service/platform/secrets/index.ts'
import { createDescribeEvent } from '../../src/service/project-events/describe-event.ts'
import { createFirstProject } from '../../src/service/projects/bootstrap.ts'
import { noMetrics, type Metrics } from '../../src/service/platform/metrics/index.ts'
import { createRetention, toKept } from '../../src/service/platform/retention/index.ts'
import { webhookRetention } from '../../src/service/webhooks/retention.ts'
import { createProjectRules } from '../../src/service/projects/project.ts'
import { ServiceError } from '../../src/service/service-error.ts'
import { createWebhookRules } from '../../src/service/webhooks/create-webhooks.ts'

export type DeliveringSettings = {
  database: Config['database']
  allow: string[]
  clock: Clock
  attemptTimeoutMs: number
  pollSeconds?: number | undefined
  retentionDays: number
  random?: (() => number) | undefined
  writeLog?: { write(line: string): void } | undefined
  metrics?: Metrics
}

/**
 * The parts of a node that deliver, put together as the service does. They begin with
 * `jobs.start()`.
 */
export const openDeliveryNode = async ({
  database: place,
  allow,
  clock,
  attemptTimeoutMs,
  pollSeconds,
  retentionDays,
  random,
  writeLog = { write: () => {} },
  metrics = noMetrics,
}: DeliveringSettings) => {
  const database =
    place.engine === 'postgres'
      ? await openPostgres(place.url, place.maximumConnections)
      : openSqlite(join(place.folder, 'plugboard.db'))
  await database.migrate(migrations)
  const jobs = createJobs(database, {
    clock,
    log: createLog('warn', writeLog),
    ...(pollSeconds !== undefined && { pollSeconds }),
    ...(place.engine === 'postgres' && { postgresUrl: place.url }),
  })
  const events = createEvents(database, jobs, { clock })
  const outbound = createOutbound({
    allow,
    ca: readFileSync(new URL('certificates/authority.pem', import.meta.url), 'utf8'),
  })
  const projects = createProjectRules({
    database,
    secrets: createSecrets(parseKeyRing(`1:${Buffer.alloc(32, 7).toString('base64')}`)),
    clock,
  })
  await createFirstProject({ database, projects, clock, log: createLog('silent') })
  const { rows } = await sql<{ id: string }>`select id from projects`.execute(database.handle)
  const project = await projects.reload(rows[0]?.id ?? '')
  const describeEvent = createDescribeEvent({
    accounts: { get: noAccount },
    approvals: { describe: async () => undefined },
  })
  createRetention(
    { database, events, jobs, clock, metrics, scopeDeleted: 'project.deleted' },
    webhookRetention(toKept({ logs: retentionDays })),
  )
  const { subscriptions, deliveries } = createWebhookRules({
    database,
    projects,
    describeEvent,
    events,
    jobs,
    outbound,
    clock,
    attemptTimeoutMs,
    metrics,
    recordActivity: () => {},
    ...(random && { random }),
  })

  return {
    database,
    jobs,
    events,
    project,
    subscriptions,
    deliveries,
    publishIn: (
      transaction: Handle,
      trigger: string,
      data: Record<string, unknown>,
    ): Promise<string> =>
      events.publish(
        transaction,
        toMessage(
          project.id,
          trigger,
          project.dataKey.encrypt(JSON.stringify(data), { record: trigger, field: 'payload' }),
        ),
      ),
    close: async () => {
      await jobs.stop({ graceMs: 0 })
      await outbound.close()
      await database.close()
    },
  }
}

/** These projects have none: events of accounts are tested with the whole service. */
const noAccount = async (_project: unknown, id: string): Promise<never> => {
  throw new ServiceError('not_found', `No connected account "${id}"`)
}

const toMessage = (scope: string, trigger: string, payload: string) => ({
  type: 'trigger.message',
  scope,
  data: {
    metadata: {
      log_id: null,
      trigger_slug: 'NOTES_NOTE_MADE',
      trigger_id: trigger,
      connected_account_id: 'ca_1',
      auth_config_id: 'ac_1',
      user_id: 'ada',
    },
    payload,
  },
})
