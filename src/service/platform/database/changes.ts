import type { Handle } from './database.ts'

/** Told of rows that this process wrote: the table, and the project or other owner of the rows. */
export type ChangeListener = (table: string, scope: string) => void

/** Who is told of a write on this handle. */
const listeners = new WeakMap<Handle, ChangeListener>()

export const listenTo = (handle: Handle, listener: ChangeListener): void =>
  void listeners.set(handle, listener)

/**
 * Says that rows were written, so that caches of this process read them again: at once, or after the
 * commit of the transaction. Called after the write.
 *
 * Other processes are not told: what they cache, they keep for a bounded time.
 */
export const noteChange = (handle: Handle, table: string, scope: string): void =>
  listeners.get(handle)?.(table, scope)
