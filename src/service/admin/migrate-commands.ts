import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { Database, Migrations, MigrationState } from '../platform/database/index.ts'
import { publicMessage } from '../platform/public-error.ts'
import { serviceVersion } from '../platform/service-version.ts'
import { ServiceError } from '../service-error.ts'
import { command, type AdminCommands } from './command.ts'

/** Commands that say of which version a database is, and migrate it. */
export const migrateCommands = (
  database: Database,
  migrations: () => Migrations,
): AdminCommands => {
  const migrate = async (to: string): Promise<MigrationState> => {
    const { pending, unknown, last } = await database.migrationState(migrations())
    const isNext = to === 'latest' || to === last || pending.includes(to)
    if (!isNext)
      throw new ServiceError('invalid_request', `"${to}" is no migration that is to be run`, {
        suggestedFix: `Pass "latest", or one of ${pending.join(', ') || 'none: all have run'}. Migrations are not undone: older versions run on a newer schema as long as \`migrate --check\` of theirs says so`,
      })
    try {
      return await database.migrate(
        migrations(),
        to === 'latest' || unknown.length > 0 ? undefined : to,
      )
    } catch (cause) {
      throw new ServiceError('conflict', publicMessage(cause, 'The migration failed'), {
        suggestedFix: 'Nothing was changed. See `plugboard admin migrate --check`',
        cause,
      })
    }
  }
  return {
    'migrate check': command(z.strictObject({}), async () =>
      toAnswer(await database.migrationState(migrations())),
    ),
    migrate: command(z.strictObject({ to: z.string().min(1).max(200) }), async ({ to }) => {
      await migrate(to)
      await finishOnlineSteps(database, migrations())
      return toAnswer(await database.migrationState(migrations()))
    }),
  }
}

const pauseMs = 1_000

/** Also waits for a node that is doing it, for as long as that takes. */
const finishOnlineSteps = async (database: Database, migrations: Migrations): Promise<void> => {
  while ((await runSteps(database, migrations)).length > 0) await sleep(pauseMs)
}

const runSteps = (database: Database, migrations: Migrations) =>
  database.runOnlineSteps(migrations).catch((cause: unknown) => {
    throw new ServiceError(
      'conflict',
      publicMessage(cause, 'An online step of a migration failed'),
      {
        suggestedFix:
          'The schema is migrated, and nodes can start. Run the command again, or leave the rest to a running node',
        cause,
      },
    )
  })

const toAnswer = (state: MigrationState): object => ({
  version: serviceVersion,
  runs_this_version: state.isUsable,
  oldest_version: state.oldestVersion,
  migrated_by: state.migratedBy,
  pending: state.pending,
  unknown: state.unknown,
  online: state.online.map(({ name, table, rows }) => ({ step: name, table, rows })),
  last: state.last,
  is_empty: state.isEmpty,
})
