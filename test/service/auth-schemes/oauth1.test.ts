import { describe, expect, it, onTestFinished } from 'vitest'
import { createOAuth1 } from '../../../src/service/auth-schemes/oauth1.ts'
import {
  signatureBaseString,
  parseParameters,
  signText,
} from '../../../src/service/auth-schemes/oauth1/signature.ts'
import type {
  AccountValues,
  Authorization,
  GrantContext,
} from '../../../src/service/auth-schemes/scheme.ts'
import type { OAuthDefinition } from '../../../src/service/auth-schemes/index.ts'
import { createOutbound, sendFor } from '../../../src/service/platform/outbound/index.ts'
import { verifies } from '../../requirements.ts'
import { startOAuth1Server, type OAuth1Server } from '../../support/start-oauth1-server.ts'
import { startUpstream } from '../../support/start-upstream.ts'

const scheme = createOAuth1()
const { begin, complete } = scheme.authorization as Authorization
const callbackUrl = 'https://plugboard.example/oauth/callback'

const contextFor = (
  oauth: OAuthDefinition,
  { client = {}, values = {} }: { client?: AccountValues; values?: AccountValues } = {},
): GrantContext => {
  const outbound = createOutbound({ allow: ['127.0.0.1/32'] })
  onTestFinished(() => outbound.close())
  return {
    definition: { mode: 'OAUTH1', name: 'OAuth 1', authConfigFields: [], accountFields: [], oauth },
    client,
    values,
    send: sendFor(outbound, { purpose: 'oauth', projectId: 'pr_test' }),
    now: new Date(),
  }
}

const contextOf = (
  { requestTokenUrl, authorizationUrl, tokenUrl, consumer }: OAuth1Server,
  oauth: OAuthDefinition = {},
): GrantContext =>
  contextFor(
    { requestTokenUrl, authorizationUrl, tokenUrl, ...oauth },
    { client: { client_id: consumer.key, client_secret: consumer.secret } },
  )

const connect = async (server: OAuth1Server, context = contextOf(server)) => {
  const { url, pending } = await begin(context, { callbackUrl, state: 'st 1' })
  const answer = new URL(await server.authorize(url)).searchParams
  return complete(context, { callbackUrl, state: 'st 1', pending, answer })
}

describe('the signature of OAuth 1', () => {
  it('is made over what RFC 5849 section 3.4.1.1 shows', () => {
    verifies('auth-schemes.oauth1.signature')
    const protocol = {
      oauth_consumer_key: '9djdj82h48djs9d2',
      oauth_token: 'kkk9d7dh3k39sjv7',
      oauth_signature_method: 'HMAC-SHA1',
      oauth_timestamp: '137131201',
      oauth_nonce: '7d8f3e4a',
    }
    expect(
      signatureBaseString(
        'post',
        'http://EXAMPLE.COM:80/request?b5=%3D%253D&a3=a&c%40=&a2=r%20b',
        protocol,
        parseParameters('c2&a3=2+q'),
      ),
    ).toBe(
      'POST&http%3A%2F%2Fexample.com%2Frequest&a2%3Dr%2520b%26a3%3D2%2520q%26a3%3Da%26b5%3D%253D%25253D%26c%2540%3D%26c2%3D%26oauth_consumer_key%3D9djdj82h48djs9d2%26oauth_nonce%3D7d8f3e4a%26oauth_signature_method%3DHMAC-SHA1%26oauth_timestamp%3D137131201%26oauth_token%3Dkkk9d7dh3k39sjv7',
    )
  })

  it.each([
    [
      '74KNZJeDHnMBp0EMJ9ZHt/XKycU=',
      'POST',
      'https://photos.example.net/initiate',
      {},
      {
        oauth_timestamp: '137131200',
        oauth_nonce: 'wIjqoS',
        oauth_callback: 'http://printer.example.com/ready',
      },
    ],
    [
      'gKgrFCywp7rO0OXSjdot/IHF7IU=',
      'POST',
      'https://photos.example.net/token',
      { tokenSecret: 'hdhd0244k9j7ao03' },
      {
        oauth_token: 'hh5s93j4hdidpola',
        oauth_timestamp: '137131201',
        oauth_nonce: 'walatlh',
        oauth_verifier: 'hfdp7dh39dks9884',
      },
    ],
    [
      'MdpQcU8iPSUjWoN/UDMsK2sui9I=',
      'GET',
      'http://photos.example.net/photos?file=vacation.jpg&size=original',
      { tokenSecret: 'pfkkdhi9sl3r4s00' },
      { oauth_token: 'nnch734d00sl2jdk', oauth_timestamp: '137131202', oauth_nonce: 'chapoH' },
    ],
  ])('is %s as in RFC 5849 section 1.2', (signature, method, url, secrets, protocol) => {
    verifies('auth-schemes.oauth1.signature')
    const text = signatureBaseString(method, url, {
      oauth_consumer_key: 'dpf43f3p2l4k3l03',
      oauth_signature_method: 'HMAC-SHA1',
      ...protocol,
    })
    expect(signText({ consumerSecret: 'kd94hf93k423kf44', ...secrets }, text)).toBe(signature)
  })

  it('keeps bytes that are no UTF-8, and parameters that stand twice', () => {
    expect(signatureBaseString('GET', 'http://a.example/?n=%e9&n=%E8&m=%7e', {})).toBe(
      'GET&http%3A%2F%2Fa.example%2F&m%3D~%26n%3D%25E8%26n%3D%25E9',
    )
  })
})

