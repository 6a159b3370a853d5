import { rm } from 'node:fs/promises'
import { isAbsolute } from 'node:path'
import { z } from 'zod'
import type { Clock } from '../platform/clock.ts'
import type { Database, MigrationState } from '../platform/database/index.ts'
import { serviceVersion } from '../platform/service-version.ts'
import { ServiceError } from '../service-error.ts'
import { rejectExisting, writeBackup } from './backup-file.ts'
import { command } from './command.ts'
import { adminStore } from './store.ts'

type Parts = {
  database: Database
  clock: Clock
  migrationState: () => Promise<MigrationState>
}

/**
 * `backup`: on SQLite into a file on the machine of the service; on PostgreSQL, whose own tools make
 * it, the lines to type.
 */
export const backupCommand = ({ database, clock, migrationState }: Parts) =>
  command(
    z.strictObject({ path: z.string().max(4096).refine(isAbsolute, 'must be an absolute path') }),
    async ({ path }) => {
      const store = adminStore(database.handle)
      const before = await store.listRootKeys()
      const described = {
        made_at: clock.now().toISOString(),
        plugboard: serviceVersion,
        last_migration: (await migrationState()).last,
      }
      if (!database.copyTo)
        return {
          engine: database.engine,
          ...described,
          root_keys: before,
          tables: await store.listTables(),
        }
      // Before anything is deleted beside a file that is there.
      await rejectExisting(path)
      const copy = `${path}.copy`
      try {
        await rm(copy, { force: true })
        await database.copyTo(copy)
        // A rotation may begin between the copy and a look at the keys.
        const root_keys = [...new Set([...before, ...(await store.listRootKeys())])]
        return {
          engine: database.engine,
          path,
          ...(await writeBackup(path, copy, { ...described, root_keys })),
        }
      } catch (error) {
        throw toPathError(error, path)
      } finally {
        // What keeps it from being deleted kept it from being written, and has been said.
        await rm(copy, { force: true }).catch(() => undefined)
      }
    },
  )

/** What the file system says, such as a full disk, is for whoever gave the command. */
const toPathError = (error: unknown, path: string): unknown =>
  error instanceof ServiceError || !(error instanceof Error)
    ? error
    : new ServiceError('unprocessable', `${path} could not be written: ${error.message}`, {
        suggestedFix:
          'Name a file in a folder of the machine of the service that the service may write, and that has room for it twice',
        cause: error,
      })
