import type { RecordActivity } from '../endpoint/index.ts'
import { createBatcher } from '../platform/batcher.ts'
import { timestamp, type Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/index.ts'
import { createId } from '../platform/ids.ts'
import type { Log } from '../platform/log.ts'
import { activityStore, type ActivityRow } from './store.ts'

const maximumText = 1_000
/** Beyond this, what comes is not noted: the database is slower than the project is busy. */
const maximumWaiting = 5_000

/** Writes what is noted in batches, without anybody waiting for it. */
export const createRecordActivity = (parts: {
  database: Database
  clock: Clock
  log: Log
}): { record: RecordActivity; finish: () => Promise<unknown> } => {
  const insert = createBatcher<ActivityRow>(
    async (rows) => void (await activityStore(parts.database.handle).insert(rows)),
  )
  const waiting = new Set<Promise<void>>()

  return {
    record: (project, { text, ...activity }) => {
      if (waiting.size >= maximumWaiting) return
      const stored = project.config.log_visibility_setting === 'show_all'
      const id = createId('act_')
      const body = project.dataKey.encrypt(
        // Half a character at the end could not be encrypted.
        JSON.stringify({
          ...activity,
          text: stored ? (text ?? '').slice(0, maximumText).toWellFormed() || null : null,
        }),
        { record: id, field: 'body' },
      )
      const written = insert({ id, project_id: project.id, at: timestamp(parts.clock), body })
        .catch((error: unknown) =>
          parts.log.warn({ err: error, project: project.id }, 'activity could not be noted'),
        )
        .finally(() => waiting.delete(written))
      waiting.add(written)
    },
    finish: () => Promise.all(waiting),
  }
}
