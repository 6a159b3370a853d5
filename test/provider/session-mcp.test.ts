import { inspect } from 'node:util'
import { createMCPClient } from '@ai-sdk/mcp'
import { MultiServerMCPClient } from '@langchain/mcp-adapters'
import { MCPServerStreamableHttp } from '@openai/agents'
import { expect, test } from 'vitest'
import { SessionMcp } from '../../src/provider/session-mcp.ts'
import { verifies } from '../requirements.ts'
import { startMcpServer, tool, type McpServerFixture } from '../support/mcp/start-mcp-server.ts'
import { serveSession } from './serve-session.ts'

const key = 'pbk_of-the-project'

/** A server that takes the project's key alone, and a session that says it is there. */
const open = async (): Promise<{ server: McpServerFixture; mcp: SessionMcp }> => {
  const server = await startMcpServer({ tools: [tool('look')], call: (_name, { place }) => ({ content: [{ type: 'text', text: `seen ${String(place)}` }] }), accepts: ({ headers }) => headers['x-api-key'] === key })
  return { server, mcp: new SessionMcp({ type: 'http', url: server.mcpUrl }, { 'x-api-key': key }) }
}

test('gives the address and the headers of a session, and shows no key when it is printed', async () => {
  verifies('toolkit.mcp')
  await using service = await serveSession()
  const session = await service.plugboard.createSession('ada')
  expect(session.mcp).toMatchObject({ type: 'http', url: expect.stringContaining('http') })
  const { 'x-api-key': given } = session.mcp.headers
  expect(given).toEqual(expect.stringMatching(/./))
  for (const shown of [inspect(session, { depth: 9 }), JSON.stringify(session.mcp), inspect(session.mcp)]) expect(shown).not.toContain(given)
})

test('is what createMCPClient of @ai-sdk/mcp takes', async () => {
  verifies('toolkit.mcp')
  const { mcp } = await open()
  const client = await createMCPClient(mcp.aiSdk)
  expect(Object.keys(await client.tools())).toEqual(['look'])
  await client.close()
})

test('is what MultiServerMCPClient of @langchain/mcp-adapters takes', async () => {
  verifies('toolkit.mcp')
  const { mcp } = await open()
  const client = new MultiServerMCPClient(mcp.langchain)
  const [look] = await client.getTools()
  expect(look?.name).toBe('look')
  expect(await look?.invoke({ place: 'Bonn' })).toBe('seen Bonn')
  await client.close()
})

test('is what MCPServerStreamableHttp of @openai/agents takes', async () => {
  verifies('toolkit.mcp')
  const { mcp } = await open()
  const server = new MCPServerStreamableHttp(mcp.openaiAgents)
  await server.connect()
  expect((await server.listTools()).map(({ name }) => name)).toEqual(['look'])
  expect(await server.callTool('look', { place: 'Bonn' })).toEqual([{ type: 'text', text: 'seen Bonn' }])
  await server.close()
})
