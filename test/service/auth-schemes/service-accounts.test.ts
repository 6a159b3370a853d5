import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { decodeProtectedHeader, jwtVerify } from 'jose'
import { describe, expect, it } from 'vitest'
import { googleServiceAccount } from '../../../src/service/auth-schemes/google-service-account.ts'
import type { AccountValues } from '../../../src/service/auth-schemes/scheme.ts'
import { serviceAccount } from '../../../src/service/auth-schemes/service-account.ts'
import { verifies } from '../../requirements.ts'
import { grantContext } from '../../support/grant-context.ts'
import { json, startUpstream } from '../../support/start-upstream.ts'

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const pkcs1 = privateKey.export({ type: 'pkcs1', format: 'pem' }).toString()
const pkcs8 = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
const other = generateKeyPairSync('rsa', { modulusLength: 2048 })
  .privateKey.export({ type: 'pkcs8', format: 'pem' })
  .toString()
const elliptic = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  .privateKey.export({ type: 'pkcs8', format: 'pem' })
  .toString()
const short = generateKeyPairSync('rsa', { modulusLength: 1024 })
  .privateKey.export({ type: 'pkcs8', format: 'pem' })
  .toString()

const now = new Date('2026-11-21T12:00:00.000Z')
const seconds = now.getTime() / 1000
const definition = {
  mode: 'SERVICE_ACCOUNT' as const,
  name: '',
  authConfigFields: [],
  accountFields: [],
}

/** Verifies as the provider does whose clock is `skew` seconds off. */
const verify = (
  token: string,
  options: { issuer: string; audience?: string; maxTokenAge: number },
  skew = 0,
) =>
  jwtVerify(token, createPublicKey(publicKey.export({ type: 'spki', format: 'pem' })), {
    ...options,
    algorithms: ['RS256'],
    currentDate: new Date(now.getTime() + skew * 1000),
  })

