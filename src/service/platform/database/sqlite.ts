import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import {
  CompiledQuery,
  sql,
  SqliteDialect,
  SqliteDriver,
  type DatabaseConnection,
  type SqliteDatabase,
  type SqliteDialectConfig,
  type SqliteStatement,
} from 'kysely'
import { LRUCache } from 'lru-cache'
import { createDatabase, type Database, type Handle } from './database.ts'
import { DatabaseUnavailableError } from './database-unavailable-error.ts'
import { toSqliteError } from './to-sqlite-error.ts'

/**
 * Opens (and creates) an SQLite file: WAL mode, commits are on disk before they are acknowledged,
 * and deleted content is overwritten.
 */
export const openSqlite = (path: string): Database => {
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
  const database = createDatabase(
    'sqlite',
    new ImmediateSqliteDialect({ database: toKyselyDatabase(file, guard) }),
  )
  return {
    ...database,
    ping: async () => {
      await database.ping()
      if (isFull) await database.transaction(probeRoom)
      isFull = false
    },
  }
}

/** Writes something that needs new pages, and undoes it in the same way. */
const probeRoom = async (transaction: Handle): Promise<void> => {
  await sql`create table room_probe as select zeroblob(65536) as content`.execute(transaction)
  await sql`drop table room_probe`.execute(transaction)
}

/** Runs a function that may fail in SQLite. */
type Guard = <Result>(work: () => Result) => Result

/**
 * A deferred transaction that reads first fails if another process has written in between; one that
 * begins as a writer waits instead.
 */
class ImmediateSqliteDriver extends SqliteDriver {
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

class ImmediateSqliteDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig

  constructor(config: SqliteDialectConfig) {
    super(config)
    this.#config = config
  }

  override createDriver(): SqliteDriver {
    return new ImmediateSqliteDriver(this.#config)
  }
}

const maximumStatements = 500

const toKyselyDatabase = (file: DatabaseSync, guard: Guard): SqliteDatabase => {
  const statements = new LRUCache<string, SqliteStatement>({ max: maximumStatements })
  return {
    close: () => {
      statements.clear()
      file.close()
    },
    prepare: (sql) => {
      const known = statements.get(sql)
      if (known) return known
      const statement = toKyselyStatement(
        guard(() => file.prepare(sql)),
        guard,
      )
      statements.set(sql, statement)
      return statement
    },
  }
}

const toKyselyStatement = (statement: StatementSync, guard: Guard): SqliteStatement => ({
  reader: statement.columns().length > 0,
  all: (parameters) => guard(() => statement.all(...bindable(parameters))),
  run: (parameters) => guard(() => statement.run(...bindable(parameters))),
  iterate: (parameters) => statement.iterate(...bindable(parameters)),
})

const bindable = (parameters: readonly unknown[]) => parameters as SQLInputValue[]
