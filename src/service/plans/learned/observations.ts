import type { Database } from '../../platform/database/index.ts'
import { createOrderedId } from '../../platform/ids.ts'
import type { Project } from '../../endpoint/index.ts'
import { mayLearnFrom } from './may-learn-from.ts'
import type { Step } from './step.ts'
import { learnedStore, type SearchRow, type StepRow } from './store.ts'

/** Whose calls are observed. */
export type ObservedSession = { id: string; project: Project; config: { user_id: string } }

/** A search: those of its words that the catalogue contains, and the returned slugs. */
export type RecordedSearch = { words: string[]; tools: string[]; searchedAt: string }

export type Observations = ReturnType<typeof createObservations>

/** The maximum number of recorded words per search. */
export const maximumWords = 12
const gatherMs = 1000
const maximumWaiting = 5000
const rowsPerWrite = 500

/**
 * Records searches and calls of sessions, without their content, for learning. Writes are
 * asynchronous: failed writes are dropped.
 */
export const createObservations = (parts: {
  database: Database
  onError: (error: unknown) => void
}) => {
  const store = learnedStore(parts.database.handle)
  const waiting: StepRow[] = []
  const waitingSearches: SearchRow[] = []
  /** Of the sessions whose records wait: an agent makes many calls in one of them. */
  const known = new Map<string, ReturnType<typeof toKeys>>()
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  const writeWaiting = async () => {
    clearTimeout(timer)
    timer = undefined
    known.clear()
    try {
      while (waitingSearches.length > 0)
        await store.insertSearches(waitingSearches.splice(0, rowsPerWrite))
      while (waiting.length > 0) await store.insertSteps(waiting.splice(0, rowsPerWrite))
    } catch (error) {
      parts.onError(error)
    }
  }

  const flush = () => (writing = writing.then(writeWaiting))

  const keysOf = (session: ObservedSession) => {
    const keys = known.get(session.id) ?? toKeys(session)
    known.set(session.id, keys)
    return keys
  }

  return {
    noteSearch: (session: ObservedSession, { words, tools, searchedAt }: RecordedSearch): void => {
      if (
        !mayLearnFrom(session.project) ||
        words.length === 0 ||
        waitingSearches.length >= maximumWaiting
      )
        return
      waitingSearches.push({
        id: createOrderedId('sea_'),
        ...keysOf(session),
        words: JSON.stringify(
          words.slice(0, maximumWords).map((word) => wordKey(session.project, word)),
        ),
        tools: JSON.stringify(tools),
        searched_at: searchedAt,
      })
      timer ??= setTimeout(() => void flush(), gatherMs)
    },

    note: (session: ObservedSession, { tool, failure, startedAt, finishedAt }: Step): void => {
      if (!mayLearnFrom(session.project) || waiting.length >= maximumWaiting) return
      waiting.push({
        id: createOrderedId('stp_'),
        ...keysOf(session),
        tool_slug: tool,
        failure,
        started_at: startedAt,
        finished_at: finishedAt,
      })
      timer ??= setTimeout(() => void flush(), gatherMs)
    },

    /** Flushes pending records. */
    finish: flush,
  }
}

/** The keyed hash of a user in what is recorded. */
export const userKeyOf = (project: Pick<Project, 'dataKey'>, userId: string): string =>
  project.dataKey.fingerprint(userId, { record: 'session-plans', field: 'user' })

/** Keyed hashes, so that stored records do not reveal the session or user. */
const toKeys = ({ id, project, config }: ObservedSession) => ({
  project_id: project.id,
  run_key: project.dataKey.fingerprint(id, { record: 'session-plans', field: 'session' }),
  user_key: userKeyOf(project, config.user_id),
})

/** The keyed hash of a word in stored outcomes. */
export const wordKey = (project: Pick<Project, 'dataKey'>, word: string): string =>
  project.dataKey.fingerprint(word, { record: 'search-outcomes', field: 'word' })