describe('connecting with OAuth 1', () => {
  it('takes three signed legs', async () => {
    verifies('auth-schemes.oauth1')
    const server = await startOAuth1Server()
    const context = contextOf(server, {
      tokenParameters: { x_scope: 'a b&c' },
      authorizationParameters: { name: 'Plugboard' },
    })
    const { url, pending } = await begin(context, { callbackUrl, state: 'st 1' })

    expect(server.received[0]).toMatchObject({
      method: 'POST',
      url: '/request-token',
      body: 'x_scope=a+b%26c',
    })
    expect(server.received[0]?.headers.authorization).toContain(
      `oauth_callback="${encodeURIComponent(`${callbackUrl}?state=st+1`)}"`,
    )
    expect(Object.fromEntries(new URL(url).searchParams)).toEqual({
      theme: 'dark',
      name: 'Plugboard',
      oauth_token: pending['oauth_token'],
    })

    const back = new URL(await server.authorize(url))
    expect([back.origin + back.pathname, back.searchParams.get('state')]).toEqual([
      callbackUrl,
      'st 1',
    ])
    const granted = await complete(context, {
      callbackUrl,
      state: 'st 1',
      pending,
      answer: back.searchParams,
    })
    expect(granted).toEqual({
      values: {
        oauth_token: expect.any(String),
        oauth_token_secret: expect.any(String),
        consumer_key: server.consumer.key,
      },
      expiresAt: null,
    })
    expect(granted.values['oauth_token']).not.toBe(pending['oauth_token'])
    expect(scheme.check(context.definition, granted.values)).toEqual([])
  })

  it('keeps what the toolkit names of the answer', async () => {
    const server = await startOAuth1Server()
    expect(
      (
        await connect(
          server,
          contextOf(server, { keep: { user_id: 'account_id', oauth_token: 'oauth_token_secret' } }),
        )
      ).values,
    ).toMatchObject({ account_id: '42', oauth_token_secret: expect.stringContaining('&+ %') })
  })

  it('sends the scopes of the auth config along with the user', async () => {
    const server = await startOAuth1Server()
    const context = contextOf(server, { scopeSeparator: ',' })
    const { url } = await begin(
      { ...context, client: { ...context.client, scopes: ['read', 'write'] } },
      { callbackUrl, state: 's' },
    )
    expect(new URL(url).searchParams.get('scope')).toBe('read,write')
  })

  it.each([
    ['GET', 'plain?b=2&a=1&a=%20x&ä=ö+ü', {}, undefined],
    ['DELETE', "notes/1%2F2/it's(here)*!?q=~", {}, undefined],
    [
      'POST',
      'form?x=1',
      { 'content-type': 'application/x-www-form-urlencoded' },
      'b=%C3%BC+1&a=%7E&a=',
    ],
    [
      'POST',
      'bytes',
      { 'content-type': 'application/x-www-form-urlencoded' },
      new TextEncoder().encode('z=1&y=%2B'),
    ],
    ['PUT', 'json', { 'content-type': 'application/json' }, '{"a":"b=c&d=e"}'],
  ])('signs %s %s', async (method, path, headers, body) => {
    verifies('auth-schemes.oauth1.signature')
    const server = await startOAuth1Server()
    const context = contextOf(server)
    const { values } = await connect(server, context)
    const request = {
      method,
      url: `${server.url}/api/${path}`,
      headers,
      ...(body !== undefined && { body }),
    }
    const applied = scheme.apply(context.definition, values, request, context.client)
    const { status } = await context.send(applied)
    expect([status, request.headers]).toEqual([200, headers])
    expect((await context.send(applied)).status, 'a nonce serves once').toBe(401)
    expect(
      (await context.send(scheme.apply(context.definition, values, request, context.client)))
        .status,
    ).toBe(200)
    expect(
      (
        await context.send(
          scheme.apply(
            context.definition,
            { ...values, oauth_token_secret: 'x' },
            request,
            context.client,
          ),
        )
      ).status,
    ).toBe(401)
  })

  it('signs for an account that brought its own application along', async () => {
    const server = await startOAuth1Server()
    const context = contextOf(server)
    const { values } = await connect(server, context)
    const own = {
      ...values,
      consumer_key: server.consumer.key,
      consumer_secret: server.consumer.secret,
    }
    expect(
      (
        await context.send(
          scheme.apply(
            context.definition,
            own,
            { method: 'GET', url: `${server.url}/api/x`, headers: {} },
            {},
          ),
        )
      ).status,
    ).toBe(200)
  })
})

