import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import { DatabaseUnavailableError } from './database-unavailable-error.ts'
import { nameOfStatement } from './named-statement.ts'
import type { SilenceWatch } from './watch-silence.ts'

/**
 * Wraps a pool so that every failure that may pass in a moment is a `DatabaseUnavailableError`,
 * whatever the driver throws.
 */
export const reportUnavailable = (pool: Pool, silence: SilenceWatch): PostgresPool => {
  // Kysely identifies a connection by its client object, so the wrapper of a client is kept.
  const clients = new WeakMap<PoolClient, PostgresPoolClient>()
  return {
    options: pool.options,
    connect: async () => {
      const client = await connectUnlessSilent(pool, silence).catch(refuse)
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

/**
 * Callers that wait for a connection fail together with running statements when the server is silent,
 * rather than after a timeout of their own.
 */
const connectUnlessSilent = async (pool: Pool, silence: SilenceWatch): Promise<PoolClient> => {
  const { promise: silent, reject } = Promise.withResolvers<never>()
  const connecting = pool.connect()
  try {
    return await silence.during(Promise.race([connecting, silent]), () =>
      reject(new Error('The database does not respond')),
    )
  } catch (error) {
    // A connection that arrives later goes back to the pool.
    void connecting.then(
      (client) => client.release(),
      () => {},
    )
    throw error
  }
}

const toReportingClient = (client: PoolClient, silence: SilenceWatch): PostgresPoolClient => {
  // The running statement then fails as on any broken connection.
  const breakOff = () => void client.connection.stream.destroy()
  const query = async (text: string, values: unknown[]) => {
    const name = nameOfStatement(text)
    const statement = name === undefined ? { text, values } : { name, text, values }
    try {
      return await silence.during(client.query(statement), breakOff)
    } catch (error) {
      throw toUnavailable(error) ?? error
    }
  }
  // Kysely's second form of `query` takes a cursor, which this service never uses.
  return {
    query: query as unknown as PostgresPoolClient['query'],
    release: (destroy) => client.release(destroy),
  }
}

/** Every failure to get a connection may be temporary. */
const refuse = (cause: unknown): never => {
  throw new DatabaseUnavailableError('The database provides no connection', { cause })
}

/**
 * Codes of a broken socket, and PostgreSQL's codes for a broken connection (08), insufficient
 * resources (53), a server that stops or starts (57P) or is read-only.
 */
const awayCodes =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|08\w{3}|53\w{3}|57P\w{2}|25006)$/

/** A statement, lock or transaction exceeded its time limit, or there was a deadlock. */
const busyCodes = /^(57014|55P03|25P03|40P01)$/

const fullCode = '53100'

/** Errors of the driver that have no code. */
const awayMessages = /^Connection terminated|is not queryable$/

const toUnavailable = (error: unknown): DatabaseUnavailableError | undefined => {
  if (!(error instanceof Error)) return undefined
  const code = 'code' in error ? String(error.code) : ''
  if (code === fullCode)
    return new DatabaseUnavailableError('The disk of the database is full', {
      reason: 'full',
      cause: error,
    })
  if (busyCodes.test(code))
    return new DatabaseUnavailableError('A statement exceeded its time limit', {
      reason: 'busy',
      cause: error,
    })
  return awayCodes.test(code) || awayMessages.test(error.message)
    ? new DatabaseUnavailableError('The connection to the database was lost during a statement', {
        cause: error,
      })
    : undefined
}
