import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isBeingMoved, movedFile, type Migrations } from '../../platform/database/index.ts'
import type { Platform } from '../../platform/open-platform.ts'
import { ServiceError } from '../../service-error.ts'
import { adminStore } from '../store.ts'
import { compareTable } from './compare-table.ts'
import { copyTable } from './copy-table.ts'
import { moveJobs, type MovedJobs } from './move-jobs.ts'
import { moveSource, moveTarget, type SourceTable } from './store.ts'
import { tableOrder } from './table-order.ts'

type Move = {
  source: Platform
  folder: string
  target: Platform
  migrations: Migrations
  /** `check` on the target. */
  check: () => Promise<object>
  /** Told how far it is. */
  say: (text: string) => void
}

export type Moved = { tables: { table: string; rows: number }[]; jobs: MovedJobs }

/** A table of SQLite alone: PostgreSQL has queues. */
const jobsTable = 'jobs'
const sayEveryMs = 5_000

/**
 * Moves everything from an SQLite file to an empty PostgreSQL, or goes on with a move that was
 * interrupted. Nothing may use either of them.
 *
 * What arrived is read again and compared with what left, row by row, before the move counts as
 * done; until then no service starts on the target, and from then on none on the folder.
 */
export const moveDatabase = async (move: Move): Promise<Moved> => {
  const { source, target, folder, migrations, say } = move
  await moveSource(source.database.handle).checkpoint()
  await openTarget(move)
  await target.database.migrate(migrations)
  const databases = { source: source.database, target: target.database }
  const tables = await listTables(move)
  await emptyOnce(move, tables)
  const copied: Moved['tables'] = []
  for (const table of tables) {
    const tell = createTeller(say, `copying ${table.table}`)
    copied.push({ table: table.table, rows: await copyTable(databases, table, tell) })
  }
  const jobs = await moveJobs(source, target)
  await moveTarget(target.database.handle).analyze()
  const differences: string[] = []
  for (const table of tables) {
    say(`comparing ${table.table}`)
    const difference = await compareTable(databases, table)
    if (difference !== undefined) differences.push(difference)
  }
  if (differences.length > 0) throw differs(differences)
  say('checking the new database')
  await requireSound(move)
  await writeFile(movedFile(folder), `${JSON.stringify({ moved_at: new Date().toISOString() })}\n`)
  await moveTarget(target.database.handle).dropProgress()
  return { tables: copied.filter(({ rows }) => rows > 0), jobs }
}

/** Notes what is moved in an empty target; any other must have the same note. */
const openTarget = async ({ source, target, folder, migrations }: Move): Promise<void> => {
  const { size, mtimeNs } = await stat(join(folder, 'plugboard.db'), { bigint: true })
  const keys = await adminStore(source.database.handle).listDataKeys()
  const moved = JSON.stringify({ size: `${size}`, at: `${mtimeNs}`, keys })
  const store = moveTarget(target.database.handle)
  if ((await target.database.migrationState(migrations)).isEmpty) {
    await store.createProgress()
    return store.saveProgress('source', moved)
  }
  if (!(await isBeingMoved(target.database)))
    throw new ServiceError('conflict', 'The database to move to is not empty', {
      suggestedFix: 'Create a new, empty database, and name it with --to',
    })
  const begun = await store.readProgress('source')
  if (begun === undefined) return store.saveProgress('source', moved)
  if (begun !== moved)
    throw new ServiceError(
      'conflict',
      'The database holds an unfinished move of other data: of another folder, or of this one before a service used it again',
      { suggestedFix: 'Create a new, empty database, and name it with --to' },
    )
}

const listTables = async ({ source, target }: Move): Promise<SourceTable[]> => {
  const from = moveSource(source.database.handle)
  const names = await adminStore(source.database.handle).listTables()
  const parents = new Map<string, string[]>()
  for (const name of names) if (name !== jobsTable) parents.set(name, await from.listParents(name))
  const tables: SourceTable[] = []
  for (const name of tableOrder(parents)) {
    const table = await from.describe(name)
    const columns = await moveTarget(target.database.handle).listColumns(name)
    if (columns.size !== table.columns.length || !table.columns.every((each) => columns.has(each)))
      throw new ServiceError('conflict', `The table ${name} has other columns in PostgreSQL`, {
        suggestedFix: 'Move with the version that the service last ran on the folder',
      })
    tables.push(table)
  }
  return tables
}

const emptyOnce = async ({ target: { database } }: Move, tables: readonly SourceTable[]) => {
  if ((await moveTarget(database.handle).readProgress('emptied')) !== undefined) return
  await database.transaction(async (transaction) => {
    await moveTarget(transaction).empty(tables.map(({ table }) => table))
    await moveTarget(transaction).saveProgress('emptied', 'yes')
  })
}

const createTeller = (say: (text: string) => void, doing: string) => {
  say(doing)
  let last = performance.now()
  return (rows: number) => {
    if (performance.now() - last < sayEveryMs) return
    last = performance.now()
    say(`${doing}: ${rows} rows`)
  }
}

const differs = (differences: string[]) =>
  new ServiceError('conflict', 'What arrived is not what left', {
    errors: differences,
    suggestedFix:
      'Check that nothing else writes to the new database, create it anew, and move again: the folder is as it was',
  })

const requireSound = async ({ check }: Move): Promise<void> => {
  const checked = await check()
  if ('result' in checked && checked.result === 'ok') return
  throw new ServiceError('conflict', 'The check of the new database found problems', {
    errors: 'findings' in checked ? [JSON.stringify(checked.findings).slice(0, 2000)] : [],
    suggestedFix:
      'Run plugboard admin check on the folder: if it finds the same, they were there before the move',
  })
}
