import { generateKeyPairSync } from 'node:crypto'
import { decodeJwt, exportJWK } from 'jose'
import { expect, it } from 'vitest'
import { verifies } from '../../requirements.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { openNotesApi } from '../../support/notes-api.ts'
import {
  startAuthorizationServer,
  type RegisteredClient,
} from '../../support/start-authorization-server.ts'
import { startService } from '../../support/start-service.ts'
import { json, startUpstream } from '../../support/start-upstream.ts'
import { createVisitor } from '../../support/visit-connect-page.ts'

const publicUrl = 'http://plugboard.example'
const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const private_key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
const secretive = { client_id: 'app', client_secret: 'secret-of-the-app' }

const byKey = async (): Promise<RegisteredClient> => ({
  client_id: 'by-key',
  token_endpoint_auth_method: 'private_key_jwt',
  jwks: { keys: [{ ...(await exportJWK(publicKey)), kid: 'of-the-app', use: 'sig' }] },
})
const keyCredentials = { client_id: 'by-key', private_key, private_key_id: 'of-the-app' }

type Way = {
  name: string
  pushed: boolean
  client: () => Promise<RegisteredClient>
  credentials: Record<string, string>
}

const ways: Way[] = [
  { name: 'a private key', pushed: false, client: byKey, credentials: keyCredentials },
  {
    name: 'a secret and pushed requests',
    pushed: true,
    client: async () => secretive,
    credentials: secretive,
  },
  {
    name: 'a private key and pushed requests',
    pushed: true,
    client: byKey,
    credentials: keyCredentials,
  },
]

it.each(ways)(
  'a user connects on the page by an application with $name, and her token is renewed',
  async ({ pushed, client, credentials }) => {
    verifies('auth-schemes.oauth2.client-authentication', 'auth-schemes.oauth2.pushed')
    const api = await startUpstream((request, response) =>
      json(response, 200, { authorization: request.headers.authorization ?? null }),
    )
    const time = { now: Date.now() }
    const service = await startService({
      publicUrl,
      egressAllow: ['127.0.0.1/32'],
      clock: { now: () => new Date(time.now) },
    })
    const { authConfigs, connectedAccounts, tools } = service.client
    const { redirect_uri } = await authConfigs.reserveRedirectUri()
    const server = await startAuthorizationServer({
      pushed,
      clients: [await client()],
      redirectUris: [redirect_uri],
      accessTokenSeconds: 600,
    })
    await importToolkit(service, {
      slug: 'notes',
      source: { openapi: openNotesApi(api.url) },
      auth: { scheme: 'OAUTH2', oauth: { issuer: server.issuer } },
    })
    const { auth_config } = await authConfigs.create({
      body: {
        toolkit: { slug: 'notes' },
        auth_config: {
          type: 'use_custom_auth',
          credentials: { ...credentials, scopes: ['read'] },
          redirect_uri,
        },
      },
    })
    const link = await connectedAccounts.link({
      body: { auth_config_id: auth_config.id, user_id: 'ada' },
    })
    const local = (url: string) => url.replace(publicUrl, service.url)
    const user = createVisitor()
    const { leadsTo } = await user.connect(local(link.redirect_url))
    const shown = new URL(leadsTo ?? '')
    const pushes = server.received.filter(({ path }) => path === '/request')
    if (pushed) {
      expect([...shown.searchParams.keys()].toSorted()).toEqual(['client_id', 'request_uri'])
      expect(pushes).toMatchObject([
        { status: 201, form: { redirect_uri, scope: 'read', code_challenge_method: 'S256' } },
      ])
    } else {
      expect(shown.searchParams.get('redirect_uri')).toBe(redirect_uri)
      expect(pushes).toEqual([])
    }
    const back = await server.authorize(shown)
    expect((await user.visit(local(back.href))).status).toBe(200)

    const nanoid = link.connected_account_id
    expect((await connectedAccounts.get({ params: { nanoid } })).status).toBe('ACTIVE')
    const call = async () =>
      (
        await tools.execute({
          params: { tool_slug: 'NOTES_GET_NOTE' },
          body: { user_id: 'ada', arguments: { id: '1' } },
        })
      ).successful
    expect(await call()).toBe(true)
    time.now += 601_000
    expect(await call()).toBe(true)
    expect(api.received.map(({ headers }) => headers.authorization)).toEqual(
      server
        .tokenRequests()
        .map(({ answer }) => `Bearer ${(answer as { access_token: string }).access_token}`),
    )

    expect(server.tokenRequests().map(({ form, status }) => [form['grant_type'], status])).toEqual([
      ['authorization_code', 200],
      ['refresh_token', 200],
    ])
    const isByKey = 'private_key' in credentials
    for (const { form, headers } of [...pushes, ...server.tokenRequests()])
      if (isByKey) {
        expect([headers.authorization, form['client_secret']]).toEqual([undefined, undefined])
        expect(decodeJwt(String(form['client_assertion']))).toMatchObject({
          iss: 'by-key',
          sub: 'by-key',
          aud: server.issuer,
        })
      } else {
        expect(headers.authorization).toMatch(/^Basic /)
        expect(form).not.toHaveProperty('client_assertion')
      }
    const record = await authConfigs.get({ params: { nanoid: auth_config.id } })
    expect(JSON.stringify([record, server.received, api.received])).not.toContain('PRIVATE KEY')
  },
)
