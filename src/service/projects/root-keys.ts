import type { Database } from '../platform/database/index.ts'
import type { Jobs } from '../platform/jobs/index.ts'
import type { Log } from '../platform/log.ts'
import { SecretsError, type Secrets } from '../platform/secrets/index.ts'
import { projectStore } from './store.ts'

const batchSize = 100
/** How many projects are sampled to distinguish a wrong root key from a damaged data key. */
const samples = 5

/**
 * Rewraps the data keys of all projects with the current root key while the service is running, and
 * prevents a start without a root key that some project still needs.
 */
export const createRootKeys = (parts: {
  database: Database
  secrets: Secrets
  jobs: Jobs
  log: Log
}) => {
  const store = projectStore(parts.database.handle)
  const { rootKeys } = parts.secrets
  const [current] = rootKeys
  // One queue per root key: a node with another current key would take the job and rewrap nothing.
  const queue = `projects.rewrap.${current?.version ?? ''}`

  parts.jobs.define(queue, { retryDelaysSeconds: [60, 600] }, async (_data, { signal }) =>
    rewrapAll(parts, signal),
  )
  // Also hourly: a node whose current key is still the previous one creates projects with that.
  parts.jobs.schedule(queue, '41 * * * *', {})

  return {
    /**
     * Throws when a project's data key was wrapped by a root key that is missing from the ring or
     * differs there.
     */
    check: async (): Promise<void> => {
      const unmatched = await store.listWrappedOtherwise(
        rootKeys.map(({ beginning }) => beginning),
        { limit: batchSize },
      )
      // A text of no known form is damaged, which affects only its project.
      const missing = unmatched
        .map((row) => failureOf(parts.secrets, row))
        .find((failure) => failure?.missingRootKey !== undefined)
      if (missing) throw missing
      const tried = await Promise.all(
        rootKeys.map(async ({ beginning }) =>
          (await store.listWrapped(beginning, samples)).map((row) => failureOf(parts.secrets, row)),
        ),
      )
      const anyOpens = tried.flat().includes(undefined)
      const wrong = tried.find(
        (failures) =>
          failures.length > 0 &&
          !failures.includes(undefined) &&
          (failures.length > 1 || !anyOpens),
      )?.[0]
      if (wrong) {
        throw new SecretsError(
          'A root key is not the one that this database was encrypted with. Restore the previous key in PLUGBOARD_ROOT_KEYS (or in root.key of the data folder), or use an empty database',
          { cause: wrong },
        )
      }
    },

    /** Starts to rewrap the data keys that do not use the current root key, if there are any. */
    beginRewrapping: async (): Promise<void> => {
      if ((await store.listWrappedOtherwise([current?.beginning ?? ''], { limit: 1 })).length === 0)
        return
      await parts.database.transaction(
        async (transaction) =>
          void (await parts.jobs.enqueue(transaction, queue, {}, { singletonKey: queue })),
      )
    },
  }
}

/**
 * In batches, ordered by id; data keys that another node rewrapped or deleted meanwhile are
 * skipped.
 */
const rewrapAll = async (
  {
    database,
    secrets,
    log,
  }: Pick<Parameters<typeof createRootKeys>[0], 'database' | 'secrets' | 'log'>,
  signal: AbortSignal,
): Promise<void> => {
  const store = projectStore(database.handle)
  const [current] = secrets.rootKeys
  const counts = { rewrapped: 0, failed: 0 }
  for (let after = ''; !signal.aborted;) {
    const rows = await store.listWrappedOtherwise([current?.beginning ?? ''], {
      limit: batchSize,
      after,
    })
    if (rows.length === 0) break
    for (const row of rows) {
      const failure = failureOf(secrets, row)
      if (failure)
        log.error({ err: failure }, 'a data key could not be moved to the current root key')
      else if (
        await store.replaceDataKey(row.id, row.data_key, secrets.rewrap(row.id, row.data_key))
      )
        counts.rewrapped += 1
      if (failure) counts.failed += 1
    }
    after = rows.at(-1)?.id ?? ''
  }
  if (counts.rewrapped + counts.failed > 0)
    log.info({ rootKey: current?.version, ...counts }, 'moved data keys to the current root key')
}

const failureOf = (
  secrets: Secrets,
  row: { id: string; data_key: string },
): SecretsError | undefined => {
  try {
    secrets.open(row.id, row.data_key)
    return undefined
  } catch (error) {
    if (error instanceof SecretsError) return error
    throw error
  }
}
