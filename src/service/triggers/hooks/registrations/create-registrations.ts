import { z } from 'zod'
import { latestCredible } from '../../../platform/clock.ts'
import type { Handle } from '../../../platform/database/index.ts'
import type { Jobs } from '../../../platform/jobs/index.ts'
import type { Projects } from '../../../projects/index.ts'
import { triggerStore } from '../../store.ts'
import { registerHook } from './register-hook.ts'
import { openRegistration, type RegistrationState } from './registration-state.ts'
import type { RegistrationParts } from './registration-task.ts'
import { renewHook } from './renew-hook.ts'
import { unregisterHook } from './unregister-hook.ts'

type Parts = RegistrationParts & { projects: Projects; jobs: Jobs }

const queue = 'trigger-registration'
/** Some two hours in all. */
const retryDelaysSeconds = [5, 60, 600, 7_200]

const job = z.object({ projectId: z.string(), id: z.string() })

/** Registers the webhooks of instances with providers, renews and unregisters them. */
export type Registrations = {
  /** Synchronizes the provider with the instance once the transaction is committed. */
  reconcile(transaction: Handle, instance: { project_id: string; id: string }): Promise<unknown>
  /** The same for instances whose renewal is due, unless a job of theirs is waiting. */
  renew(transaction: Handle, instances: { project_id: string; id: string }[]): Promise<unknown>
}

/** Jobs synchronize the provider with the state of an instance, one at a time for each instance. */
export const createRegistrations = (parts: Parts): Registrations => {
  parts.jobs.define(
    queue,
    { retryDelaysSeconds, data: job, concurrency: 8, concurrencyPerKey: 1, timeoutSeconds: 120 },
    async ({ projectId, id }, { attempt, signal, trace }) => {
      const project = await parts.projects.get(projectId)
      const row = project && (await triggerStore(parts.database.handle).find(projectId, id))
      if (!row) return
      const isLast = attempt > retryDelaysSeconds.length
      const task = { project, row, attempt: { signal, trace, isLast } }
      const isWanted = row.disabled_at === null
      const { status, registration, ...times } = openRegistration(project, row)
      const isThere = registration !== undefined
      // Enabled again, after a process that unregistered the hook ended before it knew whether the
      // provider had done so.
      const isDoubtful = isThere && status === 'unregistered'
      if (!isWanted || isDoubtful) await unregisterHook(parts, task)
      if (isWanted && (!isThere || isDoubtful)) await registerHook(parts, task)
      else if (isWanted && isDue(times, parts.clock.now())) await renewHook(parts, task)
    },
  )
  return {
    reconcile: (transaction, { project_id: projectId, id }) =>
      parts.jobs.enqueue(transaction, queue, { projectId, id }, { key: id }),
    renew: (transaction, instances) =>
      parts.jobs.enqueueAll(
        transaction,
        queue,
        instances.map(({ project_id: projectId, id }) => ({
          data: { projectId, id },
          key: id,
          singletonKey: id,
        })),
      ),
  }
}

/** Also when a wrong clock computed when it is due: its registration may end sooner. */
const isDue = (
  {
    renew_at: renewAt,
    registered_at: registeredAt = '',
  }: Pick<RegistrationState, 'renew_at' | 'registered_at'>,
  now: Date,
): boolean =>
  renewAt !== undefined && (renewAt <= now.toISOString() || registeredAt > latestCredible(now))
