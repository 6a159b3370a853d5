import { AsyncLocalStorage } from 'node:async_hooks'
import { Kysely, type Dialect, type KyselyPlugin } from 'kysely'
import type { Migration } from 'kysely/migration'
import { listenTo, type ChangeListener } from './changes.ts'
import { migrateDatabase, readMigrationState } from './migrate-database.ts'
import { runOnlineSteps, type OnlineStep, type PendingStep } from './online/index.ts'

/**
 * Where SQL is sent: the database itself, or a transaction. Stores name their tables with
 * `withTables`.
 */
// eslint-disable-next-line typescript/no-empty-object-type -- each store adds the tables it owns
export type Handle = Kysely<{}>

/**
 * Changes of the tables, in the order of their names. `contracts`: one that takes away what older
 * versions use says which is the oldest version that no longer does. `online`: what is done after the
 * transaction, while nodes serve, if the database has rows.
 */
export type Migrations = Record<
  string,
  Migration & { contracts?: string; online?: readonly OnlineStep[] }
>

/**
 * The service's database on either engine.
 *
 * `handle` refuses to be used inside a `transaction` callback: SQLite would wait for itself
 * forever, PostgreSQL would write outside the transaction.
 */
export type Database = {
  readonly engine: 'sqlite' | 'postgres'
  readonly handle: Handle
  transaction<Result>(work: (transaction: Handle) => Promise<Result>): Promise<Result>
  /** Has a listener told of every `noteChange`, once what was written is committed. */
  onChange(listener: ChangeListener): void
  /**
   * Runs what has not run of the migrations, up to `to`; one process at a time. A newer version that
   * allows this one may have run others: nothing is changed then.
   */
  migrate(migrations: Migrations, to?: string): Promise<MigrationState>
  /**
   * Does what the migrations left to be done while nodes serve, unless another process is doing it.
   * Returns what is not done. It goes on where it was interrupted, by the signal or a kill.
   */
  runOnlineSteps(migrations: Migrations, signal?: AbortSignal): Promise<PendingStep[]>
  /** Compares the migrations that ran with the list; changes nothing. */
  migrationState(migrations: Migrations): Promise<MigrationState>
  /**
   * Writes a copy of the committed rows of one moment into a new file while others go on writing;
   * undefined on PostgreSQL, which has tools of its own.
   */
  copyTo?: (path: string) => Promise<void>
  /** Throws when the database does not answer, or takes no writes. */
  ping(): Promise<void>
  /**
   * How many connections are open and idle, and how many callers wait for one; undefined on SQLite,
   * which has one connection.
   */
  connections(): ConnectionCounts | undefined
  /** How many statements were sent since the database was opened. */
  statements(): StatementCounts
  /** Counts what the work sends, and what it starts, as statements of a request. */
  countAsRequest<Result>(work: () => Result): Result
  close(): Promise<void>
}

export type MigrationState = {
  /** In the list and not run yet. */
  pending: string[]
  /** Run, and not in the list: another version wrote the database. */
  unknown: string[]
  last: string | null
  /** Whether the database has no table at all. */
  isEmpty: boolean
  /** Whether this version runs on the database as it is. */
  isUsable: boolean
  /** The oldest version that runs on the schema; null if the database does not say. */
  oldestVersion: string | null
  /** The newest version that migrated the database; null if it does not say. */
  migratedBy: string | null
  /** What migrations have left to be done while nodes serve, also those of another version. */
  online: PendingStep[]
}

type StatementCounts = {
  /** Sent while a request was answered. */
  request: number
  /** Sent by jobs, schedules and whatever else runs without a request. */
  background: number
}

type ConnectionCounts = { open: number; idle: number; waiting: number }

type Parts = {
  connections?: Database['connections']
  /** Waited for before a transaction asks for its connection. */
  beforeTransaction?: () => Promise<void>
  /** Creates the dialect for migrations, if they use another one. */
  migrating?: () => Dialect
}

export const createDatabase = (
  engine: Database['engine'],
  dialect: Dialect,
  { connections = () => undefined, beforeTransaction, migrating }: Parts = {},
): Database => {
  const statements: StatementCounts = { request: 0, background: 0 }
  const insideRequest = new AsyncLocalStorage<true>()
  const unguarded = new Kysely<Record<never, never>>({
    dialect,
    log: () => void (statements[insideRequest.getStore() ? 'request' : 'background'] += 1),
  })
  const insideTransaction = new AsyncLocalStorage<true>()
  const handle = unguarded.withPlugin(rejectInside(insideTransaction))
  const listeners: ChangeListener[] = []
  const announce: ChangeListener = (table, scope) => {
    for (const listener of listeners) listener(table, scope)
  }
  listenTo(handle, announce)
  const patiently = async <Result>(work: (db: typeof unguarded) => Promise<Result>) => {
    if (!migrating) return work(unguarded)
    const patient = new Kysely<Record<never, never>>({ dialect: migrating() })
    return work(patient).finally(() => patient.destroy())
  }

  return {
    engine,
    handle,
    transaction: async (work) => {
      rejectWhen(insideTransaction)
      await beforeTransaction?.()
      const changes: Parameters<ChangeListener>[] = []
      try {
        return await unguarded.transaction().execute((transaction) => {
          listenTo(transaction, (...change) => void changes.push(change))
          return insideTransaction.run(true, () => work(transaction))
        })
      } finally {
        // Also when it failed: a connection that breaks during the commit leaves open whether it was
        // made.
        for (const change of changes) announce(...change)
      }
    },
    onChange: (listener) => void listeners.push(listener),
    migrate: (migrations, to) => patiently((db) => migrateDatabase(db, migrations, to)),
    runOnlineSteps: async (migrations, signal) => {
      const { online } = await readMigrationState(unguarded, migrations)
      return online.length === 0 ? [] : patiently((db) => runOnlineSteps(db, migrations, signal))
    },
    migrationState: (migrations) => readMigrationState(unguarded, migrations),
    ping: async () => {
      await unguarded.executeQuery(
        unguarded.selectNoFrom((expression) => expression.val(1).as('one')).compile(),
      )
    },
    connections,
    statements: () => ({ ...statements }),
    countAsRequest: (work) => insideRequest.run(true, work),
    close: () => unguarded.destroy(),
  }
}

const rejectInside = (insideTransaction: AsyncLocalStorage<true>): KyselyPlugin => ({
  transformQuery: ({ node }) => {
    rejectWhen(insideTransaction)
    return node
  },
  transformResult: async ({ result }) => result,
})

const rejectWhen = (insideTransaction: AsyncLocalStorage<true>) => {
  if (insideTransaction.getStore())
    throw new Error(
      "The database handle was used inside a transaction: use the transaction's handle",
    )
}
