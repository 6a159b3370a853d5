import { CompiledQuery, sql } from 'kysely'
import { openSqlite, syncedSoon } from '../../../../src/service/platform/database/index.ts'

/** Makes a table, adds a row that is synced soon, and ends without closing, which would sync it, too. */
const database = openSqlite(process.argv[2] ?? '')
await sql`create table notes (text text)`.execute(database.handle)
await database.handle.executeQuery(
  CompiledQuery.raw(syncedSoon('insert into notes values (?)'), ['one']),
)
