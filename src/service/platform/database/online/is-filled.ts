import type { Db } from './online-step.ts'
import { onlineStore } from './store.ts'

/** The steps that were found done, which they stay, by the database. */
const done = new WeakMap<object, Set<string>>()

/**
 * Whether an online step is done, for readers of what it fills. To be asked before a snapshot is
 * taken, in which it may not be done yet.
 */
export const isFilled = async (handle: Db, step: string): Promise<boolean> => {
  const { adapter } = handle.getExecutor()
  const known = done.get(adapter) ?? new Set()
  if (known.has(step)) return true
  const pending = await onlineStore(handle).list()
  if (pending.some(({ name }) => name === step)) return false
  done.set(adapter, known.add(step))
  return true
}
