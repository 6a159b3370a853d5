import { afterAll, beforeAll, expect, it } from 'vitest'
import { verifies } from '../../requirements.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { reply, startHostileMcp } from '../../support/mcp/start-hostile-mcp.ts'
import { startService, type TestService } from '../../support/start-service.ts'

let service: TestService
beforeAll(async () => {
  service = await startService({ keep: true, egressAllow: ['127.0.0.1/32'] })
})
afterAll(() => service.close())

const id = '9007199254740993'
/** A number as JSON writes it, which TypeScript does not know yet. */
const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown }

/** Declares integers of 64 bits with their bounds, as servers in other languages do. */
const find = {
  name: 'find',
  description: 'Finds an event',
  inputSchema: {
    type: 'object',
    properties: {
      id: {
        type: 'integer',
        minimum: rawJSON('-9223372036854775808'),
        maximum: rawJSON('9223372036854775807'),
      },
    },
  },
  outputSchema: { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] },
}
const structured = { id: rawJSON(id), ids: [rawJSON(`-${id}`), 12] }
const text = `{"id":${id}}`

it.each([
  ['in one answer', false],
  ['in a stream of events', true],
])('passes on an integer that no number holds %s of an MCP server', async (_how, isStream) => {
  verifies('mcp-source.results')
  const server = await startHostileMcp({
    'tools/list': () => ({ tools: [find] }),
    'tools/call': ({ id: number, params, response }) => {
      const content = [{ type: 'text', text }]
      const isFound = JSON.stringify(params['arguments']) !== '{}'
      const result = isFound ? { content } : { content, structuredContent: structured }
      const message = { jsonrpc: '2.0', id: number, result }
      if (!isStream) return void reply(response, message)
      response
        .writeHead(200, { 'content-type': 'text/event-stream' })
        .end(`event: message\ndata: ${JSON.stringify(message)}\n\n`)
      return undefined
    },
  })
  const slug = isStream ? 'streams' : 'answers'
  await importToolkit(service, { slug, source: { mcp: { url: server.mcpUrl } } })
  const tool_slug = `${slug.toUpperCase()}_FIND`
  const session = await service.client.sessions.create({
    body: { user_id: 'ada', toolkits: { enable: [slug] } },
  })
  const call = async (given: Record<string, unknown>) => {
    const { data, error } = await service.client.sessions.execute({
      params: { session_id: session.session_id },
      body: { tool_slug, arguments: given },
    })
    expect(error).toBeNull()
    return data
  }
  expect(await call({})).toEqual({ id, ids: [`-${id}`, 12] })
  // What an agent got as a text it may give back; a text that a server wrote stays as it is.
  expect(await call({ id })).toEqual({ text })
})
