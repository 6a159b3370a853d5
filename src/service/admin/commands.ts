import { z } from 'zod'
import { executedOutcome } from '../endpoint/index.ts'
import type { Migrations } from '../platform/database/index.ts'
import type { Platform } from '../platform/open-platform.ts'
import type { Retention } from '../platform/retention/index.ts'
import type { createProjects } from '../projects/index.ts'
import { ServiceError } from '../service-error.ts'
import type { UsersApi } from '../users/index.ts'
import { backupCommand } from './backup.ts'
import { checkDatabase } from './check.ts'
import { jobCommands } from './job-commands.ts'
import { migrateCommands } from './migrate-commands.ts'
import { command, type AdminCommands } from './command.ts'
import { adminStore } from './store.ts'

export type AdminNeeds = {
  /** Those of every capability. */
  migrations: () => Migrations
  retention: () => readonly Retention[]
  projects: Pick<ReturnType<typeof createProjects>['api'], 'operatorKeys' | 'get'>
  users: UsersApi
  recoverDeliveries: (
    since: string,
    subscriptionId?: string,
  ) => Promise<{ recovered: number; ofDisabled: number }>
}

const nothing = z.strictObject({})
/** Counting more rows would keep an SQLite service from answering. */
const mostCounted = 100_000

const time = z.iso.datetime({
  offset: true,
  error: 'must be a time with its offset, such as 2026-11-28T09:00:00Z',
})
const id = z.string().min(1).max(200)
const mostListed = 1000

/** What `plugboard admin` can ask for. */
export const createCommands = (platform: Platform, needs: AdminNeeds): AdminCommands => {
  const { database } = platform
  const { migrations, retention, users } = needs
  const store = adminStore(database.handle)
  const migrationState = () => database.migrationState(migrations())
  return {
    backup: backupCommand({ ...platform, migrationState }),
    check: command(nothing, () =>
      checkDatabase({ ...platform, migrationState, retention, countWrongUsers: users.countWrong }),
    ),
    ...migrateCommands(database, migrations),
    ...keyCommands(needs),
    ...userCommands(needs),
    ...jobCommands(platform),
    ...callCommands(platform),
    'deliveries recover': command(
      z.strictObject({ since: time, subscription: id.optional() }),
      async ({ since, subscription }) => {
        // Stored times are in UTC.
        const from = new Date(since).toISOString()
        const { recovered, ofDisabled } = await needs.recoverDeliveries(from, subscription)
        return { recovered, of_disabled_subscriptions: ofDisabled }
      },
    ),
    stats: command(nothing, async () => {
      const tables: { table: string; rows: number; is_more: boolean }[] = []
      for (const table of await store.listTables()) {
        const rows = await store.countRows(table, mostCounted)
        tables.push({ table, rows, is_more: rows === mostCounted })
      }
      return {
        engine: database.engine,
        root_keys: await store.listRootKeys(),
        last_migration: (await migrationState()).last,
        tables,
        queues: await platform.jobs.figures(),
      }
    }),
  }
}

const keyCommands = ({ projects: { operatorKeys: keys } }: AdminNeeds): AdminCommands => ({
  'keys list': command(nothing, async () => ({ keys: await keys.list() })),
  'keys create': command(
    z.strictObject({
      kind: z.enum(['project', 'user', 'organization']),
      project: id.optional(),
      name: z.string().min(1).max(100),
    }),
    keys.create,
  ),
  'keys revoke': command(z.strictObject({ id }), ({ id: key }) => keys.revoke(key)),
})

const user = { user: z.string().min(1).max(200), project: id.optional() }

const userCommands = ({ projects, users }: AdminNeeds): AdminCommands => {
  const find = async (given: string | undefined) => {
    const { id: projectId } = await projects.operatorKeys.findProject(given)
    const project = await projects.get(projectId)
    if (!project) throw new ServiceError('not_found', `The project "${projectId}" was deleted`)
    return project
  }
  return {
    'users erase': command(z.strictObject(user), async ({ user: userId, project }) => ({
      user_id: userId,
      erased: await users.erase(await find(project), userId),
    })),
    'users export': command(
      z.strictObject({ ...user, cursor: z.string().max(2000).optional() }),
      async ({ user: userId, project, cursor }) =>
        users.export(await find(project), userId, { cursor, limit: mostListed }),
    ),
  }
}

/** Names of calls are hashes, which may begin with a hyphen, as options of commands do. */
const callPrefix = 'call_'

const callCommands = ({ once }: Pick<Platform, 'once'>): AdminCommands => ({
  'calls unknown': command(nothing, async () => {
    const calls = await once.listUnknown(mostListed)
    return {
      calls: calls.map(({ name, scope, subject, about, startedAt, expiresAt }) => ({
        id: callPrefix + name,
        // Operation, tool and request id; absent for a call that an earlier version began.
        ...(about !== null && { about }),
        project: scope,
        session: subject,
        started_at: startedAt,
        expires_at: expiresAt,
      })),
    }
  }),
  'calls resolve': command(
    z.strictObject({ id, executed: z.boolean() }),
    async ({ id: call, executed }) => {
      const name = call.startsWith(callPrefix) ? call.slice(callPrefix.length) : call
      if (!(await once.resolveUnknown(name, executed ? executedOutcome : undefined)))
        throw new ServiceError(
          'not_found',
          `No call with an unknown outcome has the id "${call}"`,
          {
            suggestedFix: 'List them with `plugboard admin calls unknown`',
          },
        )
      return { id: call, executed, may_run_again: !executed }
    },
  ),
})
