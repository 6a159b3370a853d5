import { createClient, type Client } from '../../../src/client/index.ts'
import type { ServiceProcess } from './start-service.ts'

/** Makes a project of a service, with a key of its own. */
export const openProject = async (
  { ready }: ServiceProcess,
  name: string,
): Promise<{ id: string; key: string; client: Client }> => {
  const organization = createClient({
    baseUrl: ready.url,
    apiKey: ready.apiKey,
    orgApiKey: ready.orgApiKey,
  })
  const made = await organization.projects.create({ body: { name, should_create_api_key: true } })
  const key = made.api_key ?? ''
  return { id: made.id, key, client: createClient({ baseUrl: ready.url, apiKey: key }) }
}