describe('an OAuth 1 connection is refused', () => {
  const start = async () => {
    const server = await startOAuth1Server()
    const context = contextOf(server)
    const { url, pending } = await begin(context, { callbackUrl, state: 's' })
    return {
      server,
      context,
      url,
      finish: (answer: URLSearchParams) =>
        complete(context, { callbackUrl, state: 's', pending, answer }),
    }
  }

  it('when the user says no', async () => {
    const { server, url, finish } = await start()
    const before = server.received.length
    await expect(
      finish(new URL(await server.authorize(url, { agree: false })).searchParams),
    ).rejects.toMatchObject({ kind: 'denied', message: expect.stringContaining('denied') })
    expect(server.received.slice(before).map((request) => request.url)).not.toContain(
      '/access-token',
    )
  })

  it('when the answer is of another authorization', async () => {
    verifies('auth-schemes.oauth1.answer')
    const { server, context, finish } = await start()
    const other = await begin(context, { callbackUrl, state: 's' })
    await expect(
      finish(new URL(await server.authorize(other.url)).searchParams),
    ).rejects.toMatchObject({
      kind: 'denied',
      message: expect.stringContaining('another authorization'),
    })
    expect(server.received.map((request) => request.url)).not.toContain('/access-token')
  })

  it.each([
    ['has no verifier', (answer: URLSearchParams) => answer.delete('oauth_verifier')],
    [
      'holds oauth_token more than once',
      (answer: URLSearchParams) => answer.append('oauth_token', answer.get('oauth_token') ?? ''),
    ],
    [
      'holds oauth_verifier more than once',
      (answer: URLSearchParams) => answer.append('oauth_verifier', 'x'),
    ],
    ['has another verifier', (answer: URLSearchParams) => answer.set('oauth_verifier', 'x')],
  ])('when the answer %s', async (_name, change) => {
    verifies('auth-schemes.oauth1.answer')
    const { server, url, finish } = await start()
    const answer = new URL(await server.authorize(url)).searchParams
    change(answer)
    await expect(finish(answer)).rejects.toMatchObject({ name: 'GrantError', kind: 'denied' })
  })

  it('when the answer is used twice', async () => {
    const { server, url, finish } = await start()
    const answer = new URL(await server.authorize(url)).searchParams
    await finish(answer)
    await expect(finish(answer)).rejects.toMatchObject({
      kind: 'denied',
      message: expect.stringContaining('401'),
    })
  })

  it('when the provider speaks OAuth 1.0 without a confirmed callback', async () => {
    verifies('auth-schemes.oauth1.answer')
    const server = await startOAuth1Server({ confirmsCallback: false })
    await expect(connect(server)).rejects.toMatchObject({
      kind: 'misconfigured',
      message: expect.stringContaining('OAuth 1.0a'),
    })
  })

  it('when the provider does not know the application, without telling its secret', async () => {
    const server = await startOAuth1Server()
    const context = contextOf(server)
    const failed = begin(
      { ...context, client: { ...context.client, client_secret: 'another-secret' } },
      { callbackUrl, state: 's' },
    )
    await expect(failed).rejects.toMatchObject({
      kind: 'misconfigured',
      message: expect.stringMatching(/consumer key.*401.*signature_invalid/),
    })
    await expect(failed).rejects.not.toMatchObject({
      message: expect.stringContaining('another-secret'),
    })
    await expect(
      begin({ ...context, client: {} }, { callbackUrl, state: 's' }),
    ).rejects.toMatchObject({
      kind: 'misconfigured',
      message: expect.stringContaining('consumer_key'),
    })
  })

  it.each([
    [
      'answers HTML',
      200,
      { 'content-type': 'text/html' },
      '<h1>oauth_token=1&oauth_token_secret=2</h1>',
      'unavailable',
    ],
    ['redirects', 302, { location: 'https://elsewhere.example/' }, '', 'misconfigured'],
    ['is busy', 503, { 'retry-after': '7' }, '', 'unavailable'],
    ['answers more than is read', 200, {}, 'x'.repeat(2 * 1024 * 1024), 'unavailable'],
  ])('when the provider %s', async (_name, status, headers, body, kind) => {
    const upstream = await startUpstream(
      (_request, response) => void response.writeHead(status, headers).end(body),
    )
    const context = contextFor(
      {
        requestTokenUrl: `${upstream.url}/r`,
        authorizationUrl: `${upstream.url}/a`,
        tokenUrl: `${upstream.url}/t`,
      },
      { client: { consumer_key: 'k', consumer_secret: 's' } },
    )
    await expect(begin(context, { callbackUrl, state: 's' })).rejects.toMatchObject({
      name: 'GrantError',
      kind,
      ...(status === 503 && { retryAfterMs: 7000 }),
    })
    expect(upstream.received).toHaveLength(1)
  })
})
