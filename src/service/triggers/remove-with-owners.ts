import { z } from 'zod'
import { deleteInPortions } from '../platform/delete-in-portions.ts'
import type { Events } from '../platform/events/index.ts'
import type { triggerStore } from './store.ts'

const deletedRecord = z.object({ id: z.string() })
const deletedToolkit = z.object({ toolkit: z.string() })

/** Removes the instances of a connected account, auth config, toolkit or project when that is deleted. */
export const removeWithOwners = (events: Events, store: ReturnType<typeof triggerStore>): void => {
  events.subscribe('account.deleted', 'triggers', ({ scope, data }) => {
    const { id } = deletedRecord.parse(data)
    return deleteInPortions((limit) => store.deleteSomeOfAccount(scope, id, limit))
  })
  events.subscribe('auth_config.deleted', 'triggers', ({ scope, data }) => {
    const { id } = deletedRecord.parse(data)
    return deleteInPortions((limit) => store.deleteSomeOfAuthConfig(scope, id, limit))
  })
  events.subscribe('toolkit.deleted', 'triggers', ({ scope, data, at }) => {
    const { toolkit } = deletedToolkit.parse(data)
    // A toolkit of the same slug may have been imported since, so what came later stays.
    return deleteInPortions((limit) => store.deleteSomeOfToolkit(scope, toolkit, at, limit))
  })
  events.subscribe('project.deleted', 'triggers', ({ scope }) => deleteInPortions((limit) => store.deleteSomeOfProject(scope, limit)))
}
