import { generateKeyPairSync } from 'node:crypto'
import { decodeJwt, decodeProtectedHeader, exportJWK } from 'jose'
import { describe, expect, it, onTestFinished } from 'vitest'
import { dcrOauth } from '../../../src/service/auth-schemes/dcr-oauth.ts'
import { oauth2 } from '../../../src/service/auth-schemes/oauth2.ts'
import type { Authorization } from '../../../src/service/auth-schemes/scheme.ts'
import { createOutbound, sendFor } from '../../../src/service/platform/outbound/index.ts'
import { verifies } from '../../requirements.ts'
import { grantContext } from '../../support/grant-context.ts'
import {
  startAuthorizationServer,
  type AuthorizationServer,
  type RegisteredClient,
} from '../../support/start-authorization-server.ts'
import { json, startUpstream } from '../../support/start-upstream.ts'
import { callbackUrl, connect, grantFailure, state } from './oauth-connection.ts'

const flow = oauth2.authorization as Authorization
const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const private_key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
const secretive = { client_id: 'app', client_secret: 'secret-of-the-app' }

const byKey = async (): Promise<RegisteredClient> => ({
  client_id: 'by-key',
  token_endpoint_auth_method: 'private_key_jwt',
  jwks: { keys: [{ ...(await exportJWK(publicKey)), kid: 'of-ours', use: 'sig' }] },
})

const contextOf = ({ authorizationUrl, tokenUrl, issuer }: AuthorizationServer, client: object) =>
  grantContext({
    mode: 'OAUTH2',
    client: { scopes: 'read', ...client },
    oauth: { authorizationUrl, tokenUrl, issuer },
  })

