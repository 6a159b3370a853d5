import { z } from 'zod'
import type { Handle } from '../platform/database/index.ts'
import type { Events } from '../platform/events/index.ts'
import type { Log } from '../platform/log.ts'
import { SecretsError } from '../platform/secrets/index.ts'
import type { Project } from '../endpoint/index.ts'
import type { Projects } from '../projects/index.ts'
import type { HookRemovals } from './hooks/removals/create-hook-removals.ts'
import { triggerStore, type TriggerInstanceRow } from './store.ts'

const deletedRecord = z.object({ id: z.string() })
const deletedToolkit = z.object({ toolkit: z.string() })

/** The most hooks that one deletion unregisters: that many take a second. */
const maximumHooks = 10_000

type Store = ReturnType<typeof triggerStore>
type Parts = { events: Events; projects: Projects; removals: HookRemovals; log: Log }

/**
 * Removes the instances that are registered with a provider in the same transaction as their
 * connected account, auth config, toolkit or project, while there is a credential to unregister
 * them with. The others are removed by the retention job.
 */
export const removeWithOwners = (parts: Parts): void => {
  withHooks(parts, 'account.deleted', (store, scope, data) =>
    store.takeHooksOfAccount(scope, deletedRecord.parse(data).id, maximumHooks),
  )
  withHooks(parts, 'auth_config.deleted', (store, scope, data) =>
    store.takeHooksOfAuthConfig(scope, deletedRecord.parse(data).id, maximumHooks),
  )
  withHooks(parts, 'toolkit.deleted', (store, scope, data) =>
    store.takeHooksOfToolkit(scope, deletedToolkit.parse(data).toolkit, maximumHooks),
  )
  withHooks(parts, 'project.deleted', (store, scope) =>
    store.takeHooksOfProject(scope, maximumHooks),
  )
}

const withHooks = (
  { events, projects, removals, log }: Parts,
  type: string,
  takeHooks: (store: Store, scope: string, data: unknown) => Promise<TriggerInstanceRow[]>,
): void =>
  events.accompany(type, async (transaction, { scope, data }, trace) => {
    const rows = await takeHooks(triggerStore(transaction), scope, data)
    if (rows.length === maximumHooks)
      log.warn(
        { project: scope, event: type },
        `One deletion unregisters at most ${maximumHooks} hooks from their providers; there may be more`,
      )
    const project = rows.length > 0 ? await readProject(projects, transaction, scope) : undefined
    if (project) await removals.add(transaction, project, rows, trace)
  })

/**
 * Undefined if it was deleted, or its data key was damaged: then its hooks cannot be decrypted.
 */
const readProject = async (
  projects: Projects,
  transaction: Handle,
  id: string,
): Promise<Project | undefined> => {
  try {
    return await projects.read(transaction, id)
  } catch (error) {
    if (error instanceof SecretsError) return undefined
    throw error
  }
}
