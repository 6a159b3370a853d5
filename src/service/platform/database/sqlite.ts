import {
  backup,
  constants,
  DatabaseSync,
  type SQLInputValue,
  type StatementSync,
} from 'node:sqlite'
import {
  CompiledQuery,
  sql,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
  type DatabaseConnection,
  type SqliteDatabase,
  type SqliteDialectConfig,
  type SqliteStatement,
} from 'kysely'
import { LRUCache } from 'lru-cache'
import { createYielder } from '../create-yielder.ts'
import { createDatabase, type Database, type Handle } from './database.ts'
import { DatabaseUnavailableError } from './database-unavailable-error.ts'
import { InlineLimitCompiler } from './sqlite-query-compiler.ts'
import { isSyncedSoon } from './synced-soon.ts'
import { toSqliteError } from './to-sqlite-error.ts'
import { createWalSync, type WalSync } from './wal-sync.ts'

export type SqliteOptions = {
  /** Called with each prepared statement that SQLite plans again when it is executed. */
  onReplan?: (sql: string) => void
}

/**
 * Opens (and creates) an SQLite file: WAL mode, commits are on disk before they are acknowledged,
 * but for those of `syncedSoon`, and deleted content is overwritten.
 */
export const openSqlite = (path: string, { onReplan }: SqliteOptions = {}): Database => {
  const file = new DatabaseSync(path)
  file.exec(
    'pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on; pragma busy_timeout = 5000; pragma secure_delete = on',
  )
  // From the first write that failed for lack of space until one succeeds.
  let isFull = false
  const guard: Guard = (work) => {
    try {
      return work()
    } catch (thrown) {
      const error = toSqliteError(thrown)
      if (error instanceof DatabaseUnavailableError && error.reason === 'full') isFull = true
      throw error
    }
  }
  const yieldIfDue = createYielder()
  const database = createDatabase(
    'sqlite',
    new ImmediateSqliteDialect(
      {
        database: toKyselyDatabase(
          file,
          onReplan ? watchPlans(file, guard, onReplan) : guard,
          createWalSync(path),
        ),
      },
      yieldIfDue,
    ),
    // Before it has the connection: requests of that turn would otherwise wait for a transaction of a
    // loop at each of their statements.
    { beforeTransaction: yieldIfDue },
  )
  return {
    ...database,
    copyTo: (to) => copyFile(path, to),
    ping: async () => {
      await database.ping()
      if (isFull) await database.transaction(probeRoom)
      isFull = false
    },
  }
}

/** More pages than a file can have. */
const allPages = 2 ** 31 - 1

/**
 * A connection of its own reads all pages in one step, in a thread of Node's: it sees one moment, and
 * neither waits for the writers of this process nor makes them wait.
 */
const copyFile = async (from: string, to: string): Promise<void> => {
  const reader = new DatabaseSync(from, { readOnly: true })
  try {
    await backup(reader, to, { rate: allPages })
  } finally {
    reader.close()
  }
}

/** Writes something that needs new pages, and undoes it in the same way. */
const probeRoom = async (transaction: Handle): Promise<void> => {
  await sql`create table room_probe as select zeroblob(65536) as content`.execute(transaction)
  await sql`drop table room_probe`.execute(transaction)
}

/** Runs a function that may fail in SQLite; `executed`: the statement that it executes, if any. */
type Guard = <Result>(work: () => Result, executed?: string) => Result

/** SQLite asks its authorizer whenever it plans a statement. */
const watchPlans = (file: DatabaseSync, guard: Guard, onReplan: (sql: string) => void): Guard => {
  let executing: string | undefined
  file.setAuthorizer(() => {
    if (executing !== undefined) onReplan(executing)
    executing = undefined
    return constants.SQLITE_OK
  })
  return (work, executed) => {
    executing = executed
    try {
      return guard(work)
    } finally {
      executing = undefined
    }
  }
}

/**
 * A deferred transaction that reads first fails if another process has written in between; one that
 * begins as a writer waits instead.
 */
class ImmediateSqliteDriver extends SqliteDriver {
  readonly #yieldIfDue: () => Promise<void>

  constructor(config: SqliteDialectConfig, yieldIfDue: () => Promise<void>) {
    super(config)
    this.#yieldIfDue = yieldIfDue
  }

  /**
   * SQLite answers at once, so a loop of statements would never let the event loop answer anybody
   * else: from time to time one waits for a turn of it. None within a transaction does, which would
   * keep all others out meanwhile.
   */
  override async acquireConnection(): Promise<DatabaseConnection> {
    await this.#yieldIfDue()
    return super.acquireConnection()
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }

  /**
   * On a full disk SQLite may already have rolled back: the original error is thrown, not the one
   * of the rollback.
   */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await super.rollbackTransaction(connection).catch((error: unknown) => {
      if (!(error instanceof Error && error.message.includes('no transaction is active')))
        throw error
    })
  }
}

/**
 * Lets all migrations run in one transaction, which SQLite can undo. Kysely would commit each
 * statement, with an fsync, and a process that died between two would leave half a migration.
 */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

class ImmediateSqliteDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig
  readonly #yieldIfDue: () => Promise<void>

  constructor(config: SqliteDialectConfig, yieldIfDue: () => Promise<void>) {
    super(config)
    this.#config = config
    this.#yieldIfDue = yieldIfDue
  }

  override createDriver(): SqliteDriver {
    return new ImmediateSqliteDriver(this.#config, this.#yieldIfDue)
  }

  override createAdapter(): TransactionalAdapter {
    return new TransactionalAdapter()
  }

  override createQueryCompiler(): InlineLimitCompiler {
    return new InlineLimitCompiler()
  }
}

const maximumStatements = 500

const toKyselyDatabase = (file: DatabaseSync, guard: Guard, walSync: WalSync): SqliteDatabase => {
  const statements = new LRUCache<string, SqliteStatement>({ max: maximumStatements })
  const syncSoon: Guard = (work) => {
    // Within a transaction it is the commit that waits for the disk.
    if (file.isTransaction || walSync.hasFailed()) return work()
    file.exec('pragma synchronous = normal')
    try {
      return work()
    } finally {
      file.exec('pragma synchronous = full')
      walSync.start()
    }
  }
  return {
    close: () => {
      statements.clear()
      file.close()
      walSync.close()
    },
    prepare: (sql) => {
      const known = statements.get(sql)
      if (known) return known
      const statement = toKyselyStatement(
        sql,
        guard(() => file.prepare(sql)),
        isSyncedSoon(sql) ? (work, executed) => syncSoon(() => guard(work, executed)) : guard,
      )
      statements.set(sql, statement)
      return statement
    },
  }
}

const toKyselyStatement = (
  text: string,
  statement: StatementSync,
  guard: Guard,
): SqliteStatement => ({
  reader: statement.columns().length > 0,
  all: (parameters) => guard(() => statement.all(...bindable(parameters)), text),
  run: (parameters) => guard(() => statement.run(...bindable(parameters)), text),
  iterate: (parameters) => statement.iterate(...bindable(parameters)),
})

const bindable = (parameters: readonly unknown[]) => parameters as SQLInputValue[]
