import type { ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import { oauth2 } from '../../../src/service/auth-schemes/oauth2.ts'
import type {
  AccountValues,
  Authorization,
  GrantContext,
} from '../../../src/service/auth-schemes/scheme.ts'
import type { OAuthDefinition } from '../../../src/service/auth-schemes/index.ts'
import { verifies } from '../../requirements.ts'
import { grantContext } from '../../support/grant-context.ts'
import { json, startUpstream, type Upstream } from '../../support/start-upstream.ts'
import { callbackUrl, grantFailure, state } from './oauth-connection.ts'

const flow = oauth2.authorization as Authorization
const client = { client_id: 'app', client_secret: 'secret-of-the-app' }
const now = new Date('2026-11-21T12:00:00.000Z')

const contextOf = (
  provider: Upstream,
  { values, ...oauth }: OAuthDefinition & { values?: AccountValues } = {},
): GrantContext =>
  grantContext({
    mode: 'OAUTH2',
    client,
    now,
    ...(values && { values }),
    oauth: {
      authorizationUrl: `${provider.url}/authorize`,
      tokenUrl: `${provider.url}/token`,
      ...oauth,
    },
  })

const exchange = async (context: GrantContext) => {
  const { pending } = await flow.begin(context, { callbackUrl, state })
  const answer = new URLSearchParams({ code: 'c', state })
  return flow.complete(context, { callbackUrl, state, pending, answer })
}

/** The form of the last request. */
const sentForm = ({ received }: Upstream): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(received.at(-1)?.body))

const answering = (
  status: number,
  body: string,
  type = 'application/json',
  headers: Record<string, string> = {},
) =>
  startUpstream(
    (_request, response) =>
      void response.writeHead(status, { 'content-type': type, ...headers }).end(body),
  )