describe('SERVICE_ACCOUNT', () => {
  const startProvider = (issuer = '12345', skew = 0) =>
    startUpstream(async (request, response) => {
      const proof = await verify(
        (request.headers.authorization ?? '').replace('Bearer ', ''),
        { issuer, maxTokenAge: 660 },
        skew,
      ).catch((error: Error) => error)
      if (proof instanceof Error)
        return json(response, 401, {
          message: `A JSON web token could not be decoded: ${proof.message}`,
        })
      if (request.url !== '/app/installations/777/access_tokens')
        return json(response, 404, { message: 'Not Found' })
      return json(response, 201, {
        token: 'ghs_installation',
        expires_at: '2026-11-21T13:00:00Z',
        permissions: { issues: 'write' },
      })
    })
  const obtain = (url: string, values: AccountValues, oauth = {}) =>
    serviceAccount.obtain?.(
      grantContext({
        mode: 'SERVICE_ACCOUNT',
        oauth: { tokenUrl: `${url}/app/installations/{installation_id}/access_tokens`, ...oauth },
        values,
        now,
      }),
    )

  it.each([
    ['PKCS#1', pkcs1],
    ['PKCS#8', pkcs8],
    ['base64 of PEM', Buffer.from(pkcs1).toString('base64')],
    ['PEM without its line breaks', pkcs1.replaceAll('\n', '')],
    ['PEM with blanks for its line breaks', pkcs8.replaceAll('\n', ' ')],
    ['PEM in one line with its line breaks written out', pkcs8.replaceAll('\n', String.raw`\n`)],
  ])(
    'exchanges a JWT signed with a key in %s for the token of an installation',
    async (_name, private_key) => {
      verifies('auth-schemes.service-account')
      const provider = await startProvider()
      const values = { application_id: 12_345, installation_id: '777', private_key }
      expect(serviceAccount.check(definition, values)).toEqual([])
      const granted = await obtain(provider.url, values)
      expect(granted).toEqual({
        values: { access_token: 'ghs_installation', expires_at: '2026-11-21T13:00:00.000Z' },
        expiresAt: new Date('2026-11-21T13:00:00Z'),
      })
      expect(provider.received).toMatchObject([
        { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } },
      ])
      const { payload } = await verify(
        (provider.received[0]?.headers.authorization ?? '').slice('Bearer '.length),
        { issuer: '12345', maxTokenAge: 660 },
      )
      expect(payload).toEqual({ iss: '12345', iat: seconds - 60, exp: seconds + 540 })
      expect(
        serviceAccount.apply(
          definition,
          { ...values, ...granted?.values },
          { method: 'GET', url: 'https://x.example/', headers: {} },
          {},
        ).headers,
      ).toEqual({ authorization: 'Bearer ghs_installation' })
    },
  )

  it('bears a provider whose clock is a minute off', async () => {
    for (const skew of [-60, 60]) {
      const provider = await startProvider('12345', skew)
      await expect(
        obtain(provider.url, {
          application_id: '12345',
          installation_id: '777',
          private_key: pkcs8,
        }),
      ).resolves.toBeDefined()
    }
  })

  it('may ask for less than the installation may do, and name its audience', async () => {
    const provider = await startProvider()
    await obtain(
      provider.url,
      { application_id: '12345', installation_id: '777', private_key: pkcs8 },
      {
        tokenParameters: { repositories: 'one' },
        assertion: { audience: 'https://api.example', lifetimeSeconds: 120 },
      },
    )
    expect(provider.received[0]?.body).toBe('{"repositories":"one"}')
    const { payload } = await verify(
      (provider.received[0]?.headers.authorization ?? '').slice('Bearer '.length),
      { issuer: '12345', audience: 'https://api.example', maxTokenAge: 660 },
    )
    expect(payload.exp).toBe(seconds + 60)
  })

  it.each([
    ['another key', { private_key: other }, 'lost', /rejected.*401/],
    ['another application', { application_id: '1' }, 'lost', /401/],
    ['an installation that is gone', { installation_id: '778' }, 'lost', /404\): "Not Found"/],
    [
      'an installation that is no part of a path',
      { installation_id: '777/../../x' },
      'misconfigured',
      /installation_id/,
    ],
    ['no key', { private_key: 'x' }, 'lost', /private_key/],
  ])('fails with %s', async (_name, changes, kind, message) => {
    const provider = await startProvider()
    const values = {
      application_id: '12345',
      installation_id: '777',
      private_key: pkcs8,
      ...changes,
    }
    await expect(obtain(provider.url, values)).rejects.toMatchObject({
      kind,
      message: expect.stringMatching(message),
    })
  })

  it('backs off when a 403 says that it was asked too often', async () => {
    const provider = await startUpstream(
      (_request, response) =>
        void response
          .writeHead(403, { 'x-ratelimit-remaining': '0', 'retry-after': '30' })
          .end('{}'),
    )
    await expect(
      obtain(provider.url, { application_id: '1', installation_id: '7', private_key: pkcs8 }),
    ).rejects.toMatchObject({ kind: 'unavailable', retryAfterMs: 30_000 })
  })

  it('says what is wrong with the values of an account', () => {
    verifies('auth-schemes.service-account')
    const problems = (private_key: string) =>
      serviceAccount.check(definition, { application_id: '1', installation_id: '2', private_key })
    expect(serviceAccount.check(definition, {})).toEqual([
      'application_id is required',
      'installation_id is required',
      'private_key is required',
    ])
    expect(problems('secret text')).toEqual([
      'private_key must be a private key in PEM, without a passphrase',
    ])
    expect(problems(elliptic)).toEqual(['private_key must be an RSA key, not ec'])
    expect(problems(short)).toEqual(['private_key must have at least 2048 bits'])
  })
})

