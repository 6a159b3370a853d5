import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { clientMetadata } from '../../../src/service/auth-schemes/index.ts'
import { verifies } from '../../requirements.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { openNotesApi } from '../../support/notes-api.ts'
import {
  startAuthorizationServer,
  type AuthorizationServer,
} from '../../support/start-authorization-server.ts'
import { startService, type TestService } from '../../support/start-service.ts'
import { json, startUpstream, type Upstream } from '../../support/start-upstream.ts'

type Auth = NonNullable<Parameters<TestService['client']['toolkits']['import']>[0]['body']['auth']>

const publicUrl = 'https://plugboard.example'
const callbackUrl = `${publicUrl}/oauth/callback`
const application = { client_id: 'app', client_secret: 'secret-of-the-app' }
const robot = { client_id: 'robot', client_secret: 'secret-of-the-robot' }

let api: Upstream
let service: TestService
let server: AuthorizationServer

beforeAll(async () => {
  api = await startUpstream((_request, response) => json(response, 200, { noted: true }), {
    keep: true,
  })
  service = await startService({ keep: true, egressAllow: ['127.0.0.1/32'], publicUrl })
})
beforeEach(async () => {
  server = await startAuthorizationServer({
    clients: [
      application,
      { ...robot, redirect_uris: [], response_types: [], grant_types: ['client_credentials'] },
    ],
    redirectUris: [callbackUrl],
  })
})
afterAll(async () => {
  await service.close()
  await api.close()
})

/** An account under an auth config of a new toolkit, as far as it gets without its user. */
const connect = async (
  slug: string,
  auth: Auth,
  {
    credentials = {},
    val = {},
  }: { credentials?: Record<string, unknown>; val?: Record<string, unknown> },
) => {
  await importToolkit(service, { slug, source: { openapi: openNotesApi(api.url) }, auth })
  const { auth_config } = await service.client.authConfigs.create({
    body: { toolkit: { slug }, auth_config: { type: 'use_custom_auth', credentials } },
  })
  const { status, body } = await service.request('POST', '/api/v3/connected_accounts', {
    body: {
      auth_config: { id: auth_config.id },
      connection: {
        user_id: 'ada',
        state: { authScheme: auth_config.auth_scheme, val: { long_redirect_url: true, ...val } },
      },
    },
  })
  expect(status).toBe(201)
  return body as { id: string; status: string; redirect_url: string }
}

/** What the user's browser does: to the provider and back. */
const agree = async (redirectUrl: string, issuer = server): Promise<void> => {
  const back = await issuer.authorize(redirectUrl)
  expect(back.origin + back.pathname).toMatch(
    /^https:\/\/plugboard\.example\/oauth\/callback(\/(as|cd)_[\w-]{43})?$/,
  )
  await fetch(`${service.url}${back.pathname}${back.search}`, { redirect: 'manual' })
}

const call = (slug: string) =>
  service.client.tools.execute({
    params: { tool_slug: `${slug.toUpperCase()}_GET_NOTE` },
    body: { user_id: 'ada', arguments: { id: 'one' } },
  })

/** The access token that the provider gave last. */
const lastToken = (issuer = server): unknown => {
  const answer = issuer.tokenRequests().at(-1)?.answer
  return typeof answer === 'object' && answer !== null && 'access_token' in answer
    ? answer.access_token
    : undefined
}

/** The API is called, and with the token that the provider gave. */
const expectCalled = async (slug: string, issuer = server): Promise<void> => {
  expect(await call(slug)).toMatchObject({ error: null, data: { noted: true } })
  expect(api.received.at(-1)?.headers.authorization).toBe(`Bearer ${String(lastToken(issuer))}`)
}

const addresses = () => ({ authorization_url: server.authorizationUrl, token_url: server.tokenUrl })

describe('an account of a toolkit whose importer described its provider', () => {
  it('is connected with OAUTH2 and calls', async () => {
    verifies('auth-schemes.oauth2', 'imports.auth.oauth')
    const account = await connect(
      'login',
      { scheme: 'OAUTH2', oauth: addresses() },
      { credentials: { ...application, scopes: 'read' } },
    )
    expect(account.status).toBe('INITIATED')
    await agree(account.redirect_url)
    const record = await service.client.connectedAccounts.get({ params: { nanoid: account.id } })
    expect(record.status).toBe('ACTIVE')
    await expectCalled('login')
    expect(JSON.stringify(record)).not.toContain(String(lastToken()))
  })

  it('is connected with S2S_OAUTH2 without its user and calls', async () => {
    verifies('auth-schemes.s2s-oauth2')
    const account = await connect(
      'machine',
      { scheme: 'S2S_OAUTH2', oauth: { token_url: server.tokenUrl } },
      { credentials: { scopes: 'read' }, val: robot },
    )
    expect(account.status).toBe('ACTIVE')
    await expectCalled('machine')
  })

  it('is connected with DCR_OAUTH, by a client that is registered on the way, and calls', async () => {
    verifies('auth-schemes.dcr-oauth')
    const account = await connect(
      'registered',
      { scheme: 'DCR_OAUTH', oauth: { issuer: server.issuer } },
      { credentials: { scopes: ['read'] } },
    )
    await agree(account.redirect_url)
    await expectCalled('registered')
    const { state } = await service.client.connectedAccounts.get({ params: { nanoid: account.id } })
    expect(state.val).toMatchObject({
      client_id: expect.any(String),
      client_secret: expect.stringMatching(/^\*\*\*/),
      client_secret_expires_at: 0,
    })
  })

  it('is connected with DCR_OAUTH by the document that the service serves about itself', async () => {
    verifies('auth-schemes.dcr-oauth.document')
    const documents: Record<string, unknown> = {}
    const issuer = await startAuthorizationServer({ documents })
    const account = await connect(
      'documented',
      { scheme: 'DCR_OAUTH', oauth: { issuer: issuer.issuer } },
      { credentials: { scopes: ['read'] } },
    )
    const { searchParams: asked } = new URL(account.redirect_url)
    const clientId = asked.get('client_id') ?? ''
    const key =
      /^https:\/\/plugboard\.example\/oauth\/client\/(cd_[\w-]{43})\.json$/.exec(clientId)?.[1] ??
      ''
    const served = await fetch(clientId.replace(publicUrl, service.url))
    documents[clientId] = await served.json()
    expect(documents[clientId]).toEqual(clientMetadata(publicUrl, key))
    expect(documents[clientId]).toMatchObject({ redirect_uris: [asked.get('redirect_uri')] })
    await agree(account.redirect_url, issuer)
    await expectCalled('documented', issuer)
    expect(issuer.received.some(({ path }) => path === '/reg')).toBe(false)
  })
})
