import { afterAll, expect, it } from 'vitest'
import { createMcpClient, type McpSend } from '../../../../src/service/platform/mcp-client/index.ts'
import { noMetrics } from '../../../../src/service/platform/metrics/index.ts'
import { createTextParser } from '../../../../src/service/platform/untrusted-text/index.ts'
import { verifies } from '../../../requirements.ts'

const texts = createTextParser({ metrics: noMetrics })
const mcp = createMcpClient({ texts })
afterAll(async () => {
  await mcp.close()
  await texts.close()
})

const url = 'https://mcp.example/mcp'
const info = {
  protocolVersion: '2025-06-18',
  capabilities: { tools: {} },
  serverInfo: { name: 'server', version: '1' },
}

it('keeps no session of a handshake that the server answered with an error', async () => {
  verifies('mcp-source.sessions')
  let isOverloaded = true
  let handshakes = 0
  const send: McpSend = async (request) => {
    const { id, method } = JSON.parse(String(request.body ?? '{}')) as Record<string, unknown>
    const answer = (status: number, body?: object) => ({
      status,
      url,
      headers: { 'content-type': 'application/json' },
      body: Buffer.from(body === undefined ? '' : JSON.stringify({ jsonrpc: '2.0', id, ...body })),
    })
    if (method === 'notifications/initialized') return answer(202)
    if (method === 'tools/call')
      return answer(200, { result: { content: [{ type: 'text', text: 'done' }] } })
    if (method !== 'initialize')
      return answer(200, { error: { code: -32601, message: 'Method not found' } })
    handshakes += 1
    return answer(
      200,
      isOverloaded ? { error: { code: -32603, message: 'Overloaded' } } : { result: info },
    )
  }
  const call = () =>
    mcp.withMcpServer(
      {
        url,
        headers: {},
        send,
        timeoutMs: 60_000,
        maximumBytes: 1_000_000,
        keep: { key: 'ada', send },
      },
      ({ client, options }) => client.callTool({ name: 'look', arguments: {} }, options),
    )
  await expect(call()).rejects.toMatchObject({ kind: 'denied' })
  isOverloaded = false
  for (const _time of [1, 2])
    expect(await call()).toMatchObject({ content: [{ type: 'text', text: 'done' }] })
  expect(handshakes).toBe(2)
})
