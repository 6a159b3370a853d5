import { importAndWait } from '../../../src/cli/import-and-wait.ts'
import { echoDocument } from '../../../src/sample/echo/create-echo.ts'
import type { ServiceProcess } from './start-service.ts'

export type EchoTool = { slug: string; sessionId: string }

/** Gives a service the echo toolkit, and a session that may use it. */
export const importEcho = async (
  { client }: Pick<ServiceProcess, 'client'>,
  echoUrl: string,
): Promise<EchoTool> => {
  await importAndWait(client, {
    slug: 'echo',
    name: 'Echo',
    source: { openapi: echoDocument(echoUrl) },
  })
  const { items } = await client.tools.list({ query: { toolkit_slug: ['echo'] } })
  const [tool] = items
  if (!tool) throw new Error('The import of the echo toolkit made no tool')
  const session = await client.sessions.create({ body: { user_id: 'ada', toolkits: ['echo'] } })
  return { slug: tool.slug, sessionId: session.session_id }
}
