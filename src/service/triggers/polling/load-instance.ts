import { createBatcher } from '../../platform/batcher.ts'
import type { Database } from '../../platform/database/index.ts'
import { triggerStore, type TriggerInstanceRow } from '../store.ts'

type Request = { id: string; row?: TriggerInstanceRow | undefined }

/**
 * Reads instances, a batch of concurrent requests in one statement; `undefined` for a deleted one.
 */
export const createLoadInstance = (
  database: Database,
): ((id: string) => Promise<TriggerInstanceRow | undefined>) => {
  const load = createBatcher<Request>(async (requests) => {
    const rows = await triggerStore(database.handle).findAll(requests.map(({ id }) => id))
    const byId = new Map(rows.map((row) => [row.id, row]))
    for (const each of requests) each.row = byId.get(each.id)
  })

  return async (id) => {
    const request: Request = { id }
    await load(request)
    return request.row
  }
}
