import { inspect } from 'node:util'
import { createMCPClient } from '@ai-sdk/mcp'
import { MultiServerMCPClient } from '@langchain/mcp-adapters'
import { MCPServerStreamableHttp } from '@openai/agents'
import { expect, test } from 'vitest'
import { Plugboard } from '../../src/index.ts'
import { SessionMcp } from '../../src/provider/session/session-mcp.ts'
import { verifies } from '../requirements.ts'
import { startMcpServer, tool, type McpServerFixture } from '../support/mcp/start-mcp-server.ts'
import { startService } from '../support/start-service.ts'
import { serveSession } from './serve-session.ts'

const key = 'pbk_of-the-project'

/** A server that takes the project's key alone, and a session that says it is there. */
const open = async (): Promise<{ server: McpServerFixture; mcp: SessionMcp }> => {
  const server = await startMcpServer({
    tools: [tool('look')],
    call: (_name, { place }) => ({ content: [{ type: 'text', text: `seen ${String(place)}` }] }),
    accepts: ({ headers }) => headers['x-api-key'] === key,
  })
  return {
    server,
    mcp: new SessionMcp({ type: 'http', url: server.mcpUrl }, { 'x-api-key': key }, () =>
      Promise.reject(new Error('No key is asked for')),
    ),
  }
}

test('gives the address and the headers of a session, and shows no key when it is printed', async () => {
  verifies('toolkit.mcp')
  await using service = await serveSession()
  const session = await service.plugboard.createSession('ada')
  expect(session.mcp).toMatchObject({ type: 'http', url: expect.stringContaining('http') })
  const { 'x-api-key': given } = session.mcp.headers
  expect(given).toEqual(expect.stringMatching(/./))
  for (const shown of [
    inspect(session, { depth: 9 }),
    JSON.stringify(session.mcp),
    inspect(session.mcp),
  ])
    expect(shown).not.toContain(given)
})

test('gives others a key that opens the session alone, to a project and to a person', async () => {
  verifies('toolkit.mcp.own-key')
  const service = await startService()
  for (const [name, own] of [
    ['x-api-key', { apiKey: service.apiKey }],
    ['x-user-api-key', { userApiKey: service.userApiKey }],
  ] as const) {
    const session = await new Plugboard({ baseUrl: service.url, ...own }).createSession('ada')
    expect(Object.keys(session.mcp.headers)).toEqual([name])
    const mcp = await session.mcp.withOwnKey({ name: 'A machine of Ada', expiresInSeconds: 60 })
    expect(mcp.url).toBe(session.mcp.url)
    expect(mcp.headers).toEqual({ authorization: expect.stringMatching(/^Bearer pbm_/) })
    expect(inspect(mcp, { depth: 9 }) + JSON.stringify(mcp)).not.toContain('pbm_')
    for (const each of [session.mcp, mcp]) {
      const client = await createMCPClient(each.aiSdk)
      expect(Object.keys(await client.tools())).toContain('SVC_SEARCH_TOOLS')
      await client.close()
    }
    const listed = await service.client.sessions.listMcpKeys({ params: { session_id: session.id } })
    expect(listed.items).toMatchObject([{ id: mcp.keyId, name: 'A machine of Ada' }])
    await service.client.sessions.deleteMcpKey({
      params: { session_id: session.id, key_id: mcp.keyId ?? '' },
    })
    await expect(createMCPClient(mcp.aiSdk)).rejects.toThrow()
  }
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
  expect(await server.callTool('look', { place: 'Bonn' })).toEqual([
    { type: 'text', text: 'seen Bonn' },
  ])
  await server.close()
})
