import { describe, expect, it } from 'vitest'
import { readConfig } from '../../../src/service/index.ts'
import { verifies } from '../../requirements.ts'
import { findFreePort } from '../../support/find-free-port.ts'
import { startAuthorizationServer } from '../../support/start-authorization-server.ts'
import { startService } from '../../support/start-service.ts'

const ada = { email: 'ada@example.com', email_verified: true, name: 'Ada', groups: ['ops'] }

const start = async (allow: string[], userClaims: Record<string, unknown> = ada) => {
  const port = await findFreePort()
  const callback = `http://127.0.0.1:${port}/console/sign-in/callback`
  const server = await startAuthorizationServer({
    clients: [{ client_id: 'console', client_secret: 'console-secret' }],
    redirectUris: [callback],
    userClaims,
  })
  const service = await startService({
    port,
    egressAllow: [server.host],
    consoleSignIn: {
      issuer: server.issuer,
      clientId: 'console',
      clientSecret: 'console-secret',
      allow,
      groupsClaim: 'groups',
    },
  })
  const get = (path: string, cookie?: string) =>
    fetch(new URL(path, service.url), {
      redirect: 'manual',
      headers: { 'sec-fetch-site': 'same-origin', ...(cookie && { cookie }) },
    })
  const cookiesOf = (answer: Response) =>
    answer.headers
      .getSetCookie()
      .filter((cookie) => !cookie.includes('Max-Age=0'))
      .map((cookie) => cookie.split(';')[0])
      .join('; ')
  /** Goes to the provider, agrees there, and comes back. */
  const visit = async (to = '') => {
    const left = await get(`/console/sign-in?to=${encodeURIComponent(to)}`)
    const back = await server.authorize(left.headers.get('location') ?? '')
    const answer = await get(back.pathname + back.search, cookiesOf(left))
    return {
      left,
      back,
      answer,
      cookie: cookiesOf(answer),
      location: answer.headers.get('location'),
    }
  }
  return { server, service, get, cookiesOf, visit }
}

describe('signing in with an OpenID provider', () => {
  it('takes a person whom the settings allow, back to the page', async () => {
    verifies('console.provider')
    const { visit, get, server } = await start(['@example.com'])
    const { left, location, cookie, answer } = await visit('/console/p/pr_1/logs?status=error')
    const asked = new URL(left.headers.get('location') ?? '').searchParams
    expect(Object.fromEntries(asked)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      nonce: expect.stringMatching(/.{20}/),
      state: expect.stringMatching(/.{20}/),
    })
    expect(location).toBe('/console/p/pr_1/logs?status=error')
    expect(answer.headers.get('set-cookie')).toContain('SameSite=Strict')
    expect(server.tokenRequests()[0]?.form['code_verifier']).toMatch(/.{43}/)
    const session = await (await get('/console/session', cookie)).json()
    expect(session).toMatchObject({
      person: { name: 'Ada', email: 'ada@example.com', role: 'owner' },
    })
  })

  it.each([
    ['an address that is not listed', ['bea@example.com'], ada],
    ['another domain that ends alike', ['@ample.com'], ada],
    ['an address that is not verified', ['ada@example.com'], { ...ada, email_verified: false }],
    ['a group that the person is not in', ['group:admins'], ada],
  ])('refuses %s', async (_, allow, claims) => {
    verifies('console.provider')
    const { visit } = await start(allow, claims)
    expect(await visit()).toMatchObject({ location: '/console?refused=not_allowed', cookie: '' })
  })

  it('takes a member of a group', async () => {
    verifies('console.provider')
    const { visit } = await start(['group:ops'], { ...ada, email_verified: false })
    expect(await visit()).toMatchObject({ location: '/console', cookie: /^plugboard_console_/ })
  })

  it('refuses an answer that this browser did not ask for, or gave before', async () => {
    verifies('console.provider')
    const { visit, get, server, cookiesOf } = await start(['@example.com'])
    const { back } = await visit('//evil.example')
    const path = back.pathname + back.search
    const without = await get(path)
    expect(without.headers.get('location')).toBe('/console?refused=expired')
    const other = await get('/console/sign-in')
    const wrongState = await get(path, cookiesOf(other))
    expect(wrongState.headers.get('location')).toBe('/console?refused=failed')
    const left = await get('/console/sign-in')
    const again = await server.authorize(left.headers.get('location') ?? '')
    const statuses = []
    for (let time = 0; time < 2; time += 1) {
      const answer = await get(again.pathname + again.search, cookiesOf(left))
      statuses.push(answer.headers.get('location'))
    }
    expect(statuses).toEqual(['/console', '/console?refused=failed'])
  })
})

describe('the settings of the provider', () => {
  const read = (settings: Record<string, string>) =>
    readConfig({ PLUGBOARD_ROOT_KEYS: 'x', ...settings })
  const whole = {
    PLUGBOARD_CONSOLE_ISSUER: 'https://login.example.com',
    PLUGBOARD_CONSOLE_CLIENT_ID: 'console',
    PLUGBOARD_CONSOLE_ALLOW: 'ada@example.com, @example.org, group:ops',
  }

  it('are read, and explained where they cannot be used', () => {
    verifies('console.provider')
    expect(read(whole).consoleSignIn?.allow).toEqual([
      'ada@example.com',
      '@example.org',
      'group:ops',
    ])
    expect(read({}).consoleSignIn).toBeUndefined()
    for (const [changed, problem] of [
      [{ PLUGBOARD_CONSOLE_ISSUER: 'http://login.example.com' }, /not an https address/],
      [{ PLUGBOARD_CONSOLE_CLIENT_ID: '' }, /sign-in\/callback/],
      [{ PLUGBOARD_CONSOLE_ALLOW: '' }, /nobody could sign in/],
      [{ PLUGBOARD_CONSOLE_ALLOW: 'example.com' }, /"example.com"/],
    ] as const)
      expect(() => read({ ...whole, ...changed })).toThrow(problem)
  })
})
