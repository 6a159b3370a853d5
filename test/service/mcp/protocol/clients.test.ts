import { createMCPClient } from '@ai-sdk/mcp'
import { MultiServerMCPClient } from '@langchain/mcp-adapters'
import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernTransport,
} from '@modelcontextprotocol/client'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { MCPServerStreamableHttp } from '@openai/agents'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifies } from '../../../requirements.ts'
import { startNotesService, type NotesService } from '../../../support/notes-service.ts'

type Result = { isError?: boolean | undefined; structured?: unknown; text: string }
type Connected = {
  list(): Promise<string[]>
  call(name: string, given: Record<string, unknown>): Promise<Result>
  close(): Promise<unknown>
}

const toText = (content: unknown): string => JSON.stringify(content)

/** Each client as its own documentation uses it. */
const clients: Record<
  string,
  (url: string, headers: Record<string, string>) => Promise<Connected>
> = {
  'the official library 1.x': async (url, headers) => {
    const client = new Client({ name: 'test', version: '1' })
    await client.connect(
      new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }) as never,
    )
    return {
      list: async () => (await client.listTools()).tools.map(({ name }) => name),
      call: async (name, given) => {
        const result = await client.callTool({ name, arguments: given })
        return {
          isError: result.isError as boolean | undefined,
          structured: result.structuredContent,
          text: toText(result.content),
        }
      },
      close: () => client.close(),
    }
  },
  ...Object.fromEntries(
    (['legacy', 'auto'] as const).map((mode) => [
      `the official library 2.x, ${mode}`,
      async (url: string, headers: Record<string, string>) => {
        const client = new ModernClient(
          { name: 'test', version: '1' },
          { versionNegotiation: { mode } },
        )
        await client.connect(new ModernTransport(new URL(url), { requestInit: { headers } }))
        expect(client.getNegotiatedProtocolVersion()).toBe(
          mode === 'auto' ? '2026-07-28' : '2025-11-25',
        )
        return {
          list: async () => (await client.listTools()).tools.map(({ name }) => name),
          call: async (name: string, given: Record<string, unknown>) => {
            const { isError, structuredContent, content } = await client.callTool({
              name,
              arguments: given,
            })
            return { isError, structured: structuredContent, text: toText(content) }
          },
          close: () => client.close(),
        }
      },
    ]),
  ),
  'AI SDK': async (url, headers) => {
    const client = await createMCPClient({ transport: { type: 'http', url, headers } })
    const tools = await client.tools()
    return {
      list: () => Promise.resolve(Object.keys(tools)),
      call: async (name, given) => {
        const result = (await tools[name]?.execute?.(given, {
          toolCallId: '1',
          messages: [],
          context: undefined,
        } as never)) as { isError?: boolean; structuredContent?: unknown; content: unknown }
        return {
          isError: result.isError,
          structured: result.structuredContent,
          text: toText(result.content),
        }
      },
      close: () => client.close(),
    }
  },
  LangChain: async (url, headers) => {
    const client = new MultiServerMCPClient({
      mcpServers: { plugboard: { transport: 'http', url, headers } },
    })
    const tools = await client.getTools()
    return {
      list: () => Promise.resolve(tools.map(({ name }) => name)),
      call: async (name, given) => {
        const tool = tools.find((candidate) => candidate.name === name)
        return tool
          ? tool.invoke(given).then(
              (text) => ({ text: toText(text) }),
              (error: Error) => ({ isError: true, text: error.message }),
            )
          : { text: '' }
      },
      close: () => client.close(),
    }
  },
  'OpenAI Agents': async (url, headers) => {
    const server = new MCPServerStreamableHttp({ url, name: 'plugboard', requestInit: { headers } })
    await server.connect()
    return {
      list: async () => (await server.listTools()).map(({ name }) => name),
      call: async (name, given) => ({ text: toText(await server.callTool(name, given)) }),
      close: () => server.close(),
    }
  },
}

describe.each(Object.entries(clients))('%s', (_name, connect) => {
  let notes: NotesService
  let client: Connected
  beforeAll(async () => {
    notes = await startNotesService()
    const server = await notes.service.client.mcp.create({
      body: { name: 'Notes server', auth_config_ids: [notes.authConfigId], no_auth_apps: ['open'] },
    })
    const { key } = (await notes.service.client.mcp.createInstance({
      params: { serverId: server.id },
      body: { user_id: 'ada' },
    })) as { key: string }
    client = await connect(server.mcp_url, { Authorization: `Bearer ${key}` })
  })
  afterAll(async () => {
    await client.close()
    await notes.close()
  })

  it('lists and calls tools of a server, reads what it answers, and hears of what went wrong', async () => {
    verifies('mcp-protocol.clients', 'mcp-protocol.tools')
    expect(await client.list()).toHaveLength(10)

    const answered = await client.call('OPEN_GET_NOTE', { id: '7' })
    expect(answered.text).toContain('/notes/7')
    if ('structured' in answered)
      expect(answered).toMatchObject({ structured: { url: '/notes/7' } })
    expect(answered.isError ?? false).toBe(false)
    expect(notes.upstream.received.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET /notes/7',
    ])

    const missing = await client.call('NOTES_LIST_NOTES', {})
    expect(missing.text).toMatch(/\/connect\/lk_\w+/)
    if ('isError' in missing) expect(missing.isError).toBe(true)
    expect(notes.upstream.received).toHaveLength(1)

    await notes.connect('ada')
    expect((await client.call('NOTES_LIST_NOTES', { tag: ['a'] })).text).toContain('/notes?tag=a')
    expect(notes.upstream.received.at(-1)?.headers['x-notes-key']).toBe('notes-secret-0123456789')
  })

  it('works with a session', async () => {
    verifies('mcp-protocol.clients')
    const { mcp } = await notes.service.client.sessions.create({ body: { user_id: 'ada' } })
    const session = await connect(mcp.url, { 'x-api-key': notes.service.apiKey })
    expect(await session.list()).toContain('SVC_SEARCH_TOOLS')
    const found = await session.call('SVC_SEARCH_TOOLS', {
      queries: [{ use_case: 'list my notes' }],
    })
    expect(found.text).toContain('NOTES_LIST_NOTES')
    await session.close()
  })
})
