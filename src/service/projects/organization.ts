import type { ProjectConfig } from '../../contract/projects.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/index.ts'
import type { Events } from '../platform/events/index.ts'
import type { Jobs } from '../platform/jobs/index.ts'
import { parsePage, toPage } from '../platform/pagination.ts'
import { ServiceError } from '../service-error.ts'
import { createKey } from './api-key.ts'
import type { Caller } from '../endpoint/index.ts'
import { publishDeletedAgain } from './jobs.ts'
import type { Projects } from './project.ts'
import { projectStore, type ProjectRow, type ProjectScope } from './store.ts'

export type Organizations = ReturnType<typeof createOrganizations>

type Parts = { database: Database; projects: Projects; events: Events; jobs: Jobs; clock: Clock }

/** The operations of an organization's owner on its projects. */
export const createOrganizations = (parts: Parts) => {
  const store = projectStore(parts.database.handle)

  const find = async (caller: Caller, id: string): Promise<ProjectRow> => {
    const row = await store.findListedProject(toScope(caller), id)
    if (!row) throw unknownProject(id)
    return row
  }

  return {
    createProject: async (
      organizationId: string,
      request: { name: string; config?: Partial<ProjectConfig> | undefined; withKey: boolean },
    ) =>
      parts.database.transaction(async (transaction) => {
        const id = await parts.projects.insert(
          transaction,
          organizationId,
          request.name,
          request.config ?? {},
        )
        if (id === undefined)
          throw new ServiceError(
            'invalid_request',
            `The organization already has a project "${request.name}"`,
            { suggestedFix: 'Choose another name' },
          )
        const key = request.withKey
          ? createKey(parts.clock, {
              kind: 'project',
              organizationId,
              projectId: id,
              name: 'default',
            })
          : undefined
        if (key) await projectStore(transaction).insertKey(key.row)
        return { id, apiKey: key?.text ?? null }
      }),

    listProjects: async (caller: Caller, query: Parameters<typeof parsePage>[0]) => {
      const page = parsePage(query)
      const { rows, total, next } = await store.listProjects(toScope(caller), page)
      return toPage(rows, total, page, next)
    },

    getProject: async (caller: Caller, id: string) => {
      const row = await find(caller, id)
      return { row, keys: await store.listKeys(row.id) }
    },

    /**
     * Destroys the data key and the API keys immediately; an event starts the deletion of the
     * project's data.
     */
    deleteProject: async (caller: Caller, id: string): Promise<void> => {
      await find(caller, id)
      await parts.database.transaction(async (transaction) => {
        const now = parts.clock.now().toISOString()
        const deleted = await projectStore(transaction).modifyProject(id, async () => {
          // Published first: its subscribers still need the data key.
          await parts.events.publish(transaction, { type: 'project.deleted', scope: id, data: {} })
          // No project can choose this name, so the original one becomes available again.
          return {
            name: `deleted:${id}`,
            config: '{}',
            logo: null,
            data_key: '',
            updated_at: now,
            deleted_at: now,
          }
        })
        if (!deleted) throw unknownProject(id)
        await projectStore(transaction).deleteKeys(id)
        await publishDeletedAgain(parts.jobs, transaction, id)
      })
      parts.projects.forget(id)
    },

    /**
     * Replaces the keys of the project with a new one, which is shown only now. Users' keys remain.
     */
    regenerateApiKey: async (caller: Caller, id: string) => {
      const { organization_id } = await find(caller, id)
      return parts.database.transaction(async (transaction) => {
        const transactionStore = projectStore(transaction)
        if (
          !(await transactionStore.modifyProject(id, () => ({
            updated_at: parts.clock.now().toISOString(),
          })))
        )
          throw unknownProject(id)
        await transactionStore.deleteKeys(id, 'project')
        const key = createKey(parts.clock, {
          kind: 'project',
          organizationId: organization_id,
          projectId: id,
          name: 'default',
        })
        await transactionStore.insertKey(key.row)
        return key
      })
    },
  }
}

/**
 * The organization's key gives access to all its projects, any other key only to its own (rule
 * 2.2).
 */
const toScope = (caller: Caller): ProjectScope => ({
  organizationId: caller.organizationId,
  ...(caller.kind !== 'organization' && { projectId: caller.project.id }),
})

const unknownProject = (id: string) =>
  new ServiceError('not_found', `No project "${id}"`, {
    suggestedFix:
      'GET /api/v3/org/owner/project/list lists the projects that your key gives access to',
  })
