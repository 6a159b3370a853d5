import type { Handle } from '../database/index.ts'
import { deleteInBatches } from '../delete-in-batches.ts'
import { filesStore } from './store.ts'

/**
 * Removes files and their content in batches of chunks. The files can't be found from the first
 * step on.
 */
export const removeFiles = async (handle: Handle, ids: string[]): Promise<void> => {
  const store = filesStore(handle)
  for (const id of ids) {
    await store.hide(id)
    await deleteInBatches((limit) => store.deleteSomeChunks(id, limit))
    await store.delete(id)
  }
}
