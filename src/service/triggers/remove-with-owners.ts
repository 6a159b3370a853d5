import { z } from 'zod'
import { deleteInBatches } from '../platform/delete-in-batches.ts'
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

/** As many hooks are taken back with one deletion, which takes a second for them. */
const maximumHooks = 10_000

type Store = ReturnType<typeof triggerStore>
type Parts = { events: Events; projects: Projects; removals: HookRemovals; log: Log }

/**
 * Removes the instances of a connected account, auth config, toolkit or project when that is
 * deleted.
 *
 * Those that are registered with a provider go in the same transaction, while there is a credential
 * to have them forgotten with; the others by a job.
 */
export const removeWithOwners = (parts: Parts, store: Store): void => {
  const { events } = parts
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

  events.subscribe('account.deleted', 'triggers', ({ scope, data }) => {
    const { id } = deletedRecord.parse(data)
    return deleteInBatches((limit) => store.deleteSomeOfAccount(scope, id, limit))
  })
  events.subscribe('auth_config.deleted', 'triggers', ({ scope, data }) => {
    const { id } = deletedRecord.parse(data)
    return deleteInBatches((limit) => store.deleteSomeOfAuthConfig(scope, id, limit))
  })
  events.subscribe('toolkit.deleted', 'triggers', ({ scope, data, at }) => {
    const { toolkit } = deletedToolkit.parse(data)
    // A toolkit of the same slug may have been imported since, so what came later stays.
    return deleteInBatches((limit) => store.deleteSomeOfToolkit(scope, toolkit, at, limit))
  })
  events.subscribe('project.deleted', 'triggers', ({ scope }) =>
    deleteInBatches((limit) => store.deleteSomeOfProject(scope, limit)),
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
        `Only ${maximumHooks} hooks are taken back from their providers with one deletion; there may be more`,
      )
    const project = rows.length > 0 ? await readProject(projects, transaction, scope) : undefined
    if (project) await removals.add(transaction, project, rows, trace)
  })

/**
 * Undefined when it is gone, or its data key was damaged: then nothing of its hooks can be read.
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