describe('a token answer', () => {
  it.each([
    [
      'JSON',
      '{"access_token":"a1","token_type":"bearer","expires_in":"3600","scope":"x y"}',
      'application/json',
      {
        access_token: 'a1',
        token_type: 'bearer',
        scope: 'x y',
        expires_in: 3600,
        expires_at: '2026-11-21T13:00:00.000Z',
      },
    ],
    ['JSON that calls itself text', '{"access_token":"a2"}', 'text/html', { access_token: 'a2' }],
    [
      'a form',
      'access_token=a3&scope=repo%2Cgist&token_type=bearer',
      'application/x-www-form-urlencoded',
      { access_token: 'a3', scope: 'repo,gist', token_type: 'bearer' },
    ],
    [
      'one that ends at a time',
      '{"access_token":"a4","expires_at":"2026-11-21T12:10:00Z","refresh_token":null}',
      'application/json',
      { access_token: 'a4', expires_in: 600, expires_at: '2026-11-21T12:10:00.000Z' },
    ],
    [
      'one that ends at a second since 1970',
      `{"access_token":"a5","expires_at":${now.getTime() / 1000 + 60}}`,
      'application/json',
      { access_token: 'a5', expires_in: 60, expires_at: '2026-11-21T12:01:00.000Z' },
    ],
    [
      'one that never ends',
      '{"access_token":"a6","expires_in":0,"scope":["x","y"]}',
      'application/json',
      { access_token: 'a6', scope: 'x y' },
    ],
    [
      'that of a user inside',
      '{"ok":true,"authed_user":{"id":"U1","access_token":"xoxp","scope":"search","refresh_token":"r","expires_in":60,"token_type":"user"}}',
      'application/json',
      {
        authed_user: {
          id: 'U1',
          access_token: 'xoxp',
          scope: 'search',
          refresh_token: 'r',
          expires_in: 60,
          token_type: 'user',
        },
        access_token: 'xoxp',
        scope: 'search',
        refresh_token: 'r',
        token_type: 'user',
        expires_in: 60,
        expires_at: '2026-11-21T12:01:00.000Z',
      },
    ],
    [
      'one of application and user',
      '{"access_token":"xoxb","authed_user":{"access_token":"xoxp"}}',
      'application/json',
      { access_token: 'xoxb', authed_user: { access_token: 'xoxp' } },
    ],
  ])('may be %s', async (_name, body, type, expected) => {
    verifies('auth-schemes.oauth2.tokens')
    const provider = await answering(200, body, type)
    const granted = await exchange(contextOf(provider))
    const kept = Object.fromEntries(
      Object.entries(granted.values).filter(([, value]) => value !== undefined),
    )
    expect(kept).toEqual(expected)
    expect(granted.expiresAt?.toISOString()).toBe(
      'expires_at' in expected ? expected.expires_at : undefined,
    )
  })

  it('removes the end of the token before', async () => {
    const provider = await answering(200, '{"access_token":"a"}')
    const { values } = await exchange(
      contextOf(provider, { values: { expires_in: 5, expires_at: '2026-01-01T00:00:00Z' } }),
    )
    expect(Object.keys(values)).toEqual(expect.arrayContaining(['expires_in', 'expires_at']))
    expect(JSON.parse(JSON.stringify({ expires_in: 5, ...values }))).toEqual({ access_token: 'a' })
  })

  it('comes to what the toolkit wants to be sent besides', async () => {
    verifies('auth-schemes.oauth2.extra-parameters')
    const provider = await answering(200, '{"access_token":"a"}')
    await exchange(
      contextOf(provider, {
        tokenParameters: { audience: 'api', grant_type: 'password', client_secret: 'x', code: 'y' },
        clientAuthentication: 'body',
      }),
    )
    expect(sentForm(provider)).toEqual({
      audience: 'api',
      grant_type: 'authorization_code',
      code: 'c',
      redirect_uri: callbackUrl,
      code_verifier: expect.stringMatching(/^[\w-]{43}$/),
      client_id: 'app',
      client_secret: 'secret-of-the-app',
    })
  })

  it.each([
    ['https://eu7.instance.example/', 'https://eu7.instance.example'],
    ['eu7', 'eu7'],
    ['acme.instance.example', 'acme.instance.example'],
    [42, '42'],
  ])('is kept in part where it is a place, such as %s', async (value, kept) => {
    verifies('auth-schemes.oauth2.keep')
    const provider = await answering(
      200,
      JSON.stringify({ access_token: 'a', instance_url: value }),
    )
    expect(
      (await exchange(contextOf(provider, { keep: { instance_url: 'base_url', absent: 'other' } })))
        .values,
    ).toMatchObject({ base_url: kept })
  })

  it('is kept in part with all digits of an id of 64 bits', async () => {
    verifies('auth-schemes.oauth2.keep')
    const provider = await answering(200, '{"access_token":"a","page":9007199254740993}')
    const { values } = await exchange(contextOf(provider, { keep: { page: 'page' } }))
    expect(values['page']).toBe('9007199254740993')
  })

  it.each([
    'javascript:alert(1)',
    'https://a@evil.example',
    'evil.example/path',
    'a..b',
    '//evil.example',
    'https://x.example/#f',
    'a\r\nb',
    '.',
    ['a'],
    true,
  ])('is never kept in part where that is %j', async (value) => {
    verifies('auth-schemes.oauth2.keep')
    const provider = await answering(
      200,
      JSON.stringify({ access_token: 'a', instance_url: value }),
    )
    expect(
      await grantFailure(exchange(contextOf(provider, { keep: { instance_url: 'base_url' } }))),
    ).toMatchObject({ kind: 'misconfigured', message: expect.stringContaining('instance_url') })
  })
})

