import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { oauth2 } from '../../../src/service/auth-schemes/oauth2.ts'
import type { AccountValues, Authorization } from '../../../src/service/auth-schemes/scheme.ts'
import type { OAuthDefinition } from '../../../src/service/auth-schemes/index.ts'
import { verifies } from '../../requirements.ts'
import { grantContext } from '../../support/grant-context.ts'
import {
  startAuthorizationServer,
  type AuthorizationServer,
  type AuthorizationServerOptions,
} from '../../support/start-authorization-server.ts'
import { callbackUrl, connect, grantFailure, state } from './oauth-connection.ts'

const flow = oauth2.authorization as Authorization
const application = { client_id: 'app-1.test', client_secret: 'secret of the app: +/%' }
const basicHeader = `Basic ${Buffer.from('app-1.test:secret+of+the+app%3A+%2B%2F%25').toString('base64')}`

const start = (options: AuthorizationServerOptions = {}) =>
  startAuthorizationServer({ clients: [application], redirectUris: [callbackUrl], ...options })

const contextOf = (
  server: AuthorizationServer,
  {
    client = application,
    values,
    ...oauth
  }: OAuthDefinition & { client?: AccountValues; values?: AccountValues } = {},
) =>
  grantContext({
    mode: 'OAUTH2',
    client: { scopes: 'read', ...client },
    ...(values && { values }),
    oauth: {
      authorizationUrl: server.authorizationUrl,
      tokenUrl: server.tokenUrl,
      revocationUrl: server.revocationUrl,
      issuer: server.issuer,
      ...oauth,
    },
  })

