import { expect, it } from 'vitest'
import { verifies } from '../../requirements.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { startService } from '../../support/start-service.ts'
import { json, startUpstream } from '../../support/start-upstream.ts'

it('a sample of a token in the address gives way to the account’s', async () => {
  verifies('imports.servers')
  const token = '987654:real-Token_of-ada-0123456789'
  const upstream = await startUpstream((request, response) =>
    json(response, 200, { url: request.url }),
  )
  const service = await startService({ egressAllow: [upstream.host] })
  const { warnings } = await importToolkit(service, {
    slug: 'bots',
    source: {
      openapi: {
        openapi: '3.0.3',
        info: { title: 'Bots', version: '1' },
        servers: [{ url: `${upstream.url}/bot123456:ABC-DEF1234ghIkl` }],
        paths: {
          '/me': { get: { operationId: 'getMe', responses: { 200: { description: 'ok' } } } },
        },
      },
    },
  })
  expect(warnings).toEqual([])
  const { auth_config } = await service.client.authConfigs.create({
    body: { toolkit: { slug: 'bots' } },
  })
  await service.client.connectedAccounts.create({
    body: {
      auth_config: { id: auth_config.id },
      connection: { user_id: 'ada', state: { authScheme: 'API_KEY', val: { token } } },
    },
  })
  const { data, log_id } = await service.client.tools.execute({
    params: { tool_slug: 'BOTS_GET_ME' },
    body: { user_id: 'ada' },
  })
  expect(upstream.received.map(({ url }) => url)).toEqual([`/bot${token}/me`])
  expect(data).toEqual({ url: '/bot[redacted]/me' })
  const entry = await service.client.logs.get({ params: { id: String(log_id) } })
  expect(JSON.stringify(entry)).not.toContain(token)
  await service.close()
})