describe('a token endpoint', () => {
  it.each([
    ['HTML', 200, '<html><body>Sign in</body></html>', 'misconfigured', 'contains no token'],
    ['HTML as an error', 400, '<html>bad</html>', 'denied', '(400)'],
    ['nothing', 200, '', 'misconfigured', 'contains no token'],
    ['no token', 200, '{"ok":true}', 'misconfigured', 'contains no token'],
    ['a token that is none', 200, '{"access_token":{"a":1}}', 'misconfigured', 'contains no token'],
    [
      'a token of two lines',
      200,
      '{"access_token":"a\\r\\nx: y"}',
      'misconfigured',
      'cannot be sent',
    ],
    [
      '200 with an error',
      200,
      '{"error":"bad_verification_code","error_description":"The code is incorrect."}',
      'denied',
      'The code is incorrect.',
    ],
    [
      '200 with an error beside a token',
      200,
      '{"error":"invalid_grant","access_token":"a"}',
      'denied',
      'invalid_grant',
    ],
    [
      '200 with an error as a form',
      200,
      'error=incorrect_client_credentials&error_description=no',
      'misconfigured',
      'incorrect_client_credentials',
    ],
    ['401', 401, '{"error":"invalid_client"}', 'misconfigured', 'invalid_client'],
    ['429', 429, '', 'unavailable', '(429)'],
    ['503', 503, '<html>', 'unavailable', '(503)'],
    [
      'its own secret',
      400,
      '{"error":"invalid_request","error_description":"no secret-of-the-app <b>\\u0000\\n here"}',
      'denied',
      'invalid_request, no *** <b>',
    ],
  ])('that answers %s gives no credential', async (_name, status, body, kind, message) => {
    verifies('auth-schemes.oauth2.broken-tokens', 'auth-schemes.oauth2.errors')
    const provider = await answering(status, body, 'text/html')
    const failure = await grantFailure(exchange(contextOf(provider)))
    expect(failure).toMatchObject({ kind, message: expect.stringContaining(message) })
    expect(failure.message).not.toContain('secret-of-the-app')
    expect(failure.message).not.toMatch(/\p{Cc}/u)
  })

  it('that redirects is not followed', async () => {
    verifies('auth-schemes.oauth2.broken-tokens')
    const elsewhere = await answering(200, '{"access_token":"a"}')
    for (const status of [301, 302, 303, 307, 308]) {
      const provider = await answering(status, '', 'text/plain', {
        location: `${elsewhere.url}/token`,
      })
      expect(await grantFailure(exchange(contextOf(provider)))).toMatchObject({
        kind: 'misconfigured',
        message: expect.stringContaining('redirect'),
      })
    }
    expect(elsewhere.received).toEqual([])
  })

  it('that answers 10 MB is not read to its end', async () => {
    verifies('auth-schemes.oauth2.broken-tokens')
    const provider = await answering(
      200,
      `{"access_token":"a","more":"${'x'.repeat(10 * 1024 * 1024)}"}`,
    )
    expect(await grantFailure(exchange(contextOf(provider)))).toMatchObject({
      kind: 'unavailable',
      message: expect.stringContaining('could not be reached'),
    })
  })

  it('that hangs is left after a while', async () => {
    verifies('auth-schemes.oauth2.broken-tokens')
    const hanging: ServerResponse[] = []
    const provider = await startUpstream((_request, response) => void hanging.push(response))
    const context = contextOf(provider)
    const limits: (number | undefined)[] = []
    const impatient: GrantContext['send'] = (request) => {
      limits.push(request.timeoutMs)
      return context.send({ ...request, timeoutMs: 200 })
    }
    expect(await grantFailure(exchange({ ...context, send: impatient }))).toMatchObject({
      kind: 'unavailable',
    })
    expect(limits).toEqual([15_000])
  })

  it('that is not there may be there later', async () => {
    const provider = await answering(200, '')
    await provider.close()
    expect(await grantFailure(exchange(contextOf(provider)))).toMatchObject({ kind: 'unavailable' })
  })
})