describe('an authorization', () => {
  it('brings a token by way of the user, with a code challenge', async () => {
    verifies(
      'auth-schemes.oauth2',
      'auth-schemes.oauth2.tokens',
      'auth-schemes.oauth2.client-authentication',
    )
    const server = await start({ accessTokenSeconds: 600 })
    const context = contextOf(server, { client: { ...application, scopes: ['read', 'write'] } })
    const { url, pending, granted } = await connect(server, flow, context)

    const verifier = String(pending['code_verifier'])
    expect(verifier).toMatch(/^[\w-]{43,}$/)
    expect(Object.fromEntries(url.searchParams)).toEqual({
      response_type: 'code',
      client_id: 'app-1.test',
      redirect_uri: callbackUrl,
      state,
      scope: 'read write',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    })
    const [exchange] = server.tokenRequests()
    expect(exchange).toMatchObject({
      form: {
        grant_type: 'authorization_code',
        code_verifier: verifier,
        redirect_uri: callbackUrl,
      },
      headers: { authorization: basicHeader },
    })
    expect(granted.values).toEqual({
      access_token: expect.stringMatching(/.{20}/),
      refresh_token: expect.stringMatching(/.{20}/),
      token_type: 'Bearer',
      scope: 'read write',
      expires_in: 600,
      expires_at: new Date(context.now.getTime() + 600_000).toISOString(),
    })
    expect(granted.expiresAt).toEqual(new Date(context.now.getTime() + 600_000))
    const sent = oauth2.apply(
      context.definition,
      granted.values,
      { method: 'GET', url: 'https://api.example/me', headers: {} },
      {},
    )
    expect(sent.headers).toEqual({
      authorization: `Bearer ${String(granted.values['access_token'])}`,
    })
  })

  it('of an OpenID provider keeps the id_token, without a nonce', async () => {
    verifies('auth-schemes.oauth2.tokens')
    const server = await start()
    const { granted } = await connect(
      server,
      flow,
      contextOf(server, { client: { ...application, scopes: 'openid, read' } }),
    )
    expect(granted.values['id_token']).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
  })

  it.each([
    [
      'in the body',
      {
        client: { client_id: 'body', client_secret: 'secret-in-body' },
        method: 'client_secret_post',
        oauth: { clientAuthentication: 'body' as const },
        form: { client_id: 'body', client_secret: 'secret-in-body' },
      },
    ],
    [
      'not at all',
      { client: { client_id: 'public' }, method: 'none', oauth: {}, form: { client_id: 'public' } },
    ],
  ])('proves the client %s', async (_name, { client, method, oauth, form }) => {
    verifies('auth-schemes.oauth2.client-authentication')
    const server = await start({
      clients: [
        {
          ...client,
          token_endpoint_auth_method: method,
          grant_types: ['authorization_code', 'refresh_token'],
        },
      ],
    })
    const { granted } = await connect(server, flow, contextOf(server, { client, ...oauth }))
    const [exchange] = server.tokenRequests()
    expect(exchange?.form).toMatchObject(form)
    expect(exchange?.headers['authorization']).toBeUndefined()
    expect(granted.values['access_token']).toBeDefined()
  })

  it('finds the addresses that its issuer publishes', async () => {
    verifies('auth-schemes.oauth2')
    const server = await start()
    const context = grantContext({
      mode: 'OAUTH2',
      client: { ...application, scopes: 'read' },
      oauth: { issuer: server.issuer },
    })
    const { granted } = await connect(server, flow, context)
    expect(granted.values['access_token']).toBeDefined()
    expect(server.received.map(({ path }) => path)).toContain(
      '/.well-known/oauth-authorization-server',
    )
  })

  it('asks in the way of its provider, whose wishes never replace the protocol', async () => {
    verifies('auth-schemes.oauth2.scopes', 'auth-schemes.oauth2.extra-parameters')
    const context = grantContext({
      mode: 'OAUTH2',
      client: { ...application, scopes: ['chat:write', 'files:read'], user_scopes: 'search:read' },
      values: { shop: 'amber' },
      oauth: {
        authorizationUrl: 'https://{shop}.provider.example/authorize?kind=app&state=fixed',
        tokenUrl: 'https://{shop}.provider.example/token',
        scopeSeparator: ',',
        userScopeParameter: 'user_scope',
        pkce: false,
        authorizationParameters: {
          access_type: 'offline',
          client_id: 'another',
          redirect_uri: 'https://evil.example',
          state: 'guessed',
        },
      },
    })
    const { url, pending } = await flow.begin(context, { callbackUrl, state })
    expect(url).toMatch(/^https:\/\/amber\.provider\.example\/authorize\?/)
    expect([...new URL(url).searchParams].toSorted()).toEqual([
      ['access_type', 'offline'],
      ['client_id', 'app-1.test'],
      ['kind', 'app'],
      ['redirect_uri', callbackUrl],
      ['response_type', 'code'],
      ['scope', 'chat:write,files:read'],
      ['state', state],
      ['user_scope', 'search:read'],
    ])
    expect(Object.keys(pending)).toEqual(['server'])
  })

  it('without an application in the auth config is for the operator to mend', async () => {
    const server = await start()
    expect(
      await grantFailure(flow.begin(contextOf(server, { client: {} }), { callbackUrl, state })),
    ).toMatchObject({ kind: 'misconfigured', message: expect.stringContaining('client_id') })
  })

  it('needs nothing but the fields of the toolkit, and an import of a credential needs the token', () => {
    verifies('auth-schemes.oauth2.import')
    const field = {
      name: 'shop',
      displayName: 'Shop',
      description: '',
      type: 'string',
      required: true,
      default: null,
      isSecret: false,
      userVisible: true,
    }
    const definition = {
      mode: 'OAUTH2' as const,
      name: '',
      authConfigFields: [],
      accountFields: [field],
    }
    expect(oauth2.check(definition, {})).toEqual(['shop is required'])
    expect(oauth2.check(definition, { shop: 'amber' })).toEqual([])
    expect(oauth2.check(definition, { shop: 'amber', status: 'ACTIVE' })).toEqual([
      'access_token is required',
    ])
    expect(oauth2.check(definition, { shop: 'amber', refresh_token: 'r' })).toEqual([
      'access_token is required',
    ])
    expect(oauth2.check(definition, { shop: 'amber', access_token: 'a' })).toEqual([])
    expect(oauth2.check(definition, { shop: 'amber', access_token: 'a\r\nx: y' })).toEqual([
      expect.stringContaining('access_token'),
    ])
  })
})

