import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from './config/config.ts'
import { createCapabilities, startRetention } from './capabilities.ts'
import { closeAll } from './main.ts'
import { rejectMoved } from './platform/database/index.ts'
import { openPlatform, type Closer } from './platform/open-platform.ts'
import { ServiceError } from './service-error.ts'

/** The commands of `plugboard admin` in this process. */
export type Admin = {
  run(command: string, given: object): Promise<object>
  close(): Promise<void>
}

/** Commands that also answer on a database of another version. */
const ofEveryVersion = new Set(['migrate check', 'migrate'])

/**
 * Opens a database for commands, without a service: a PostgreSQL beside running nodes, or a data
 * folder, whose lock it holds. It serves nothing, runs no jobs, and only `migrate` changes the schema.
 */
export const openAdmin = async (config: Config): Promise<Admin> => {
  if (config.database.engine === 'sqlite') await requireFile(config.database.folder)
  const closers: Closer[] = []
  try {
    const platform = await openPlatform(config, {}, closers)
    // A folder from which everything was moved is whole; a database that is being filled is not.
    if (config.database.engine === 'postgres') await rejectMoved(config.database, platform.database)
    const { capabilities, migrations, retention, projects, admin } = createCapabilities(
      platform,
      config,
    )
    for (const { close } of capabilities) if (close) closers.push(close)
    // Also what a deletion here is followed by, which a service does.
    startRetention(platform, config, retention)
    const { unknown, isEmpty, isUsable } = await platform.database.migrationState(migrations)
    if (isUsable) await projects.checkRootKeys()
    return {
      run: async (command, given) => {
        if (!isUsable && !ofEveryVersion.has(command)) throw otherVersion({ unknown, isEmpty })
        return admin.run(command, given)
      },
      close: () => closeAll(closers),
    }
  } catch (error) {
    await closeAll(closers)
    throw error
  }
}

const requireFile = async (folder: string): Promise<void> => {
  if (await stat(join(folder, 'plugboard.db')).catch(() => undefined)) return
  throw new ServiceError('not_found', `There is no database in ${folder}`, {
    suggestedFix: 'Pass the data folder of the service with --data, or set DATABASE_URL',
  })
}

const otherVersion = ({ unknown, isEmpty }: { unknown: string[]; isEmpty: boolean }) =>
  new ServiceError(
    'conflict',
    isEmpty ? 'The database is empty' : 'The database is of another version of Plugboard',
    {
      suggestedFix: isEmpty
        ? 'Start the service on it once, run `plugboard admin migrate --to latest`, or restore a backup'
        : unknown.length > 0
          ? 'Use the version that runs on it'
          : 'Run `plugboard admin migrate --to latest`, or start this version on it, which migrates it too; or use the version that runs on it',
    },
  )

export { lockFolder, FolderInUseError } from './platform/database/index.ts'
export { commandProof, extractBackup, readHeader, type BackupHeader } from './admin/index.ts'
export { moveToPostgres } from './move-to-postgres.ts'
