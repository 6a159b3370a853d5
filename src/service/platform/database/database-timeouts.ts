/**
 * How long PostgreSQL lets a connection hold up others; 0: for ever. SQLite needs none, where
 * nobody waits for another process.
 */
export type DatabaseTimeouts = {
  /** For one statement. */
  statementMs: number
  /** For a lock that another transaction holds. */
  lockMs: number
  /** Between two statements of a transaction. */
  idleTransactionMs: number
}

export const defaultTimeouts: DatabaseTimeouts = {
  statementMs: 30_000,
  lockMs: 10_000,
  idleTransactionMs: 30_000,
}

/**
 * As the driver takes them; what PostgreSQL is to wait for as long as it takes, such as a
 * migration, is connected without.
 */
export const toConnectionOptions = ({
  statementMs,
  lockMs,
  idleTransactionMs,
}: DatabaseTimeouts) => ({
  statement_timeout: statementMs,
  lock_timeout: lockMs,
  idle_in_transaction_session_timeout: idleTransactionMs,
})
