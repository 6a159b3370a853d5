import { expect, it } from 'vitest'
import { verifies } from '../../requirements.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { startService } from '../../support/start-service.ts'
import { json, startUpstream } from '../../support/start-upstream.ts'

it('what a description fixes or gives as default is sent', async () => {
  verifies('imports.supplied')
  const upstream = await startUpstream((_request, response) => json(response, 200, {}))
  const service = await startService({ egressAllow: [upstream.host] })
  const parameter = (place: string, name: string, schema: object, required = true) => ({
    name,
    in: place,
    required,
    schema,
  })
  await importToolkit(service, {
    slug: 'bank',
    auth: { scheme: 'NO_AUTH' },
    source: {
      openapi: {
        openapi: '3.1.0',
        info: { title: 'Bank', version: '1' },
        servers: [{ url: upstream.url }],
        paths: {
          '/{kind}': {
            post: {
              operationId: 'sendMoney',
              parameters: [
                parameter('path', 'kind', { enum: ['transfers'] }),
                parameter('query', 'mode', { const: 'fast' }),
                parameter('query', 'currency', { type: 'string', default: 'EUR' }),
                parameter('query', 'sort', { type: 'string', default: 'name' }, false),
                parameter('header', 'Bank-Version', { default: '2026-01-01' }, false),
              ],
              requestBody: {
                required: true,
                content: {
                  'application/json': {
                    schema: {
                      type: 'object',
                      properties: { type: { const: 'bank' }, amount: { type: 'integer' } },
                      required: ['type', 'amount'],
                    },
                  },
                },
              },
              responses: { 200: { description: 'ok' } },
            },
          },
        },
      },
    },
  })
  const execute = (args: Record<string, unknown>) =>
    service.client.tools.execute({
      params: { tool_slug: 'BANK_SEND_MONEY' },
      body: { user_id: 'ada', arguments: args },
    })

  expect(await execute({ amount: 5 })).toMatchObject({ successful: true })
  expect(await execute({ amount: 7, currency: 'USD', 'Bank-Version': '2027-01-01' })).toMatchObject(
    { successful: true },
  )
  expect(
    upstream.received.map(({ url, headers, body }) => [url, headers['bank-version'], body]),
  ).toEqual([
    ['/transfers?currency=EUR&mode=fast', '2026-01-01', '{"amount":5,"type":"bank"}'],
    ['/transfers?currency=USD&mode=fast', '2027-01-01', '{"amount":7,"type":"bank"}'],
  ])
  expect(await execute({ amount: 5, mode: 'slow' })).toMatchObject({ successful: false })
  await service.close()
})
