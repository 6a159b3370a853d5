import { createBatcher } from '../../platform/batcher.ts'
import type { Database } from '../../platform/database/index.ts'
import { triggerStore, type TriggerInstanceRow } from '../store.ts'

type Wanted = { id: string; row?: TriggerInstanceRow | undefined }

/**
 * Reads instances, all that are asked for at the same time in one statement. `undefined` when one
 * is gone.
 */
export const createLoadInstance = (
  database: Database,
): ((id: string) => Promise<TriggerInstanceRow | undefined>) => {
  const load = createBatcher<Wanted>(async (wanted) => {
    const rows = await triggerStore(database.handle).findAll(wanted.map(({ id }) => id))
    const byId = new Map(rows.map((row) => [row.id, row]))
    for (const each of wanted) each.row = byId.get(each.id)
  })

  return async (id) => {
    const wanted: Wanted = { id }
    await load(wanted)
    return wanted.row
  }
}
