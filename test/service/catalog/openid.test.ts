import { expect, it } from 'vitest'
import { verifies } from '../../requirements.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { startAuthorizationServer } from '../../support/start-authorization-server.ts'
import { startService } from '../../support/start-service.ts'

const api = (openIdConnectUrl: string) => ({
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  servers: [{ url: 'https://api.shop.example' }],
  components: { securitySchemes: { login: { type: 'openIdConnect', openIdConnectUrl } } },
  security: [{ login: ['read'] }],
  paths: { '/x': { get: { operationId: 'listX', responses: { 200: { description: 'ok' } } } } },
})

it('an import asks the OpenID provider that a description names', async () => {
  verifies('imports.openid')
  const server = await startAuthorizationServer({ clients: [], redirectUris: [] })
  const service = await startService({ egressAllow: ['127.0.0.1/32'] })
  const { warnings } = await importToolkit(service, {
    slug: 'shop',
    source: { openapi: api(`${server.issuer}/.well-known/openid-configuration`) },
  })
  expect(warnings).toEqual([])
  const { auth_config_details } = await service.client.toolkits.get({ params: { slug: 'shop' } })
  expect(auth_config_details).toMatchObject([
    {
      mode: 'OAUTH2',
      deprecated_auth_provider_details: {
        authorization_url: expect.stringContaining(server.issuer),
        token_url: expect.stringContaining(server.issuer),
      },
    },
  ])
  await service.close()
})

it('an OpenID provider on a private address is not asked', async () => {
  verifies('imports.openid')
  const server = await startAuthorizationServer({ clients: [], redirectUris: [] })
  const service = await startService()
  const { warnings } = await importToolkit(service, {
    slug: 'shop',
    source: { openapi: api(`${server.issuer}/.well-known/openid-configuration`) },
  })
  expect(warnings).toMatchObject([{ code: 'issuer_unreachable' }])
  expect(server.received).toEqual([])
  await service.close()
})