describe('a refresh', () => {
  const values = { access_token: 'old-access', refresh_token: 'old-refresh-token' }
  const refresh = (context: GrantContext) => oauth2.refresh?.(context)

  it('goes to the address for it, and keeps the refresh token where none comes back', async () => {
    verifies('auth-schemes.oauth2.refresh')
    const provider = await answering(200, '{"access_token":"new","refresh_token":null}')
    const granted = await refresh(
      contextOf(provider, { values, refreshUrl: `${provider.url}/renew` }),
    )
    expect(granted?.values).not.toHaveProperty('refresh_token')
    expect(granted?.values['access_token']).toBe('new')
    expect(provider.received[0]?.url).toBe('/renew')
    expect(sentForm(provider)).toEqual({
      grant_type: 'refresh_token',
      refresh_token: 'old-refresh-token',
    })
  })

  it.each([
    ['invalid_grant', 400, '{"error":"invalid_grant"}', 'lost'],
    ['a bad refresh token with 200', 200, '{"error":"bad_refresh_token"}', 'lost'],
    ['invalid_grant with 401', 401, '{"error":"invalid_grant"}', 'lost'],
    ['invalid_client', 400, '{"error":"invalid_client"}', 'misconfigured'],
    ['unauthorized_client', 400, '{"error":"unauthorized_client"}', 'misconfigured'],
    ['401', 401, '', 'misconfigured'],
    ['another error', 400, '{"error":"invalid_request"}', 'misconfigured'],
    ['500', 500, '{"error":"invalid_grant"}', 'unavailable'],
    ['HTML', 200, '<html>maintenance</html>', 'unavailable'],
    ['slow_down', 400, '{"error":"slow_down"}', 'unavailable'],
  ])('answered with %s', async (_name, status, body, kind) => {
    verifies('auth-schemes.oauth2.refresh')
    const provider = await answering(status, body)
    const failure = await grantFailure(refresh(contextOf(provider, { values })))
    expect(failure.kind).toBe(kind)
    expect(failure.message).not.toContain('old-refresh-token')
  })

  it('that comes too often says when to come back', async () => {
    verifies('auth-schemes.oauth2.refresh')
    const provider = await answering(429, '', 'text/plain', { 'retry-after': '120' })
    expect(await grantFailure(refresh(contextOf(provider, { values })))).toMatchObject({
      kind: 'unavailable',
      retryAfterMs: 120_000,
    })
  })

  it('without a refresh token needs the user', async () => {
    const provider = await answering(200, '{}')
    expect(
      await grantFailure(refresh(contextOf(provider, { values: { access_token: 'a' } }))),
    ).toMatchObject({ kind: 'lost' })
    expect(provider.received).toEqual([])
  })
})

describe('a revocation', () => {
  const values = { access_token: 'access', refresh_token: 'refresh' }

  it('is not needed where the provider names no address for it', async () => {
    const provider = await answering(200, '')
    await oauth2.revoke?.(contextOf(provider, { values }))
    expect(provider.received).toEqual([])
  })

  it('takes a forgotten token for revoked, and says when it was refused', async () => {
    verifies('auth-schemes.oauth2.revoke')
    const provider = await startUpstream((request, response) =>
      request.body.includes('=access&')
        ? json(response, 400, { error: 'invalid_token' })
        : void response.end(),
    )
    await oauth2.revoke?.(contextOf(provider, { values, revocationUrl: `${provider.url}/revoke` }))
    expect(provider.received.map(({ url }) => url)).toEqual(['/revoke', '/revoke'])

    const refusing = await answering(400, '{"error":"unsupported_token_type"}')
    expect(
      await grantFailure(
        oauth2.revoke?.(contextOf(refusing, { values, revocationUrl: `${refusing.url}/revoke` })),
      ),
    ).toMatchObject({ message: expect.stringContaining('unsupported_token_type') })
  })
})

it("an operator's secret goes to no host that an account chose", async () => {
  verifies('auth-schemes.provider-address')
  const evil = await answering(200, '{"access_token":"a"}')
  const values = { instance: evil.host, refresh_token: 'r' }
  const open = {
    tokenUrl: 'http://{instance}/token',
    refreshUrl: 'http://{instance}/refresh',
    revocationUrl: 'http://{instance}/revoke',
    authorizationUrl: 'https://fixed.example/authorize',
  }
  for (const ask of [exchange, oauth2.refresh, oauth2.revoke]) {
    expect(await grantFailure(ask?.(contextOf(evil, { ...open, values })))).toMatchObject({
      kind: 'misconfigured',
      message: expect.stringContaining('instance'),
    })
  }
  expect(evil.received).toEqual([])
})
