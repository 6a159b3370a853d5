import type { ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import { verifies } from '../../requirements.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { startService } from '../../support/start-service.ts'
import { startUpstream } from '../../support/start-upstream.ts'

const unit = 200_000

const start = async () => {
  const held: ServerResponse[] = []
  const upstream = await startUpstream((request, response) => {
    response.writeHead(200, { 'content-type': 'text/plain' })
    if (request.url === '/small') return void response.end('small')
    if (request.url === '/large') return void response.end('x'.repeat(3 * unit))
    response.write('x'.repeat(1.5 * unit))
    held.push(response)
  })
  const service = await startService({
    egressAllow: [upstream.host],
    logLevel: 'silent',
    // What is held stays, however busy the machine is.
    toolTimeoutMs: 300_000,
    bytesInFlight: { total: 3 * unit, perOwner: 2 * unit },
  })
  const paths = Object.fromEntries(
    ['small', 'large', 'held'].map((name) => [
      `/${name}`,
      { get: { operationId: `get_${name}`, responses: { 200: { description: 'Fine' } } } },
    ]),
  )
  await importToolkit(service, {
    slug: 'big',
    source: {
      openapi: {
        openapi: '3.0.3',
        info: { title: 'Big', version: '1' },
        servers: [{ url: upstream.url }],
        paths,
      },
    },
    auth: { scheme: 'NO_AUTH' },
  })
  const execute = (name: string) =>
    service.client.tools.execute({
      params: { tool_slug: `BIG_GET_${name}` },
      body: { user_id: 'ada' },
    })
  const send = (size: number, apiKey = service.apiKey) =>
    service.request('POST', '/api/v3/toolkits/import', {
      headers: { 'x-api-key': apiKey },
      body: { slug: 'x'.repeat(size), source: { openapi: {} } },
    })
  return { service, upstream, held, execute, send }
}

describe('bytes under way', () => {
  it('are bounded for each project and for the node', async () => {
    verifies('bounds.bytes')
    const { service, held, execute, send } = await start()
    const { body: other } = await service.request('POST', '/api/v3/org/owner/project/new', {
      headers: { 'x-org-api-key': service.orgApiKey },
      body: { name: 'other', should_create_api_key: true },
    })
    expect((await send(1.9 * unit)).status).toBe(400)
    expect((await send(2.1 * unit)).status).toBe(429)

    const slow = execute('HELD')
    await expect.poll(async () => (await send(1.9 * unit)).status, { timeout: 60_000 }).toBe(429)
    const refused = await send(1.9 * unit)
    expect([refused.body.error.slug, refused.headers.get('retry-after')]).toEqual([
      'rate_limited',
      '5',
    ])
    const overNode = await send(1.9 * unit, other.api_key)
    expect([
      overNode.status,
      overNode.body.error.slug,
      overNode.headers.get('retry-after'),
    ]).toEqual([503, 'unavailable', '5'])
    expect((await send(1.2 * unit, other.api_key)).status).toBe(400)
    expect((await execute('SMALL')).data).toEqual({ text: 'small' })

    for (const response of held) response.end()
    expect((await slow).error).toBeNull()
    expect((await send(1.9 * unit)).status).toBe(400)
  })

  it('end a call whose answer finds no room, which is logged', async () => {
    verifies('bounds.bytes', 'bounds.logged')
    const { service, execute } = await start()
    const { error, log_id: logId } = await execute('LARGE')
    expect(error).toContain('processing too many bytes of requests and answers')
    expect(await service.client.logs.get({ params: { id: String(logId) } })).toMatchObject({
      status: 'error',
      tool_slug: 'BIG_GET_LARGE',
    })
    expect((await execute('SMALL')).error).toBeNull()
  })
})
