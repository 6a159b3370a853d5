import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { CompiledQuery, SqliteDialect, SqliteDriver, type DatabaseConnection, type SqliteDatabase, type SqliteDialectConfig, type SqliteStatement } from 'kysely'
import { createDatabase, type Database } from './database.ts'

/** Opens (and creates) an SQLite file: WAL, a commit is on the disk before it is acknowledged, and what is deleted is overwritten. */
export const openSqlite = (path: string): Database => {
  const file = new DatabaseSync(path)
  file.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on; pragma busy_timeout = 5000; pragma secure_delete = on')
  return createDatabase('sqlite', new ImmediateSqliteDialect({ database: toKyselyDatabase(file) }))
}

/** A deferred transaction that first reads fails when another process wrote in between; one that begins as a writer waits instead. */
class ImmediateSqliteDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
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

const toKyselyDatabase = (file: DatabaseSync): SqliteDatabase => {
  const statements = new Map<string, SqliteStatement>()
  return {
    close: () => {
      statements.clear()
      file.close()
    },
    prepare: (sql) => {
      const known = statements.get(sql)
      if (known) return known
      const statement = toKyselyStatement(file.prepare(sql))
      if (statements.size >= maximumStatements) statements.delete(statements.keys().next().value ?? '')
      statements.set(sql, statement)
      return statement
    },
  }
}

const toKyselyStatement = (statement: StatementSync): SqliteStatement => ({
  reader: statement.columns().length > 0,
  all: (parameters) => statement.all(...bindable(parameters)),
  run: (parameters) => statement.run(...bindable(parameters)),
  iterate: (parameters) => statement.iterate(...bindable(parameters)),
})

const bindable = (parameters: readonly unknown[]) => parameters as SQLInputValue[]
