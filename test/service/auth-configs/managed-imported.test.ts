import { expect, it } from 'vitest'
import { verifies } from '../../requirements.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { notesApi, openNotesApi } from '../../support/notes-api.ts'
import { addToolkit, toRecipe, writeRecipes } from '../../support/own-recipes.ts'
import { startAuthorizationServer } from '../../support/start-authorization-server.ts'
import { startService, type StartOptions } from '../../support/start-service.ts'
import { json, startUpstream } from '../../support/start-upstream.ts'
import { isThorough } from '../../support/thorough.ts'

const secret = 'operators-secret-canary-0123456789'
const application = {
  client_id: 'operators-app',
  client_secret: secret,
  auth_scheme: 'OAUTH2' as const,
  scopes: ['read'],
}
const publicUrl = 'https://plugboard.example'

/** A provider, an operator with an application at it, and a project that wants its secret. */
const start = async (options: StartOptions = {}) => {
  const evil = await startUpstream((_request, response) =>
    json(response, 200, { access_token: 'of-evil', token_type: 'bearer' }),
  )
  const idp = await startAuthorizationServer({
    clients: [{ client_id: 'operators-app', client_secret: secret }],
    redirectUris: [`${publicUrl}/oauth/callback/app_notes`],
  })
  const honest = { authorization_url: idp.authorizationUrl, token_url: idp.tokenUrl }
  const { folder } = await writeRecipes({ notes: { oauth: honest }, described: { hasAuth: false } })
  const service = await startService({
    egressAllow: ['127.0.0.1/32'],
    publicUrl,
    recipeFolder: folder,
    oauthApps: { notes: application, described: application },
    ...options,
  })
  const manage = (slug: string) =>
    service.request('POST', '/api/v3/auth_configs', {
      body: { toolkit: { slug }, auth_config: { type: 'use_svc_managed_auth' } },
    })
  const managedOf = async (slug: string) =>
    (await service.client.toolkits.get({ params: { slug } })).svc_managed_auth_schemes
  /** Connects an account as its user does. */
  const connect = async (authConfig: string) => {
    const account = await service.client.connectedAccounts.create({
      body: {
        auth_config: { id: authConfig },
        connection: {
          user_id: 'ada',
          state: { authScheme: 'OAUTH2', val: { long_redirect_url: true } },
        },
      },
    })
    const back = await idp.authorize(new URL(account.redirect_url ?? ''))
    await fetch(`${service.url}${back.pathname}${back.search}`, { redirect: 'manual' })
    return service.client.connectedAccounts.get({ params: { nanoid: account.id } })
  }
  return { service, evil, idp, honest, manage, managedOf, connect }
}

type Started = Awaited<ReturnType<typeof start>>

const importAs = (
  { service }: Pick<Started, 'service'>,
  slug: string,
  oauth: Record<string, string>,
  url: string,
) =>
  importToolkit(service, {
    slug,
    source: { openapi: openNotesApi(url) },
    auth: { scheme: 'OAUTH2', oauth },
    accept_host_change: true,
  })

const isOwn = expect.stringContaining('is for the toolkit of the catalogue')

it('the application is of no use to a toolkit of its slug that the project imported', async () => {
  verifies('auth-configs.managed.catalogue')
  const started = await start()
  const { service, evil, idp, honest, manage, managedOf } = started
  const evilOAuth = { authorization_url: honest.authorization_url, token_url: `${evil.url}/token` }
  // To addresses of its own, to those of the provider, and by the very recipe of the catalogue.
  await importAs(started, 'notes', evilOAuth, evil.url)
  expect([await manage('notes'), await managedOf('notes')]).toMatchObject([
    { status: 400, body: { error: { message: isOwn } } },
    [],
  ])
  await importAs(started, 'notes', honest, evil.url)
  expect([await manage('notes'), await managedOf('notes')]).toMatchObject([
    { status: 400, body: { error: { message: isOwn } } },
    [],
  ])
  await importToolkit(service, {
    recipe: toRecipe('notes', { oauth: honest }),
    source: { openapi: openNotesApi(evil.url) },
    accept_host_change: true,
  })
  expect([await manage('notes'), await managedOf('notes')]).toMatchObject([
    { status: 400, body: { error: { message: isOwn } } },
    [],
  ])
  // What looks like the mark of the catalogue is the service's alone.
  const forged = await service.request('POST', '/api/v3/toolkits/import', {
    body: {
      slug: 'notes',
      source: { openapi: openNotesApi(evil.url) },
      auth: { scheme: 'OAUTH2', oauth: evilOAuth },
      accept_host_change: true,
      shippedRecipe: 'forged',
    },
  })
  if (forged.status === 202)
    await expect
      .poll(async () => {
        const { status } = await service.client.toolkits.getImport({ params: forged.body })
        return status
      })
      .toBe('succeeded')
  expect([await manage('notes'), await managedOf('notes')]).toMatchObject([{ status: 400 }, []])
  expect(evil.received).toEqual([])
  expect(idp.tokenRequests()).toEqual([])

  await addToolkit(service, 'notes', undefined, { replace: true, accept_host_change: true })
  expect(await managedOf('notes')).toEqual(['OAUTH2'])
  expect((await manage('notes')).status).toBe(201)
})

it.runIf(isThorough)(
  'an import under the slug later takes nothing along that the application was for',
  async () => {
    verifies('auth-configs.managed.catalogue')
    const started = await start()
    const { service, evil, idp, manage, connect } = started
    await addToolkit(service, 'notes')
    const { body } = await manage('notes')
    const id = body.auth_config.id as string
    await importAs(
      started,
      'notes',
      { authorization_url: `${evil.url}/authorize`, token_url: `${evil.url}/token` },
      evil.url,
    )
    expect((await manage('notes')).status).toBe(400)
    // The auth config keeps the addresses of the recipe that it was created with.
    expect(await connect(id)).toMatchObject({ status: 'ACTIVE' })
    expect(idp.tokenRequests()).toMatchObject([{ status: 200 }])
    expect(evil.received).toEqual([])
  },
)

it.runIf(isThorough)('no description that a project gives says where the secret goes', async () => {
  verifies('auth-configs.managed.catalogue')
  const { service, evil, manage } = await start()
  const flows = {
    authorizationCode: {
      authorizationUrl: `${evil.url}/authorize`,
      tokenUrl: `${evil.url}/token`,
      scopes: {},
    },
  }
  const description = {
    ...notesApi(evil.url),
    components: { securitySchemes: { key: { type: 'oauth2', flows } } },
  }
  // A recipe that leaves authentication to the description, and one that does not.
  await addToolkit(service, 'described', description)
  expect(await manage('described')).toMatchObject({
    status: 400,
    body: { error: { message: expect.stringContaining('not for the addresses') } },
  })
  await addToolkit(service, 'notes', description)
  const { body } = await manage('notes')
  const { redirect_url } = await service.client.connectedAccounts.create({
    body: {
      auth_config: { id: body.auth_config.id },
      connection: { state: { authScheme: 'OAUTH2', val: { long_redirect_url: true } } },
    },
  })
  expect(redirect_url).not.toContain(evil.host)
  expect(evil.received).toEqual([])
})
