import { AsyncLocalStorage } from 'node:async_hooks'
import { Kysely, sql, type Dialect, type KyselyPlugin } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'
import { listenTo, type ChangeListener } from './changes.ts'

/**
 * Where SQL is sent: the database itself, or a transaction. Stores name their tables with
 * `withTables`.
 */
// eslint-disable-next-line typescript/no-empty-object-type -- each store adds the tables it owns
export type Handle = Kysely<{}>

/** Changes of the tables, in the order of their names. */
export type Migrations = Record<string, Migration>

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
  migrate(migrations: Migrations): Promise<void>
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
  /** Creates the dialect for migrations, if they use another one. */
  migrating?: () => Dialect
}

export const createDatabase = (
  engine: Database['engine'],
  dialect: Dialect,
  { connections = () => undefined, migrating }: Parts = {},
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

  return {
    engine,
    handle,
    transaction: async (work) => {
      rejectWhen(insideTransaction)
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
    migrate: async (migrations) => {
      if (!migrating) return migrate(unguarded, migrations)
      const patient = new Kysely<Record<never, never>>({ dialect: migrating() })
      await migrate(patient, migrations).finally(() => patient.destroy())
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

const migrate = async (db: Kysely<Record<never, never>>, migrations: Migrations): Promise<void> => {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error } = await migrator.migrateToLatest()
  if (error === undefined) return
  const unknown = error instanceof Error ? unknownMigration.exec(error.message)?.[1] : undefined
  throw new Error(
    unknown === undefined ? 'The database could not be migrated' : toRefusal(unknown),
    {
      cause: error,
    },
  )
}

const readMigrationState = async (
  db: Kysely<Record<never, never>>,
  migrations: Migrations,
): Promise<MigrationState> => {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  const hasRun = tables.some(({ name }) => name === migrationTable)
  const { rows } = hasRun
    ? await sql<{ name: string }>`select name from ${sql.table(migrationTable)}`.execute(db)
    : { rows: [] }
  const ran = rows.map(({ name }) => name).toSorted()
  const known = Object.keys(migrations).toSorted()
  return {
    pending: known.filter((name) => !ran.includes(name)),
    unknown: ran.filter((name) => !known.includes(name)),
    last: ran.at(-1) ?? null,
    isEmpty: tables.length === 0,
  }
}

/** Where the migrator notes what ran. */
const migrationTable = 'kysely_migration'

/** How the migrator reports that the database ran a migration which is not in the list. */
const unknownMigration = /previously executed migration (\S+) is missing/

const toRefusal = (name: string): string =>
  `The database could not be migrated: it was written by another version, whose migration ${name} this version does not know. ` +
  'A database from before the first release cannot be upgraded: start with a new data folder or a new, empty database. ' +
  'A database of a newer version needs that version.'

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
