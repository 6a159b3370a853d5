import type { Handle } from '../database/index.ts'

/**
 * Reads several times from the same moment, as if nobody wrote meanwhile; inside a transaction from
 * that one.
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
