import { z } from 'zod'
import type { Accounts } from '../../../accounts/index.ts'
import type { AuthConfigs } from '../../../auth-configs/index.ts'
import type { Catalog } from '../../../catalog/index.ts'
import { timestamp } from '../../../platform/clock.ts'
import type { Handle } from '../../../platform/database/index.ts'
import { deleteInBatches } from '../../../platform/delete-in-batches.ts'
import { createId } from '../../../platform/ids.ts'
import type { Jobs } from '../../../platform/jobs/index.ts'
import type { TraceContext } from '../../../platform/trace-context.ts'
import type { Project } from '../../../endpoint/index.ts'
import { findSource, type TriggerSource } from '../../find-source.ts'
import type { TriggerInstanceRow } from '../../store.ts'
import { openRegistration } from '../registration-state.ts'
import { sealRemoval, type HookRemoval } from './hook-removal.ts'
import { logLostHook } from './log-lost-hook.ts'
import { readWithin } from './read-within.ts'
import { runRemoval, type RemovalParts } from './run-removal.ts'
import { hookRemovalStore } from './store.ts'
import { problemOf, toRegisteredHook } from './to-registered-hook.ts'

/**
 * Has providers forget the hooks of instances that are deleted, as parts of the transactions that
 * delete them.
 */
export type HookRemovals = {
  /** Of instances that are deleted while what they belong to is there still. */
  add(
    transaction: Handle,
    project: Project,
    rows: TriggerInstanceRow[],
    trace?: TraceContext,
  ): Promise<void>
  /** Of an instance that was deleted while it was registered; `source` is with what. */
  addRegistered(
    transaction: Handle,
    project: Project,
    row: TriggerInstanceRow,
    source: TriggerSource,
    trace?: TraceContext,
  ): Promise<void>
}

type Parts = Omit<RemovalParts, 'accounts' | 'authConfigs' | 'catalog'> & {
  accounts: Accounts
  authConfigs: AuthConfigs
  catalog: Catalog
  jobs: Jobs
}

const queue = 'hook-removal'
/** Some two hours in all: for no longer is a credential kept whose account is deleted. */
const retryDelaysSeconds = [5, 60, 600, 7_200]

const sweep = 'hook-removal-retention'
/** What is older was left behind by a job that was lost. */
const longestMs = 24 * 60 * 60 * 1000

/**
 * What is deleted takes its credentials with it, so what is needed to unregister is kept apart,
 * encrypted with a key of its own, until the provider has taken it or so many tries have failed.
 */
export const createHookRemovals = (parts: Parts): HookRemovals => {
  const { database, jobs, clock, secrets, log } = parts
  const store = hookRemovalStore(database.handle)

  // One at a time for an account: the first to renew its credential does so for the others.
  jobs.define(
    queue,
    {
      retryDelaysSeconds,
      data: z.object({ id: z.string() }),
      concurrency: 8,
      concurrencyPerKey: 1,
    },
    ({ id }, { attempt, signal, trace }) =>
      runRemoval(parts, id, { signal, trace, isLast: attempt > retryDelaysSeconds.length }),
  )
  jobs.define(sweep, { retryDelaysSeconds: [60, 600] }, async () => {
    const oldest = new Date(clock.now().getTime() - longestMs).toISOString()
    await deleteInBatches(async (limit) => {
      const left = await store.takeSomeOlderThan(oldest, limit)
      for (const row of left)
        log.warn(
          { project: row.project_id, account: row.connected_account_id },
          'Hooks could not be taken back from their provider within a day',
        )
      return left.length
    })
  })
  jobs.schedule(sweep, '17 * * * *', {})
  parts.revocations.deferWhile(store.needsAccount)

  const insert = async (
    transaction: Handle,
    project: Project,
    removal: HookRemoval,
    trace: TraceContext | undefined,
  ): Promise<void> => {
    const id = createId('hr_')
    const row = { id, data_key: secrets.createDataKey(id) }
    const accountId = removal.account?.account.id ?? null
    await hookRemovalStore(transaction).insert({
      ...row,
      project_id: project.id,
      connected_account_id: accountId,
      sealed: sealRemoval(secrets, row, removal),
      created_at: timestamp(clock),
    })
    await jobs.enqueue(transaction, queue, { id }, { key: accountId ?? project.id, trace })
  }

  return {
    add: async (transaction, project, rows, trace) => {
      const readers = readWithin(parts, transaction)
      const removals = new Map<string, HookRemoval>()
      for (const row of rows) {
        const { registration } = openRegistration(project, row)
        if (!registration) continue
        const found = await findSource(readers, project, row)
        const hook =
          problemOf(found) ??
          ('source' in found
            ? toRegisteredHook({ source: found.source, row, registration })
            : undefined)
        if (typeof hook === 'string')
          logLostHook(log, row, { triggerId: row.id, triggerSlug: row.trigger_slug }, hook)
        else if (hook && 'source' in found) {
          const key = JSON.stringify([row.connected_account_id, row.toolkit_slug, row.version])
          const removal = removals.get(key) ?? toRemoval(found.source)
          removal.hooks.push(hook)
          removals.set(key, removal)
        }
      }
      for (const removal of removals.values()) await insert(transaction, project, removal, trace)
    },

    addRegistered: async (transaction, project, row, source, trace) => {
      const hook = toRegisteredHook({
        source,
        row,
        registration: openRegistration(project, row).registration ?? {},
      })
      if (typeof hook === 'string')
        logLostHook(log, row, { triggerId: row.id, triggerSlug: row.trigger_slug }, hook)
      else if (hook)
        await insert(transaction, project, { ...toRemoval(source), hooks: [hook] }, trace)
    },
  }
}

/** Of the toolkit, what it takes to know its hosts. */
const toRemoval = ({ toolkit, account }: TriggerSource): HookRemoval => ({
  toolkit: { ...toolkit, definition: { ...toolkit.definition, triggers: [] } },
  account: account ?? null,
  hooks: [],
})
