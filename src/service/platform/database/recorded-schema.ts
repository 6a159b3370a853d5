export type RecordedStatement = { sql: string; parameters?: unknown[] }

/** What a list of migrations does to an empty database. */
export type RecordedSchema = {
  /** The names of the migrations, in order. */
  migrations: string[]
  sqlite: RecordedStatement[]
  postgres: RecordedStatement[]
}
