import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifies } from '../../requirements.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { openNotesApi } from '../../support/notes-api.ts'
import { addToolkit, writeRecipes } from '../../support/own-recipes.ts'
import {
  startAuthorizationServer,
  type AuthorizationServer,
} from '../../support/start-authorization-server.ts'
import { startService, type TestService } from '../../support/start-service.ts'

const publicUrl = 'http://plugboard.example'
const application = { client_id: 'app', client_secret: 'secret-of-the-app' }
let service: TestService
let servers: AuthorizationServer[]

beforeAll(async () => {
  servers = await Promise.all(
    ['one', 'two', 'managed'].map(() => startAuthorizationServer({ keep: true })),
  )
  const oauth = {
    authorization_url: servers[2]?.authorizationUrl ?? '',
    token_url: servers[2]?.tokenUrl ?? '',
  }
  const { folder, remove } = await writeRecipes({ managed: { oauth } }, { keep: true })
  service = await startService({
    keep: true,
    recipeFolder: folder,
    publicUrl,
    egressAllow: ['127.0.0.1/32'],
    oauthApps: {
      managed: {
        ...application,
        auth_scheme: 'OAUTH2',
        hosts: [servers[2]?.url ?? ''],
        scopes: ['read'],
      },
    },
  })
  await addToolkit(service, 'managed')
  await remove()
  for (const [index, slug] of ['one', 'two'].entries())
    await importToolkit(service, {
      slug,
      source: { openapi: openNotesApi('http://127.0.0.1:1') },
      auth: {
        scheme: 'OAUTH2',
        oauth: {
          authorization_url: servers[index]?.authorizationUrl ?? '',
          token_url: servers[index]?.tokenUrl ?? '',
        },
      },
    })
})
afterAll(async () => {
  await service.close()
  await Promise.all(servers.map((server) => server.close()))
})

describe('the shared redirect URI', () => {
  it('becomes available once no auth config uses it', async () => {
    verifies('auth-configs.redirect-uri.reserve', 'auth-configs.redirect-uri.shared')
    const { authConfigs } = service.client
    const create = (toolkit: string) =>
      authConfigs.create({
        body: {
          toolkit: { slug: toolkit },
          auth_config: { type: 'use_custom_auth', credentials: application },
        },
      })
    const nanoid = (await create('one')).auth_config.id
    await expect(create('two')).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('shared redirect URI'),
    })

    const { redirect_uri } = await authConfigs.reserveRedirectUri()
    expect(
      await authConfigs.update({ params: { nanoid }, body: { type: 'custom', redirect_uri } }),
    ).toMatchObject({ redirect_uri, redirect_uri_is_shared: false })
    const second = await create('two')
    expect(second.auth_config).toMatchObject({ redirect_uri_is_shared: true })
    await expect(create('one')).rejects.toMatchObject({ status: 400 })

    await authConfigs.delete({ params: { nanoid: second.auth_config.id } })
    expect((await create('one')).auth_config).toMatchObject({ redirect_uri_is_shared: true })
  })
})

describe("an auth config of the operator's application", () => {
  it("accepts the application's redirect URI and no other", async () => {
    verifies('auth-configs.redirect-uri.managed')
    const { authConfigs } = service.client
    const { auth_config } = await authConfigs.create({
      body: { toolkit: { slug: 'managed' }, auth_config: { type: 'use_svc_managed_auth' } },
    })
    const params = { nanoid: auth_config.id }
    const own = `${publicUrl}/oauth/callback/app_managed`
    const { redirect_uri: reserved } = await authConfigs.reserveRedirectUri()
    for (const redirect_uri of [reserved, `${publicUrl}/oauth/callback/app_other`])
      await expect(
        authConfigs.update({ params, body: { type: 'custom', redirect_uri } }),
      ).rejects.toMatchObject({ status: 400 })

    expect(
      await authConfigs.update({ params, body: { type: 'custom', redirect_uri: own } }),
    ).toMatchObject({ redirect_uri: own, redirect_uri_is_shared: false, is_svc_managed: true })
  })
})
