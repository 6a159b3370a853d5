import type { Clock } from '../platform/clock.ts'
import type { Database, Handle } from '../platform/database/index.ts'
import { ServiceError } from '../service-error.ts'
import { createKey, toMaskedKey } from './api-key.ts'
import { projectStore, type ApiKeyRow, type ProjectRow } from './store.ts'

const mostListed = 1000

/** Keys for whoever runs the service, also when none is known any more. */
export const createOperatorKeys = (parts: { database: Database; clock: Clock }) => ({
  /** The newest keys, without their texts. */
  list: async () => {
    const rows = await projectStore(parts.database.handle).listAllKeys(mostListed)
    return rows.map((row) => ({
      id: row.id,
      kind: row.kind,
      project: row.project_id,
      name: row.name,
      key: toMaskedKey(row),
      created_at: row.created_at,
    }))
  },

  /** The project with this id; the only one needs none. */
  findProject: (id?: string) => findProject(parts.database.handle, id),

  /** Creates a key of a project, or of its organization. */
  create: async ({
    kind,
    project,
    name,
  }: {
    kind: ApiKeyRow['kind']
    project?: string | undefined
    name: string
  }) =>
    parts.database.transaction(async (transaction) => {
      const store = projectStore(transaction)
      const own = await findProject(transaction, project)
      if (!(await store.lockProject(own.id)))
        throw new ServiceError('not_found', `The project "${own.id}" was deleted`)
      const key = createKey(parts.clock, {
        kind,
        organizationId: own.organization_id,
        projectId: kind === 'organization' ? null : own.id,
        name,
      })
      await store.insertKey(key.row)
      return { id: key.row.id, kind, project: key.row.project_id, name, key: key.text }
    }),

  /** Deletes a key: within a second no node accepts it any more. */
  revoke: async (id: string) => {
    const row = await projectStore(parts.database.handle).deleteKey(id)
    if (!row)
      throw new ServiceError('not_found', `There is no key "${id}"`, {
        suggestedFix: 'plugboard admin keys list names them, with the end of each key',
      })
    return { revoked: row.id, kind: row.kind, project: row.project_id, name: row.name }
  },
})

const findProject = async (handle: Handle, id: string | undefined): Promise<ProjectRow> => {
  const store = projectStore(handle)
  if (id !== undefined) {
    const named = await store.findProject(id)
    if (named) return named
    throw new ServiceError('not_found', `There is no project "${id}"`, {
      suggestedFix: 'plugboard admin keys list names projects by their keys',
    })
  }
  const [oldest, another] = await store.listOldest(2)
  if (!oldest)
    throw new ServiceError('not_found', 'There is no project yet', {
      suggestedFix: 'Start the service once, which creates the first',
    })
  if (!another) return oldest
  throw new ServiceError('invalid_request', 'There are several projects', {
    suggestedFix: `Pass one with --project, such as ${oldest.id} (${oldest.name})`,
  })
}
