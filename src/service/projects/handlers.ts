import type { contract } from '../../contract/contract.ts'
import type { ProjectRecord } from '../../contract/projects.ts'
import type { Handlers } from '../endpoint/index.ts'
import type { Logos } from '../logos/index.ts'
import { toMaskedKey } from './api-key.ts'
import type { Organizations } from './organization.ts'
import type { Projects } from './project.ts'
import { createSetLogo } from './set-logo.ts'
import type { ProjectRow } from './store.ts'

type Parts = {
  projects: Projects
  organizations: Organizations
  logos: Logos
  /** The delivery address of the newest webhook subscription of each of these projects. */
  webhookUrls: (projectIds: string[]) => Promise<Map<string, string>>
}

export const projectHandlers = ({
  projects,
  organizations,
  logos,
  webhookUrls,
}: Parts): Handlers<typeof contract.projects> => {
  const setLogo = createSetLogo({ projects, logos })

  const describe = async (rows: ProjectRow[]): Promise<ProjectRecord[]> => {
    const urls = await webhookUrls(rows.map(({ id }) => id))
    return rows.map((row) => toRecord(row, urls.get(row.id) ?? null))
  }

  return {
    create: async ({ body }, caller) => {
      const request = {
        name: body.name,
        config: body.config,
        withKey: body.should_create_api_key ?? false,
      }
      const { id, apiKey } = await organizations.createProject(caller.organizationId, request)
      return {
        status: 200,
        body: {
          id,
          name: body.name,
          api_key: apiKey,
          ...toNotes(await setLogo(id, body.config?.logo_url)),
        },
      }
    },
    list: async ({ query }, caller) => {
      const { items, ...page } = await organizations.listProjects(caller, query)
      return { status: 200, body: { data: await describe(items), ...page } }
    },
    get: async ({ params }, caller) => {
      const { row, keys } = await organizations.getProject(caller, params.nano_id)
      const urls = await webhookUrls([row.id])
      const api_keys = keys.map((key) => ({
        id: key.id,
        name: key.name,
        key: toMaskedKey(key),
        created_at: key.created_at,
      }))
      return { status: 200, body: { ...toRecord(row, urls.get(row.id) ?? null), api_keys } }
    },
    delete: async ({ params }, caller) => {
      await organizations.deleteProject(caller, params.nano_id)
      return { status: 200, body: { status: 'success' } }
    },
    regenerateApiKey: async ({ params }, caller) => {
      const { text, row } = await organizations.regenerateApiKey(caller, params.nano_id)
      return {
        status: 200,
        body: {
          api_key: { id: row.id, name: row.name, key: text, created_at: row.created_at },
          message: 'The previous API keys of the project stop working within a second',
        },
      }
    },
    getConfig: async (_request, { project }) => ({
      status: 200,
      body: (await projects.reload(project.id)).config,
    }),
    updateConfig: async ({ body }, { project }) => {
      const config = await projects.updateConfig(project.id, body)
      return {
        status: 200,
        body: { ...config, ...toNotes(await setLogo(project.id, body.logo_url)) },
      }
    },
  }
}

const toNotes = (notes: string[]) => (notes.length === 0 ? {} : { notes })

const toRecord = (row: ProjectRow, webhookUrl: string | null): ProjectRecord => ({
  id: row.id,
  org_id: row.organization_id,
  name: row.name,
  created_at: row.created_at,
  updated_at: row.updated_at,
  webhook_url: webhookUrl,
  deleted: row.deleted_at !== null,
})
