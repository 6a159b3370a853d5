import { SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { basicWithJwt } from '../../../src/service/auth-schemes/basic-with-jwt.ts'
import { verifies } from '../../requirements.ts'
import { grantContext } from '../../support/grant-context.ts'
import { startUpstream } from '../../support/start-upstream.ts'

const now = new Date('2026-11-21T12:00:00.000Z')
const end = Math.floor(now.getTime() / 1000) + 600
const values = { username: 'ada', password: 'correct horse' }

const newToken = () =>
  new SignJWT({ exp: end }).setProtectedHeader({ alg: 'HS256' }).sign(new Uint8Array(32))

/** A provider that gives a token for one user name and password. */
const startProvider = (body: string, status = 200) =>
  startUpstream((request, response) => {
    const isKnown =
      request.headers.authorization ===
      `Basic ${Buffer.from('ada:correct horse').toString('base64')}`
    response
      .writeHead(isKnown ? status : 401, { 'content-type': 'application/json' })
      .end(isKnown ? body : '{"error":{"message":"no user ada with correct horse"}}')
  })

const exchange = (url: string, given: Record<string, unknown> = values) =>
  basicWithJwt.obtain?.(
    grantContext({
      mode: 'BASIC_WITH_JWT',
      oauth: { tokenUrl: `${url}/login` },
      values: given,
      now,
    }),
  )

describe('BASIC_WITH_JWT', () => {
  it.each([
    [
      'a JWT under its own name, with its own end',
      async () => JSON.stringify({ jwt: await newToken() }),
      end,
    ],
    ['a JWT by itself', newToken, end],
    ['a JWT as a JSON string', async () => JSON.stringify(await newToken()), end],
    [
      'a token that the answer ends',
      async () => JSON.stringify({ access_token: await newToken(), expires_in: '60' }),
      end - 540,
    ],
    [
      'a token of which nobody says when it ends',
      async () => JSON.stringify({ token: 'opaque' }),
      undefined,
    ],
  ])('takes %s', async (_name, answer, expectedEnd) => {
    verifies('auth-schemes.basic-with-jwt')
    const body = await answer()
    const provider = await startProvider(body)
    const granted = await exchange(provider.url)

    expect(provider.received).toMatchObject([{ method: 'POST', url: '/login', body: '' }])
    expect(granted?.expiresAt?.getTime()).toBe(
      expectedEnd === undefined ? undefined : expectedEnd * 1000,
    )
    expect(body).toContain(granted?.values['access_token'])
    const definition = {
      mode: 'BASIC_WITH_JWT' as const,
      name: '',
      authConfigFields: [],
      accountFields: [],
    }
    const request = {
      method: 'GET',
      url: 'https://api.example/',
      headers: { accept: 'text/plain' },
    }
    expect(
      basicWithJwt.apply(definition, { ...values, ...granted?.values }, request, {}).headers,
    ).toEqual({
      accept: 'text/plain',
      authorization: `Bearer ${String(granted?.values['access_token'])}`,
    })
    expect(basicWithJwt.apply(definition, values, request, {})).toEqual(request)
  })

  it('loses the account when the password is wrong, and does not repeat it', async () => {
    const provider = await startProvider('{}')
    const failed = exchange(provider.url, { username: 'ada', password: 'another horse' })
    await expect(failed).rejects.toMatchObject({
      kind: 'lost',
      message: expect.stringContaining('(401): "no user ada with correct horse'),
    })
    await expect(
      exchange(provider.url, { username: 'x', password: 'correct horse' }),
    ).rejects.toMatchObject({ message: expect.stringContaining('no user ada with ***') })
  })

  it.each([
    [404, '', 'misconfigured'],
    [429, '', 'unavailable'],
    [502, '<html>', 'unavailable'],
    [200, '<html>Sign in</html>', 'unavailable'],
    [200, '{"access_token":"two\\nlines"}', 'unavailable'],
    [400, '{"error":"invalid_grant"}', 'lost'],
  ])('%i %s is a failure that is %s', async (status, body, kind) => {
    const provider = await startProvider(body, status)
    await expect(exchange(provider.url)).rejects.toMatchObject({ name: 'GrantError', kind })
  })

  it('needs a user name', () => {
    expect(
      basicWithJwt.check(
        { mode: 'BASIC_WITH_JWT', name: '', authConfigFields: [], accountFields: [] },
        { password: 'x' },
      ),
    ).toEqual(['username is required'])
  })
})
