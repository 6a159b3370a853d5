import { expect, it } from 'vitest'
import { verifies } from '../../requirements.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { startService } from '../../support/start-service.ts'
import { json, startUpstream } from '../../support/start-upstream.ts'

const secret = 'key-of-ada-0123456789'

const operation = (operationId: string, mediaType: string, properties: object) => ({
  operationId,
  requestBody: {
    required: true,
    content: {
      [mediaType]: {
        schema: {
          type: 'object',
          required: ['key'],
          properties: { key: { type: 'string', description: 'a valid API key' }, ...properties },
        },
      },
    },
  },
  responses: { 200: { description: 'ok' } },
})

it('a key that an API takes in its body is the account’s, and no argument', async () => {
  verifies('imports.credentials', 'auth-schemes.api-key.body')
  const elsewhere = await startUpstream((_request, response) => json(response, 200, {}))
  const upstream = await startUpstream((request, response) => {
    if (request.url === '/away')
      return void response.writeHead(307, { location: `${elsewhere.url}/taken` }).end()
    json(response, 200, { got: request.body })
  })
  const service = await startService({ egressAllow: [upstream.host, elsewhere.host] })
  const report = await importToolkit(service, {
    slug: 'mail',
    source: {
      openapi: {
        openapi: '3.0.3',
        info: { title: 'Mail', version: '1' },
        servers: [{ url: upstream.url }],
        paths: {
          '/send': {
            post: operation('sendMail', 'application/json', { to: { type: 'string' } }),
          },
          '/form': {
            post: operation('sendForm', 'application/x-www-form-urlencoded', {
              to: { type: 'string' },
            }),
          },
          '/ping': { post: operation('pingService', 'application/json', {}) },
          '/away': { post: operation('moveMail', 'application/json', {}) },
        },
      },
    },
  })
  expect(report.warnings).toEqual([])
  expect(report.notes).toContainEqual(expect.stringContaining('"key" (body)'))
  const { auth_config } = await service.client.authConfigs.create({
    body: { toolkit: { slug: 'mail' } },
  })
  const account = await service.client.connectedAccounts.create({
    body: {
      auth_config: { id: auth_config.id },
      connection: {
        user_id: 'ada',
        state: { authScheme: 'API_KEY', val: { generic_api_key: secret } },
      },
    },
  })
  const execute = (tool_slug: string, args: Record<string, unknown> = {}) =>
    service.client.tools.execute({
      params: { tool_slug },
      body: { user_id: 'ada', arguments: args },
    })

  const sent = await execute('MAIL_SEND_MAIL', { to: 'bob' })
  expect(sent).toMatchObject({ successful: true })
  expect(JSON.stringify(sent.data)).not.toContain(secret)
  await execute('MAIL_SEND_FORM', { to: 'b&b' })
  await execute('MAIL_PING_SERVICE')
  expect(upstream.received.map(({ body }) => body)).toEqual([
    JSON.stringify({ to: 'bob', key: secret }),
    `to=b%26b&key=${secret}`,
    JSON.stringify({ key: secret }),
  ])
  expect(await execute('MAIL_SEND_MAIL', { to: 'bob', key: 'invented' })).toMatchObject({
    successful: false,
    error: expect.stringContaining('key'),
  })

  // A redirect that keeps the body would hand the key to another host.
  expect(await execute('MAIL_MOVE_MAIL')).toMatchObject({
    successful: false,
    error: expect.stringContaining('redirects to another host'),
  })
  expect(elsewhere.received).toEqual([])

  const proxied = await service.client.tools.proxy({
    body: {
      connected_account_id: account.id,
      endpoint: '/send',
      method: 'POST',
      body: { to: 'eve' },
    },
  })
  expect(proxied.status).toBe(200)
  expect(upstream.received.at(-1)?.body).toBe(JSON.stringify({ to: 'eve', key: secret }))
  await service.close()
})
