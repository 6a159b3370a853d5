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
/** One commit for each search would take SQLite as long as the search. Feeds read every second. */
const gatherMs = 250

/** Writes what is noted in batches, without anybody waiting for it. */
export const createRecordActivity = (parts: {
  database: Database
  clock: Clock
  log: Log
}): { record: RecordActivity; finish: () => Promise<unknown> } => {
  const insert = createBatcher<ActivityRow>(
    async (rows) => void (await activityStore(parts.database.handle).insert(rows)),
  )
  const gathered: ActivityRow[] = []
  const waiting = new Set<Promise<void>>()
  let timer: NodeJS.Timeout | undefined

  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    for (const row of gathered.splice(0)) {
      const written = insert(row)
        .catch((error: unknown) =>
          parts.log.warn({ err: error, project: row.project_id }, 'activity could not be noted'),
        )
        .finally(() => waiting.delete(written))
      waiting.add(written)
    }
  }

  return {
    record: (project, { text, ...activity }) => {
      if (gathered.length + waiting.size >= maximumWaiting) return
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
      gathered.push({ id, project_id: project.id, at: timestamp(parts.clock), body })
      timer ??= setTimeout(flush, gatherMs)
    },
    finish: () => {
      flush()
      return Promise.all(waiting)
    },
  }
}