describe('GOOGLE_SERVICE_ACCOUNT', () => {
  const keyFile = (changes: Record<string, unknown> = {}) =>
    JSON.stringify({
      type: 'service_account',
      client_email: 'robot@project.example',
      private_key: pkcs8,
      private_key_id: 'key-1',
      token_uri: 'https://evil.example/token',
      ...changes,
    })
  const startProvider = async () => {
    const provider = await startUpstream(async (request, response) => {
      const form = new URLSearchParams(request.body)
      const proof = await verify(form.get('assertion') ?? '', {
        issuer: 'robot@project.example',
        audience: `${provider.url}/token`,
        maxTokenAge: 3600,
      }).catch((error: Error) => error)
      if (form.get('grant_type') !== 'urn:ietf:params:oauth:grant-type:jwt-bearer')
        return json(response, 400, { error: 'unsupported_grant_type' })
      if (proof instanceof Error)
        return json(response, 400, {
          error: 'invalid_grant',
          error_description: 'Invalid JWT Signature.',
        })
      if (proof.payload.sub === 'stranger@project.example')
        return json(response, 401, {
          error: 'unauthorized_client',
          error_description: 'Client is unauthorized',
        })
      return json(response, 200, {
        access_token: 'ya29.robot',
        expires_in: 3599,
        token_type: 'Bearer',
      })
    })
    return provider
  }
  const obtain = (url: string, values: AccountValues, client: AccountValues = {}) =>
    googleServiceAccount.obtain?.(
      grantContext({
        mode: 'GOOGLE_SERVICE_ACCOUNT',
        oauth: { tokenUrl: `${url}/token` },
        values,
        client,
        now,
      }),
    )

  it('signs for itself and asks at the address of the toolkit, whatever the file says', async () => {
    verifies('auth-schemes.google-service-account')
    const provider = await startProvider()
    const granted = await obtain(
      provider.url,
      { credentials_json: keyFile() },
      { scopes: ['https://scopes.example/a', 'b'] },
    )
    expect(granted).toEqual({
      values: { access_token: 'ya29.robot', expires_at: '2026-11-21T12:59:59.000Z' },
      expiresAt: new Date(now.getTime() + 3_599_000),
    })
    const assertion = new URLSearchParams(provider.received[0]?.body).get('assertion') ?? ''
    const { payload } = await verify(assertion, {
      issuer: 'robot@project.example',
      maxTokenAge: 3600,
    })
    expect(payload).toEqual({
      iss: 'robot@project.example',
      aud: `${provider.url}/token`,
      scope: 'https://scopes.example/a b',
      iat: seconds - 60,
      exp: seconds + 3540,
    })
    expect(decodeProtectedHeader(assertion)).toEqual({ alg: 'RS256', typ: 'JWT', kid: 'key-1' })
  })

  it('acts for the subject of the auth config, else of the account', async () => {
    verifies('auth-schemes.google-service-account')
    const provider = await startProvider()
    await obtain(
      provider.url,
      { credentials_json: keyFile(), subject: 'ada@project.example' },
      { scopes: 'a, b' },
    )
    await obtain(
      provider.url,
      { credentials_json: keyFile(), subject: 'ada@project.example' },
      { subject: 'fixed@project.example' },
    )
    const payloads = await Promise.all(
      provider.received.map(
        async ({ body }) =>
          (
            await verify(new URLSearchParams(body).get('assertion') ?? '', {
              issuer: 'robot@project.example',
              maxTokenAge: 3600,
            })
          ).payload,
      ),
    )
    expect(payloads).toMatchObject([
      { sub: 'ada@project.example', scope: 'a b' },
      { sub: 'fixed@project.example' },
    ])
  })

  it.each([
    ['another key', { private_key: other }, {}, 'lost', /invalid_grant, Invalid JWT Signature/],
    [
      'a subject that it may not act for',
      {},
      { subject: 'stranger@project.example' },
      'misconfigured',
      /unauthorized_client/,
    ],
  ])('fails with %s', async (_name, file, client, kind, message) => {
    const provider = await startProvider()
    await expect(
      obtain(provider.url, { credentials_json: keyFile(file) }, client),
    ).rejects.toMatchObject({ kind, message: expect.stringMatching(message) })
  })

  it('says what is wrong with the key file', () => {
    const problems = (credentials_json: unknown) =>
      googleServiceAccount.check(definition, { credentials_json })
    expect(problems(keyFile())).toEqual([])
    expect(problems('')).toEqual(['credentials_json is required'])
    for (const text of [
      '{',
      '[]',
      '"x"',
      keyFile({ client_email: undefined }),
      keyFile({ private_key: 7 }),
    ])
      expect(problems(text)).toEqual([expect.stringContaining('client_email and private_key')])
    expect(problems(keyFile({ private_key: 'x' }))).toEqual([
      expect.stringContaining('has a private_key that must be a private key in PEM'),
    ])
  })
})
