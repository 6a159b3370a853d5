import type { Database } from '../../../platform/database/index.ts'
import { createId } from '../../../platform/ids.ts'
import type { Project } from '../../../projects/project.ts'
import { learnsFrom } from './learns-from.ts'
import type { Step } from './step.ts'
import { learnedStore, type StepRow } from './store.ts'

/** Whose calls are observed. */
export type ObservedSession = { id: string; project: Project; config: { user_id: string } }

export type Observations = ReturnType<typeof createObservations>

const gatherMs = 1000
const maximumWaiting = 5000
const rowsPerWrite = 500

/** Notes the calls of sessions, without their content, for plans to be learned from. Nothing waits for it: what cannot be written is lost. */
export const createObservations = (parts: { database: Database; onError: (error: unknown) => void }) => {
  const store = learnedStore(parts.database.handle)
  const waiting: StepRow[] = []
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  const writeWaiting = async () => {
    clearTimeout(timer)
    timer = undefined
    try {
      while (waiting.length > 0) await store.insertSteps(waiting.splice(0, rowsPerWrite))
    } catch (error) {
      parts.onError(error)
    }
  }

  const flush = () => (writing = writing.then(writeWaiting))

  return {
    note: ({ id, project, config }: ObservedSession, { tool, failure, startedAt, finishedAt }: Step): void => {
      if (!learnsFrom(project) || waiting.length >= maximumWaiting) return
      waiting.push({
        id: createId('stp_'),
        project_id: project.id,
        run_key: project.dataKey.fingerprint(id, { record: 'session-plans', field: 'session' }),
        user_key: project.dataKey.fingerprint(config.user_id, { record: 'session-plans', field: 'user' }),
        tool_slug: tool,
        failure,
        started_at: startedAt,
        finished_at: finishedAt,
      })
      timer ??= setTimeout(() => void flush(), gatherMs)
    },

    /** Writes what still waits. */
    finish: flush,
  }
}
