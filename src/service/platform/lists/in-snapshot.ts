import type { Handle } from '../database/index.ts'

/**
 * Runs several reads on one snapshot of the database; inside a transaction, on that transaction.
 */
export const inSnapshot = <Result>(
  handle: Handle,
  read: (snapshot: Handle) => Promise<Result>,
): Promise<Result> =>
  handle.isTransaction
    ? read(handle)
    : handle
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute(read)
