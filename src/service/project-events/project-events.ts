import { z } from 'zod'
import type { EventStream, StreamedEvent } from '../../contract/event-stream.ts'
import type { ProjectEvent } from '../../contract/project-events.ts'
import type { Project } from '../endpoint/index.ts'
import { timestamp, type Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/index.ts'
import type { Events } from '../platform/events/index.ts'
import type { Jobs } from '../platform/jobs/index.ts'
import { unlessDamaged } from '../platform/secrets/index.ts'
import { anyObject, outline, storedJson } from '../platform/stored-json.ts'
import { projectEventStore, type ProjectEventRow } from './store.ts'
import { createOccupy } from './create-occupy.ts'
import { createWatch } from './watch.ts'

export type ProjectEvents = ReturnType<typeof createProjectEventRules>

const batchSize = 100

/** Keeps the events of projects for a day and streams them to clients. */
export const createProjectEventRules = (parts: {
  database: Database
  events: Events
  jobs: Jobs
  clock: Clock
}) => {
  const store = projectEventStore(parts.database.handle)
  const watch = createWatch(store.heads, { intervalMs: 500 })
  const occupy = createOccupy()

  const follow = async function* (
    project: Project,
    after: number,
    signal: AbortSignal,
  ): AsyncGenerator<StreamedEvent<ProjectEvent>> {
    let position = after
    while (!signal.aborted) {
      const rows = await store.listAfter(project.id, position, batchSize)
      for (const row of rows) {
        yield toStreamedEvent(project, row)
        position = row.sequence
      }
      if (rows.length === 0) await watch(project.id, position, signal)
    }
  }

  return {
    /** Records an event; one that is recorded already is left as it is. */
    append: async (project: Project, event: ProjectEvent): Promise<void> => {
      if (await store.has(event.id)) return
      const body = project.dataKey.encrypt(
        JSON.stringify(storesData(project) ? event : { ...event, data: {} }),
        { record: event.id, field: 'body' },
      )
      const created_at = timestamp(parts.clock)
      await parts.database.transaction(async (transaction) => {
        const transactionStore = projectEventStore(transaction)
        const sequence = await transactionStore.takeSequence(project.id)
        await transactionStore.insert({
          event_id: event.id,
          project_id: project.id,
          sequence,
          type: event.type,
          body,
          created_at,
        })
      })
    },

    /** The newest events after a time. */
    newest: async (project: Project, since: string, limit: number): Promise<ProjectEvent[]> =>
      (await store.listSince(project.id, since, limit)).map(
        (row) => toStreamedEvent(project, row).data,
      ),

    /** The events after a position, or from now on, until the signal aborts. */
    open: async (
      project: Project,
      after: number | undefined,
      signal: AbortSignal,
    ): Promise<EventStream<ProjectEvent>> => {
      occupy(project.id, signal)
      const head = (await store.heads([project.id])).get(project.id) ?? 0
      // A client that resumes from a position beyond the last one would miss the events up to it.
      const position = Math.min(after ?? head, head)
      return Object.assign(follow(project, position, signal), { position: String(position) })
    },
  }
}

const storesData = (project: Project): boolean =>
  project.config.log_visibility_setting === 'show_all'

const readBody = storedJson(
  'project_events.body',
  outline<ProjectEvent>({ id: z.string(), type: z.string(), data: anyObject }),
)

const toStreamedEvent = (project: Project, row: ProjectEventRow): StreamedEvent<ProjectEvent> => ({
  id: String(row.sequence),
  type: row.type,
  data: unlessDamaged(
    () =>
      readBody(
        project.dataKey.decrypt(row.body, { record: row.event_id, field: 'body' }),
        row.event_id,
      ),
    (unreadable) => ({
      ...emptyMetadata,
      id: row.event_id,
      timestamp: row.created_at,
      type: row.type as ProjectEvent['type'],
      data: { unreadable },
    }),
  ),
})

const emptyMetadata = {
  metadata: {
    log_id: null,
    trigger_slug: null,
    trigger_id: null,
    connected_account_id: null,
    auth_config_id: null,
    user_id: null,
  },
}
