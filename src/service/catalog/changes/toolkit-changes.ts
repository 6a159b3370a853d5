import type { ToolkitChange } from '../../../contract/toolkit-changes.ts'
import type { Project } from '../../endpoint/index.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Handle } from '../../platform/database/index.ts'
import { createId } from '../../platform/ids.ts'
import { listSome } from '../../platform/list-some.ts'
import { parsePage, toPage } from '../../platform/pagination.ts'
import type { Projects } from '../../projects/index.ts'
import { ServiceError } from '../../service-error.ts'
import { unknownToolkit } from '../unknown-slug.ts'
import type { ToolDefinition } from '../definitions.ts'
import { saveVersion } from '../save-version.ts'
import { SlugsTakenError } from '../slug-owners/claim-slugs.ts'
import { catalogStore, type ToolkitChangeRow } from '../store.ts'
import { readChangedTool, readToolkitDefinition } from '../stored-definitions.ts'
import { compareTools, toForm } from './compare-tools.ts'
import { readAccepted } from './read-accepted.ts'

type Parts = { database: Database; projects: Projects; clock: Clock }

export type ToolkitChanges = ReturnType<typeof createToolkitChanges>

/** A project's decisions on the pending changes of its toolkits. */
export const createToolkitChanges = (parts: Parts) => {
  const { database, projects } = parts

  return {
    list: async (project: Project, toolkit: string, query: Parameters<typeof parsePage>[0]) => {
      const request = parsePage(query)
      const { accepted } = await readToolkit(database.handle, project.id, toolkit)
      const rows = await catalogStore(database.handle).listChanges(project.id, toolkit)
      const shown = rows.slice(request.offset, request.offset + request.limit)
      return toPage(
        shown.map((row) => toChange(row, accepted.get(row.slug))),
        rows.length,
        request,
      )
    },

    /** Creates a version with the changes; existing sessions do not see it. */
    accept: async (project: Project, toolkit: string, ids: string[]): Promise<string> => {
      const version = await database
        .transaction(async (transaction) => {
          await projects.lock(transaction, project.id)
          const { definition, accepted } = await readToolkit(transaction, project.id, toolkit)
          const rows = await findRows(transaction, project.id, toolkit, ids)
          for (const row of rows) accepted.set(row.slug, readChangedTool(row.definition, row.id))
          const saved = await saveVersion(parts, transaction, project.id, {
            ...definition,
            tools: [...accepted.values()],
          })
          await catalogStore(transaction).deleteChanges(
            project.id,
            toolkit,
            rows.map(({ slug }) => slug),
          )
          await countAsImport(parts, transaction, project.id, toolkit)
          return saved.version
        })
        .catch(explainTaken)
      projects.forget(project.id)
      return version
    },

    /** Ignores the changes until the server lists different ones. */
    reject: async (project: Project, toolkit: string, ids: string[]): Promise<void> => {
      await database.transaction(async (transaction) => {
        await projects.lock(transaction, project.id)
        await readHead(transaction, project.id, toolkit)
        const store = catalogStore(transaction)
        const rows = await findRows(transaction, project.id, toolkit, ids)
        await store.deleteChanges(
          project.id,
          toolkit,
          rows.map(({ slug }) => slug),
        )
        await store.insertChanges(rows.map((row) => ({ ...row, status: 'rejected' })))
      })
    },
  }
}

const readHead = async (handle: Handle, projectId: string, slug: string) => {
  const head = await catalogStore(handle).findToolkit(projectId, slug)
  if (!head) throw unknownToolkit(slug)
  return head
}

const readToolkit = async (handle: Handle, projectId: string, slug: string) => {
  const store = catalogStore(handle)
  const head = await readHead(handle, projectId, slug)
  const row = await store.findToolkitVersion(projectId, slug, head.version)
  if (!row) throw new Error(`The version ${head.version} of the toolkit "${slug}" does not exist`)
  const definition = readToolkitDefinition(row.definition, slug)
  return {
    definition,
    accepted: await readAccepted(store, projectId, head, await store.listToolsOf(projectId, head)),
  }
}

const findRows = async (
  transaction: Handle,
  projectId: string,
  toolkit: string,
  ids: string[],
): Promise<ToolkitChangeRow[]> => {
  const rows = (await catalogStore(transaction).listChanges(projectId, toolkit)).filter(({ id }) =>
    ids.includes(id),
  )
  const unknown = ids.filter((id) => !rows.some((row) => row.id === id))
  if (unknown.length === 0) return rows
  throw new ServiceError(
    'not_found',
    `The toolkit "${toolkit}" has no change ${listSome(unknown)}: it was already decided, or its server has changed the tool since`,
    {
      suggestedFix: `GET /api/v3/toolkits/${toolkit}/changes lists the pending ones`,
    },
  )
}

/** Versions are numbered by the day's imports. */
const countAsImport = async (
  { clock }: Parts,
  transaction: Handle,
  projectId: string,
  toolkit: string,
): Promise<void> => {
  const now = clock.now().toISOString()
  const row = {
    id: createId('imp_'),
    project_id: projectId,
    slug: toolkit,
    done: 0,
    total: 0,
    report: null,
    error: null,
  }
  await catalogStore(transaction).insertImport({
    ...row,
    status: 'succeeded',
    created_at: now,
    finished_at: now,
  })
}

const explainTaken = (error: unknown): never => {
  if (!(error instanceof SlugsTakenError)) throw error
  throw new ServiceError('invalid_request', error.message, {
    cause: error,
    suggestedFix: 'Import the toolkit again: its tool then gets a different slug',
  })
}

const toChange = (row: ToolkitChangeRow, before: ToolDefinition | undefined): ToolkitChange => {
  const after = readChangedTool(row.definition, row.id)
  return {
    id: row.id,
    tool_slug: row.slug,
    kind: before ? 'changed' : 'added',
    status: row.status,
    fields: compareTools(before, after),
    before: before ? toForm(before) : null,
    after: toForm(after),
    found_at: row.found_at,
  }
}
