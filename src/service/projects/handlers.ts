import type { contract } from '../../contract/contract.ts'
import type { Handlers } from '../http/handlers.ts'
import type { Projects } from './project.ts'

export const projectHandlers = ({ projects }: { projects: Projects }): Handlers<typeof contract.projects> => ({
  create: async ({ body }, caller) => {
    const { id, apiKey } = await projects.create(caller.organizationId, { name: body.name, config: body.config, withKey: body.should_create_api_key ?? false })
    return { status: 200, body: { id, name: body.name, api_key: apiKey } }
  },
  getConfig: async (_request, { project }) => ({ status: 200, body: project.config }),
  updateConfig: async ({ body }, { project }) => ({ status: 200, body: await projects.updateConfig(project.id, body) }),
})
