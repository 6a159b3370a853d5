import { execFile } from 'node:child_process'
import { mkdtemp, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import type { Config } from '../../service/index.ts'
import {
  extractBackup,
  lockFolder,
  openAdmin,
  readHeader,
  type BackupHeader,
} from '../../service/open-admin.ts'
import { DataFolderError } from '../../service/platform/database/data-folder-error.ts'
import { makeFolder } from '../../service/platform/make-folder.ts'
import { parseKeyRing } from '../../service/platform/secrets/index.ts'
import { CliError } from '../cli-error.ts'
import { quote } from '../quote.ts'
import { readAdminConfig, runAdmin, type AdminOptions } from './run-admin.ts'

const onPostgres = z.object({ engine: z.literal('postgres'), tables: z.array(z.string()) })

/** Has a backup made; on PostgreSQL says how. */
export const makeBackup = async (path: string, options: AdminOptions): Promise<object> => {
  const made = await runAdmin(options, 'backup', { path })
  if (!onPostgres.safeParse(made).success) return made
  return {
    ...made,
    run: `pg_dump --format=custom --no-owner --file=${quote(path)} "$DATABASE_URL"`,
    next: `plugboard admin backup --verify ${quote(path)}`,
  }
}

/** Checks a backup: its checksum and what it holds, or what pg_restore finds in a dump. */
export const verifyBackup = async (path: string, options: AdminOptions): Promise<object> => {
  const config = await readAdminConfig(options)
  if (config.database.engine === 'postgres') return verifyDump(path, options)
  const folder = await mkdtemp(join(tmpdir(), 'plugboard-backup-'))
  try {
    return await fill(config, path, folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Restores a backup where nothing is yet. */
export const restoreBackup = async (path: string, options: AdminOptions): Promise<object> => {
  const config = await readAdminConfig(options)
  if (config.database.engine === 'postgres') {
    const admin = await openAdmin(config)
    const { is_empty: isEmpty } = z
      .object({ is_empty: z.boolean() })
      .parse(await admin.run('migrate check', {}).finally(() => admin.close()))
    if (!isEmpty)
      throw new CliError('The database is not empty', {
        suggestedFix: 'Create a new database, and name it in DATABASE_URL',
      })
    return {
      run: `pg_restore --exit-on-error --single-transaction --no-owner --dbname="$DATABASE_URL" ${quote(path)}`,
      next: 'plugboard admin check',
    }
  }
  const { folder } = config.database
  await makeFolder(folder).catch((cause: unknown) => {
    throw new DataFolderError(folder, 'created', cause)
  })
  for (const name of ['plugboard.db', 'plugboard.db-wal'])
    if (await stat(join(folder, name)).catch(() => undefined))
      throw new CliError(`${folder} has a database already`, {
        suggestedFix: 'Name another folder with --data, or move that one away',
      })
  return { restored_to: folder, ...(await fill(config, path, folder)) }
}

/** Puts the database of a backup into a folder, unless something is wrong with it. */
const fill = async (config: Config, path: string, folder: string): Promise<object> => {
  const described = await readHeader(path)
  requireKeys(config.rootKeys, described)
  const unlock = lockFolder(folder)
  const file = join(folder, 'plugboard.db')
  try {
    await extractBackup(path, `${file}.restoring`)
    await rename(`${file}.restoring`, file)
  } finally {
    unlock()
  }
  try {
    const admin = await openAdmin({ ...config, database: { engine: 'sqlite', folder } })
    const held = await admin.run('check', {}).finally(() => admin.close())
    return { made_at: described.made_at, root_keys: described.root_keys, ...held }
  } catch (error) {
    for (const suffix of ['', '-wal', '-shm']) await rm(`${file}${suffix}`, { force: true })
    throw error
  }
}

const requireKeys = (ring: string, { root_keys: needed }: BackupHeader): void => {
  const { byVersion } = parseKeyRing(ring)
  const missing = needed.filter((version) => !byVersion.has(version))
  if (missing.length > 0)
    throw new CliError(
      `The backup needs root keys that are not here: version ${missing.join(', ')}`,
      {
        suggestedFix:
          'Add them to PLUGBOARD_ROOT_KEYS: without them, nothing in it can be decrypted',
      },
    )
}

const run = promisify(execFile)

const verifyDump = async (path: string, options: AdminOptions): Promise<object> => {
  const { tables } = onPostgres.parse(await runAdmin(options, 'backup', { path }))
  const restore = (...args: string[]) =>
    run('pg_restore', [...args, path], { maxBuffer: 64 * 1024 * 1024 }).catch((cause: unknown) => {
      throw isMissing(cause)
        ? new CliError('There is no pg_restore here to read the dump with', {
            suggestedFix: 'Verify it where the PostgreSQL client is installed',
          })
        : new CliError(`pg_restore cannot read ${path}`, {
            suggestedFix: 'Make it again with the line that plugboard admin backup prints',
            cause,
          })
    })
  const { stdout } = await restore('--list')
  // The list is at the beginning: only reading everything finds what is cut off at the end.
  await restore('--file=/dev/null')
  const dumped = new Set([...stdout.matchAll(/ TABLE DATA public (\S+) /g)].map(([, name]) => name))
  const missing = tables.filter((table) => !dumped.has(table))
  if (missing.length > 0)
    throw new CliError(`${path} has no rows of ${missing.join(', ')}`, {
      suggestedFix: 'Make it again, from the database that DATABASE_URL names',
    })
  if (!/ TABLE DATA pgboss /.test(stdout))
    throw new CliError(`${path} has no jobs: the schema pgboss is missing`, {
      suggestedFix: 'Dump all schemas, as the line of plugboard admin backup does',
    })
  return { file: path, tables: tables.length, jobs: true }
}

const isMissing = (thrown: unknown): boolean =>
  thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT'
