import { z } from 'zod'
import type { Accounts } from '../../../accounts/index.ts'
import type { AuthConfigs } from '../../../auth-configs/index.ts'
import type { Catalog } from '../../../catalog/index.ts'
import { dayMs, timestamp } from '../../../platform/clock.ts'
import type { Handle } from '../../../platform/database/index.ts'
import { deleteInBatches } from '../../../platform/delete-in-batches.ts'
import { createId } from '../../../platform/ids.ts'
import type { Jobs } from '../../../platform/jobs/index.ts'
import type { TraceContext } from '../../../platform/trace-context.ts'
import type { Project } from '../../../endpoint/index.ts'
import { findSource, type TriggerSource } from '../../find-source.ts'
import type { TriggerInstanceRow } from '../../store.ts'
import { openRegistration } from '../registrations/registration-state.ts'
import { sealRemoval, type HookRemoval } from './hook-removal.ts'
import { logLostHook } from './log-lost-hook.ts'
import { readWithin } from './read-within.ts'
import { runRemoval, type RemovalParts } from './run-removal.ts'
import { hookRemovalStore } from './store.ts'
import { problemOf, toRegisteredHook } from './to-registered-hook.ts'

/**
 * Unregisters the hooks of deleted instances; added in the transactions that delete them.
 */
export type HookRemovals = {
  /** For instances that are deleted while their account and toolkit still exist. */
  add(
    transaction: Handle,
    project: Project,
    rows: TriggerInstanceRow[],
    trace?: TraceContext,
  ): Promise<void>
  /** For an instance that was deleted during its registration, which was made with `source`. */
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
/** Some two hours in all, which is how long the credential of a deleted account is kept. */
const retryDelaysSeconds = [5, 60, 600, 7_200]

const sweep = 'hook-removal-retention'
/** Older removals have lost their job. */
const maximumAgeMs = dayMs

/**
 * A deletion removes the credentials as well, so what is needed to unregister is stored separately,
 * encrypted with its own key, until the provider accepted the request or all attempts failed.
 */
export const createHookRemovals = (parts: Parts): HookRemovals => {
  const { database, jobs, clock, secrets, log } = parts
  const store = hookRemovalStore(database.handle)

  // One at a time for each account: the first to renew its credential does so for the others.
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
    const oldest = new Date(clock.now().getTime() - maximumAgeMs).toISOString()
    await deleteInBatches(async (limit) => {
      const left = await store.takeSomeOlderThan(oldest, limit)
      for (const row of left)
        log.warn(
          { project: row.project_id, account: row.connected_account_id },
          'Hooks could not be unregistered from their provider within a day',
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

/** Of the toolkit, only what is needed to know its hosts. */
const toRemoval = ({ toolkit, account }: TriggerSource): HookRemoval => ({
  toolkit: { ...toolkit, definition: { ...toolkit.definition, triggers: [] } },
  account: account ?? null,
  hooks: [],
})