describe('an answer that came back with the user', () => {
  it('is good for one exchange', async () => {
    verifies('auth-schemes.oauth2.answer')
    const server = await start()
    const context = contextOf(server)
    const { answer, pending } = await connect(server, flow, context)
    const again = await grantFailure(
      flow.complete(context, { callbackUrl, state, pending, answer }),
    )
    expect(again).toMatchObject({
      kind: 'denied',
      message: expect.stringContaining('invalid_grant'),
    })
    expect(server.tokenRequests().map(({ status }) => status)).toEqual([200, 400])
  })

  it('is good with the code verifier of its own attempt alone', async () => {
    verifies('auth-schemes.oauth2')
    const server = await start()
    const context = contextOf(server)
    const { url } = await flow.begin(context, { callbackUrl, state })
    const { pending: foreign } = await flow.begin(context, { callbackUrl, state })
    const { searchParams: answer } = await server.authorize(url)
    expect(
      await grantFailure(flow.complete(context, { callbackUrl, state, pending: foreign, answer })),
    ).toMatchObject({ kind: 'denied' })
  })

  it('may be a no', async () => {
    verifies('auth-schemes.oauth2.answer', 'auth-schemes.oauth2.errors')
    const server = await start()
    const context = contextOf(server)
    const { url, pending } = await flow.begin(context, { callbackUrl, state })
    const { searchParams: answer } = await server.authorize(url, { deny: true })
    expect(
      await grantFailure(flow.complete(context, { callbackUrl, state, pending, answer })),
    ).toMatchObject({
      kind: 'denied',
      message: 'Access was denied at the provider: "End-User aborted interaction (access_denied)"',
    })
    expect(server.tokenRequests()).toEqual([])
  })

  it.each([
    [
      'of another issuer',
      (answer: URLSearchParams) => answer.set('iss', 'https://attacker.example'),
      'iss',
    ],
    [
      'of another state',
      (answer: URLSearchParams) => answer.set('state', 'a-state-of-somebody'),
      'state',
    ],
    ['without state', (answer: URLSearchParams) => answer.delete('state'), 'state'],
    [
      'with two codes',
      (answer: URLSearchParams) => answer.append('code', 'another'),
      'code more than once',
    ],
    [
      'with two issuers',
      (answer: URLSearchParams) => answer.append('iss', 'https://attacker.example'),
      'iss more than once',
    ],
    [
      'with another parameter twice',
      (answer: URLSearchParams) => {
        answer.append('x', '1')
        answer.append('x', '1')
      },
      'x more than once',
    ],
    ['without a code', (answer: URLSearchParams) => answer.delete('code'), 'no code'],
    ['in another form', (answer: URLSearchParams) => answer.set('response', 'a.b.c'), 'response'],
    [
      'with a token from the front channel',
      (answer: URLSearchParams) => answer.set('id_token', 'a.b.c'),
      'implicit',
    ],
  ])('%s is refused, and its code stays unused', async (_name, tamper, reason) => {
    verifies('auth-schemes.oauth2.answer')
    const server = await start()
    const context = contextOf(server)
    const { url, pending } = await flow.begin(context, { callbackUrl, state })
    const { searchParams: answer } = await server.authorize(url)
    tamper(answer)
    expect(
      await grantFailure(flow.complete(context, { callbackUrl, state, pending, answer })),
    ).toMatchObject({ kind: 'denied', message: expect.stringContaining(reason) })
    expect(server.tokenRequests()).toEqual([])
  })

  it('of an unnamed issuer is taken from the origin that the user was sent to alone', async () => {
    verifies('auth-schemes.oauth2.answer')
    const server = await start()
    const named = contextOf(server)
    const { issuer: _issuer, ...oauth } = named.definition.oauth ?? {}
    const unnamed = { ...named, definition: { ...named.definition, oauth } }
    const { granted } = await connect(server, flow, unnamed)
    expect(granted.values['access_token']).toBeDefined()

    const { url, pending } = await flow.begin(unnamed, { callbackUrl, state })
    const { searchParams: answer } = await server.authorize(url)
    answer.set('iss', 'https://attacker.example')
    expect(
      await grantFailure(flow.complete(unnamed, { callbackUrl, state, pending, answer })),
    ).toMatchObject({ kind: 'denied' })
  })

  it.each([
    ['access_denied', 'denied'],
    ['server_error', 'unavailable'],
    ['temporarily_unavailable', 'unavailable'],
    ['invalid_scope', 'misconfigured'],
    ['<b>odd</b>', 'denied'],
  ])('with the error %s says so in one plain line', async (error, kind) => {
    verifies('auth-schemes.oauth2.errors')
    const server = await start()
    const context = contextOf(server)
    const answer = new URLSearchParams({
      state,
      iss: server.issuer,
      error,
      error_description: `<script>alert(1)</script>\r\n\u0000\u202Eno\u2028${'x'.repeat(5000)}`,
    })
    const { pending } = await flow.begin(context, { callbackUrl, state })
    const failure = await grantFailure(
      flow.complete(context, { callbackUrl, state, pending, answer }),
    )
    expect(failure.kind).toBe(kind)
    expect(failure.message).toContain('<script>alert(1)</script> no xxx')
    expect(failure.message).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}]/u)
    expect(failure.message.length).toBeLessThan(500)
  })
})

