import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import { DatabaseUnavailableError } from './database-unavailable-error.ts'
import type { SilenceWatch } from './watch-silence.ts'

/** The pool with a name for one kind of failure: `DatabaseUnavailableError` when the server is away, whatever the driver calls that. */
export const reportUnavailable = (pool: Pool, silence: SilenceWatch): PostgresPool => {
  // Kysely knows a connection by its client, so each keeps one and the same.
  const clients = new WeakMap<PoolClient, PostgresPoolClient>()
  return {
    options: pool.options,
    connect: async () => {
      const client = await pool.connect().catch(refuse)
      const known = clients.get(client) ?? toReportingClient(client, silence)
      clients.set(client, known)
      return known
    },
    end: () => {
      silence.stop()
      return pool.end()
    },
  }
}

const toReportingClient = (client: PoolClient, silence: SilenceWatch): PostgresPoolClient => {
  // The statement under way then ends like that of any broken connection.
  const breakOff = () => void client.connection.stream.destroy()
  const query = async (sql: string, parameters: unknown[]) => {
    try {
      return await silence.during(client.query(sql, parameters), breakOff)
    } catch (error) {
      throw isUnavailable(error) ? new DatabaseUnavailableError('The database went away during a statement', { cause: error }) : error
    }
  }
  // Kysely's second form of `query` takes a cursor, which this service never uses.
  return { query: query as unknown as PostgresPoolClient['query'], release: (destroy) => client.release(destroy) }
}

/** Without a connection nothing is possible, whatever the reason. */
const refuse = (cause: unknown): never => {
  throw new DatabaseUnavailableError('The database gives no connection', { cause })
}

/** Codes of a broken socket, and PostgreSQL's for a broken connection (08), too few resources (53), a server that stops or starts (57P) or only reads. */
const unavailableCodes = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|08\w{3}|53\w{3}|57P\w{2}|25006)$/

/** The driver gives these no code. */
const unavailableMessages = /^Connection terminated|is not queryable$/

const isUnavailable = (error: unknown): boolean =>
  error instanceof Error && (('code' in error && unavailableCodes.test(String(error.code))) || unavailableMessages.test(error.message))