describe('a client with a private key', () => {
  it('proves itself by it to this server alone, whenever it is asked', async () => {
    verifies('auth-schemes.oauth2.client-authentication')
    const server = await startAuthorizationServer({
      clients: [await byKey()],
      redirectUris: [callbackUrl],
    })
    const context = contextOf(server, {
      client_id: 'by-key',
      private_key,
      private_key_id: 'of-ours',
    })
    const { granted } = await connect(server, flow, context)
    const renewed = await oauth2.refresh?.({ ...context, values: granted.values })
    expect(renewed?.values['access_token']).toBeTruthy()
    const assertions = server.tokenRequests().map(({ form, headers }) => {
      expect([headers.authorization, form['client_secret'], form['client_assertion_type']]).toEqual(
        [undefined, undefined, 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'],
      )
      return String(form['client_assertion'])
    })
    expect(assertions.map((assertion) => decodeJwt(assertion))).toMatchObject(
      [0, 1].map(() => ({ iss: 'by-key', sub: 'by-key', aud: server.issuer })),
    )
    expect(new Set(assertions.map((assertion) => decodeJwt(assertion).jti)).size).toBe(2)
    expect(decodeProtectedHeader(assertions[0] ?? '')).toMatchObject({
      alg: 'RS256',
      kid: 'of-ours',
    })
    expect(JSON.stringify(server.received)).not.toContain('PRIVATE KEY')
  })

  it.each([
    ['no key', { clientAuthentication: 'private_key_jwt' as const }, {}, 'private_key'],
    ['what is no key', {}, { private_key: 'no key' }, 'must be a private key in PEM'],
  ])('is not begun with where the auth config holds %s', async (_name, oauth, client, problem) => {
    verifies('auth-schemes.oauth2.client-authentication')
    const server = await startAuthorizationServer({ pushed: true })
    const context = grantContext({
      mode: 'OAUTH2',
      client: { client_id: 'by-key', ...client },
      oauth: { issuer: server.issuer, ...oauth },
    })
    expect(await grantFailure(flow.begin(context, { callbackUrl, state }))).toMatchObject({
      kind: 'misconfigured',
      message: expect.stringContaining(problem),
    })
  })
})

describe('an issuer that takes pushed requests', () => {
  it.each<[string, () => Promise<[RegisteredClient, object]>]>([
    ['a secret', async () => [secretive, secretive]],
    ['a private key', async () => [await byKey(), { client_id: 'by-key', private_key }]],
    ['neither', async () => [{ client_id: 'public' }, { client_id: 'public' }]],
  ])(
    'is sent the parameters by us, by a client with %s, and the browser shows none',
    async (_name, prepare) => {
      verifies('auth-schemes.oauth2.pushed')
      const [registered, client] = await prepare()
      const server = await startAuthorizationServer({
        pushed: true,
        clients: [registered],
        redirectUris: [callbackUrl],
      })
      const { url, granted } = await connect(server, flow, contextOf(server, client))
      expect([...url.searchParams.keys()].toSorted()).toEqual(['client_id', 'request_uri'])
      const pushed = server.received.find(({ path }) => path === '/request')
      expect(pushed).toMatchObject({
        status: 201,
        form: { redirect_uri: callbackUrl, state, scope: 'read', code_challenge_method: 'S256' },
      })
      expect(granted.values['access_token']).toBeTruthy()
    },
  )

  it('is sent them by the client that was registered on the way', async () => {
    verifies('auth-schemes.oauth2.pushed', 'auth-schemes.dcr-oauth')
    const server = await startAuthorizationServer({ pushed: true })
    const context = grantContext({
      mode: 'DCR_OAUTH',
      client: { scopes: 'read' },
      oauth: { issuer: server.issuer },
    })
    const { url, granted } = await connect(server, dcrOauth.authorization as Authorization, context)
    expect(url.searchParams.get('request_uri')).toMatch(/^urn:/)
    expect(granted.values['access_token']).toBeTruthy()
  })

  it('and refuses them is not begun with', async () => {
    verifies('auth-schemes.oauth2.pushed')
    const server = await startAuthorizationServer({
      pushed: true,
      clients: [secretive],
      redirectUris: ['https://another.example/'],
    })
    expect(
      await grantFailure(flow.begin(contextOf(server, secretive), { callbackUrl, state })),
    ).toMatchObject({ kind: 'misconfigured', message: expect.stringContaining('redirect_uri') })
  })
})

describe('what the issuer promises', () => {
  it('holds also where the toolkit names all addresses: an answer without iss is refused', async () => {
    verifies('auth-schemes.oauth2.promises')
    const server = await startAuthorizationServer({
      clients: [secretive],
      redirectUris: [callbackUrl],
    })
    const context = contextOf(server, secretive)
    const { url, pending } = await flow.begin(context, { callbackUrl, state })
    const { searchParams: answer } = await server.authorize(url)
    answer.delete('iss')
    expect(
      await grantFailure(flow.complete(context, { callbackUrl, state, pending, answer })),
    ).toMatchObject({ kind: 'denied', message: expect.stringContaining('iss') })
    expect(server.tokenRequests()).toEqual([])
  })

  it('when the user is sent there is what holds: the code goes to no address that it publishes later', async () => {
    verifies('auth-schemes.oauth2.promises')
    let tokens = '/token'
    const server = await startUpstream((request, response) =>
      request.url.startsWith('/.well-known/')
        ? json(response, 200, {
            issuer: server.url,
            authorization_endpoint: `${server.url}/authorize`,
            token_endpoint: server.url + tokens,
          })
        : json(response, 200, { access_token: 'a', token_type: 'bearer' }),
    )
    const context = grantContext({
      mode: 'OAUTH2',
      client: secretive,
      oauth: { issuer: server.url },
    })
    const { pending } = await flow.begin(context, { callbackUrl, state })
    tokens = '/another'
    await flow.complete(context, {
      callbackUrl,
      state,
      pending,
      answer: new URLSearchParams({ code: 'c', state }),
    })
    expect(server.received.at(-1)?.url).toBe('/token')
  })
})

describe('a token address without encryption', () => {
  const exchange = async (url: string, address: string, allow: string[]) => {
    const outbound = createOutbound({
      allow,
      resolve: (_name, _options, callback) => callback(null, [{ address, family: 4 }]),
    })
    onTestFinished(() => outbound.close())
    const oauth = { authorizationUrl: 'https://login.example.com/authorize', tokenUrl: url }
    const context = {
      ...grantContext({ mode: 'OAUTH2', client: secretive, oauth }),
      send: sendFor(outbound, { purpose: 'oauth', projectId: 'pr_test' }),
    }
    const { pending } = await flow.begin(context, { callbackUrl, state })
    const answer = new URLSearchParams({ code: 'c', state })
    return flow.complete(context, { callbackUrl, state, pending, answer })
  }

  it('is refused before anything is sent, by name and by address', async () => {
    verifies('auth-schemes.oauth2.encrypted')
    for (const url of ['http://login.example.com/token', 'http://1.2.3.4/token']) {
      const allow = `oauth@${new URL(url).host}:80`
      expect(
        await grantFailure(exchange(url, '1.2.3.4', ['login.example.com:8080', '10.0.0.0/8'])),
      ).toMatchObject({
        kind: 'misconfigured',
        message: expect.stringMatching(`would expose.*${allow}`),
      })
    }
  })

  it('is asked where the allow list names it', async () => {
    verifies('auth-schemes.oauth2.encrypted')
    const server = await startUpstream((_request, response) =>
      json(response, 200, { access_token: 'a', token_type: 'bearer' }),
    )
    const url = server.url.replace('127.0.0.1', 'login.example.com')
    for (const allow of [new URL(url).host, '127.0.0.0/8'])
      expect((await exchange(`${url}/token`, '127.0.0.1', [allow])).values).toMatchObject({
        access_token: 'a',
      })
    expect(server.received.map((request) => request.url)).toEqual(['/token', '/token'])
  })
})