describe('a refresh', () => {
  it('replaces both tokens, and a reused refresh token ends the grant', async () => {
    verifies('auth-schemes.oauth2.refresh')
    const server = await start()
    const { granted: first } = await connect(server, flow, contextOf(server))
    expect(oauth2.canRefresh?.(first.values)).toBe(true)
    expect(oauth2.canRefresh?.({ access_token: 'a' })).toBe(false)

    const second = await oauth2.refresh?.(contextOf(server, { values: first.values }))
    expect(second?.values['access_token']).not.toBe(first.values['access_token'])
    expect(second?.values['refresh_token']).not.toBe(first.values['refresh_token'])
    expect(server.tokenRequests()[1]).toMatchObject({
      form: { grant_type: 'refresh_token', refresh_token: first.values['refresh_token'] },
      headers: { authorization: basicHeader },
    })

    expect(
      await grantFailure(oauth2.refresh?.(contextOf(server, { values: first.values }))),
    ).toMatchObject({ kind: 'lost' })
    expect(
      await grantFailure(oauth2.refresh?.(contextOf(server, { values: second?.values ?? {} }))),
    ).toMatchObject({ kind: 'lost' })
  })

  it('by an application that the provider does not accept is for the operator to mend', async () => {
    verifies('auth-schemes.oauth2.refresh')
    const server = await start()
    const { granted } = await connect(server, flow, contextOf(server))
    const failure = await grantFailure(
      oauth2.refresh?.(
        contextOf(server, {
          client: { ...application, client_secret: 'a wrong secret' },
          values: granted.values,
        }),
      ),
    )
    expect(failure.kind).toBe('misconfigured')
    expect(failure.message).toContain('invalid_client')
    expect(failure.message).not.toContain('a wrong secret')
  })
})

it('a revocation is told of both tokens', async () => {
  verifies('auth-schemes.oauth2.revoke')
  const server = await start()
  const { granted } = await connect(server, flow, contextOf(server))
  await oauth2.revoke?.(contextOf(server, { values: granted.values }))
  expect(
    server.received
      .filter(({ path }) => path === '/token/revocation')
      .map(({ form, status }) => [form['token'], form['token_type_hint'], status]),
  ).toEqual([
    [granted.values['refresh_token'], 'refresh_token', 200],
    [granted.values['access_token'], 'access_token', 200],
  ])
  expect(
    await grantFailure(oauth2.refresh?.(contextOf(server, { values: granted.values }))),
  ).toMatchObject({ kind: 'lost' })
})
