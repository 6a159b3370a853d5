import { expect, test } from 'vitest'
import { verifies } from '../requirements.ts'
import { importToolkit } from '../support/import-toolkit.ts'
import { startProxy } from '../support/start-proxy.ts'
import { startService } from '../support/start-service.ts'
import { startUpstream } from '../support/start-upstream.ts'

test('a service that resolves no names of the Internet calls tools through a proxy', async () => {
  verifies('outbound.operator-proxy')
  const upstream = await startUpstream(
    (_request, response) =>
      void response.setHeader('content-type', 'application/json').end('{"weather":"fine"}'),
  )
  const proxy = await startProxy({ knows: { 'api.example': '127.0.0.1' } })
  const service = await startService({
    outboundProxy: { url: proxy.url },
    resolve: (_name, _options, done) =>
      done(Object.assign(new Error('unknown'), { code: 'ENOTFOUND' }), []),
  })
  const authority = `api.example:${new URL(upstream.url).port}`
  const {
    tools: [tool = ''],
  } = await importToolkit(service, {
    slug: 'weather',
    source: {
      openapi: {
        openapi: '3.0.3',
        info: { title: 'Weather', version: '1' },
        servers: [{ url: `http://${authority}` }],
        paths: { '/now': { get: { responses: { 200: { description: 'ok' } } } } },
      },
    },
    auth: { scheme: 'NO_AUTH' },
  })
  const { data, error } = await service.client.tools.execute({
    params: { tool_slug: tool },
    body: { user_id: 'ada', arguments: {} },
  })
  expect({ data, error }).toEqual({ data: { weather: 'fine' }, error: null })
  expect(proxy.tunnels).toEqual([{ target: authority, authorization: undefined }])
})
