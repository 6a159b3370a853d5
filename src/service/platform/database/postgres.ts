import { PostgresDialect, sql } from 'kysely'
import type { Pool } from 'pg'
import { createDatabase, type Database, type Handle } from './database.ts'
import { DatabaseUnavailableError } from './database-unavailable-error.ts'
import { defaultTimeouts, toConnectionOptions } from './database-timeouts.ts'
import { reportUnavailable } from './report-unavailable.ts'
import { watchSilence } from './watch-silence.ts'

/** The type int8, also that of `count(*)`. */
const bigintOid = 20

/** Opens a pool on PostgreSQL. `pg` is an optional peer, loaded only here. */
export const openPostgres = async (
  url: string,
  maximumConnections = 10,
  timeouts = defaultTimeouts,
): Promise<Database> => {
  const { Client, DatabaseError, Pool, types } = await importPg()
  const options = {
    connectionString: url,
    keepAlive: true,
    types: {
      getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
        oid === bigintOid
          ? toSafeNumber
          : types.getTypeParser(oid, format as 'text')) as typeof types.getTypeParser,
    },
  }
  // A request that gets no connection fails within five seconds.
  const pool = new Pool({
    ...options,
    ...toConnectionOptions(timeouts),
    max: maximumConnections,
    connectionTimeoutMillis: 4_000,
  })
  ignoreBroken(pool)
  const silence = watchSilence(async () => {
    const client = new Client({
      connectionString: url,
      connectionTimeoutMillis: 1_500,
      query_timeout: 1_000,
    })
    client.on('error', () => {})
    try {
      await client.connect()
      return true
    } catch (error) {
      // An error such as a full disk is an answer too.
      return error instanceof DatabaseError
    } finally {
      void client.end().catch(() => {})
    }
  })
  const database = createDatabase(
    'postgres',
    new PostgresDialect({ pool: reportUnavailable(pool, silence) }),
    {
      connections: () => ({
        open: pool.totalCount,
        idle: pool.idleCount,
        waiting: pool.waitingCount,
      }),
      // A migration has no time limit, and waits for those of other nodes.
      migrating: () =>
        new PostgresDialect({ pool: ignoreBroken(new Pool({ ...options, max: 2 })) }),
    },
  )
  return { ...database, ping: () => rejectReadOnly(database.handle) }
}

/**
 * The next query replaces a broken idle connection and reports the problem. Without a listener the
 * error would end the process, also that of a connection that breaks between two statements.
 */
const ignoreBroken = (pool: Pool): Pool => {
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** After a failover the address may lead to a standby, which answers but takes no writes. */
const rejectReadOnly = async (handle: Handle): Promise<void> => {
  const { rows } = await sql<{ mode: string }>`
    select current_setting('transaction_read_only') as mode`.execute(handle)
  if (rows[0]?.mode === 'on')
    throw new DatabaseUnavailableError('The database takes no writes', { cause: undefined })
}

const importPg = async () => {
  try {
    return (await import('pg')).default
  } catch (cause) {
    throw new Error('PostgreSQL needs the packages "pg" and "pg-boss": npm install pg pg-boss', {
      cause,
    })
  }
}

const toSafeNumber = (text: string): number => {
  const value = Number(text)
  if (!Number.isSafeInteger(value))
    throw new RangeError(
      `The database contains the integer ${text}, which is too large to be exact in JavaScript`,
    )
  return value
}
