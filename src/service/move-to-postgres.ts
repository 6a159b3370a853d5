import { access } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from './config/config.ts'
import { moveDatabase, type Moved } from './admin/index.ts'
import { createCapabilities } from './capabilities.ts'
import { closeAll } from './main.ts'
import { movedFile } from './platform/database/index.ts'
import { openPlatform, type Closer } from './platform/open-platform.ts'
import { ServiceError } from './service-error.ts'

type Options = {
  folder: string
  /** The address of an empty PostgreSQL database. */
  to: string
  say: (text: string) => void
}

const noTimeouts = { statementMs: 0, lockMs: 0, idleTransactionMs: 0 }

/**
 * Moves a data folder that no service uses to PostgreSQL. It serves nothing and runs no jobs, and
 * leaves the rows in the folder as they are.
 */
export const moveToPostgres = async (
  config: Config,
  { folder, to, say }: Options,
): Promise<Moved> => {
  // Opening it would create one.
  if (!(await exists(join(folder, 'plugboard.db'))))
    throw new ServiceError('not_found', `There is no database in ${folder}`, {
      suggestedFix: 'Pass the data folder of the service with --data',
    })
  const closers: Closer[] = []
  try {
    const source = await open({ ...config, database: { engine: 'sqlite', folder } }, closers)
    await requireUsable(source, folder)
    const target = await open(
      {
        ...config,
        database: { engine: 'postgres', url: to, maximumConnections: 5, timeouts: noTimeouts },
      },
      closers,
    )
    return await moveDatabase({
      source: source.platform,
      folder,
      target: target.platform,
      migrations: target.migrations,
      check: () => target.admin.run('check', {}),
      say,
    })
  } finally {
    await closeAll(closers)
  }
}

const open = async (config: Config, closers: Closer[]) => {
  const platform = await openPlatform(config, {}, closers)
  const { capabilities, ...created } = createCapabilities(platform, config)
  for (const { close } of capabilities) if (close) closers.push(close)
  return { platform, ...created }
}

type Opened = Awaited<ReturnType<typeof open>>

const requireUsable = async (
  { platform, migrations, projects }: Opened,
  folder: string,
): Promise<void> => {
  const { pending, unknown, online } = await platform.database.migrationState(migrations)
  if (pending.length + unknown.length > 0)
    throw new ServiceError('conflict', 'The data folder is of another version of Plugboard', {
      suggestedFix: 'Start this version on it once, which migrates it, then move it',
    })
  if (online.length > 0)
    throw new ServiceError('conflict', 'A migration of the data folder is not finished', {
      suggestedFix: 'Run `plugboard admin migrate --to latest` on the folder, then move it',
    })
  await projects.checkRootKeys()
  const file = movedFile(folder)
  if (await exists(file))
    throw new ServiceError('conflict', `The data of ${folder} was moved already`, {
      suggestedFix: `To move it once more, to another database, delete ${file}`,
    })
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )
