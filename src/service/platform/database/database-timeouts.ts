/**
 * How long a connection to PostgreSQL may block others; 0 for no limit. SQLite needs no limits: no
 * other process waits for it.
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
 * As options of the driver. Connections for work without a time limit, such as migrations, omit
 * them.
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
