import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSampleService, type SampleService } from '../../src/sample/start-sample-service.ts'
import {
  callback,
  connect,
  decide,
  newRequest,
  openPage,
  redeem,
  refresh,
  sendForm,
  statusWith,
} from './calendar-application.ts'

let sample: SampleService
let time = Date.parse('2026-11-23T10:00:00Z')
beforeAll(async () => {
  sample = await startSampleService({ clock: () => new Date(time) })
  sample.registerRedirectUri(callback)
})
afterAll(() => sample.close())

test('shows what is asked for, with one button per user and one to refuse', async () => {
  const page = await openPage(sample, newRequest(sample, { scope: 'calendar.read' }).parameters)

  const text = await page.text()
  expect(page.status).toBe(200)
  expect(text).toContain('See your calendars and their events')
  expect(text).not.toContain('Create, change and delete')
  expect(text.match(/<button name="decision" value="[^"]*"/g)).toEqual(
    ['ada', 'bruno', 'chioma', 'dmitri', ''].map(
      (name) => `<button name="decision" value="${name}"`,
    ),
  )
  expect(page.headers.get('content-security-policy')).toMatch(
    /default-src 'none';.*frame-ancestors 'none'/,
  )
})

test('gives the application a code, its state and the issuer, and for the code tokens as a form', async () => {
  const { verifier, parameters } = newRequest(sample)
  const answer = await decide(sample, parameters, 'bruno')
  expect(Object.fromEntries(answer)).toEqual({
    code: expect.any(String),
    state: 'st 1',
    iss: sample.calendarUrl,
  })

  const { status, headers, fields } = await redeem(sample, answer.get('code') ?? '', verifier)

  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('application/x-www-form-urlencoded')
  expect(headers.get('cache-control')).toBe('no-store')
  expect(fields).toEqual({
    access_token: expect.any(String),
    refresh_token: expect.any(String),
    token_type: 'bearer',
    expires_in: '300',
    scope: 'calendar.read calendar.write',
  })
  const me = await fetch(`${sample.calendarUrl}/me`, {
    headers: { authorization: `Bearer ${fields['access_token']}` },
  })
  expect(await me.json()).toMatchObject({ username: 'bruno' })
})

test('tells the application that the user said no', async () => {
  expect(Object.fromEntries(await decide(sample, newRequest(sample).parameters, ''))).toEqual({
    error: 'access_denied',
    error_description: 'The user did not allow the access',
    state: 'st 1',
    iss: sample.calendarUrl,
  })
})

test.each([
  ['client_id', 'another', 'No application has this client_id'],
  ['redirect_uri', 'https://evil.example/', 'did not register this redirect_uri'],
  ['redirect_uri', `${callback}/more`, 'did not register this redirect_uri'],
])('sends nobody anywhere when %s is %s', async (name, value, message) => {
  const page = await openPage(sample, newRequest(sample, { [name]: value }).parameters)

  expect([page.status, page.headers.get('location')]).toEqual([400, null])
  expect(await page.text()).toContain(message)
})

test.each([
  [{ response_type: 'token' }, 'unsupported_response_type'],
  [{ code_challenge: undefined }, 'invalid_request'],
  [{ code_challenge_method: 'plain' }, 'invalid_request'],
  [{ scope: 'calendar.read everything' }, 'invalid_scope'],
])('refuses a request with %j', async (changes, error) => {
  const page = await openPage(sample, newRequest(sample, changes).parameters)

  const { searchParams, origin } = new URL(page.headers.get('location') ?? '')
  expect([page.status, origin, searchParams.get('error'), searchParams.get('state')]).toEqual([
    303,
    new URL(callback).origin,
    error,
    'st 1',
  ])
})

test('refuses a parameter that is given twice', async () => {
  const { parameters } = newRequest(sample)
  parameters.append('state', 'other')
  expect(
    new URL((await openPage(sample, parameters)).headers.get('location') ?? '').searchParams.get(
      'error',
    ),
  ).toBe('invalid_request')
  parameters.append('redirect_uri', 'https://evil.example/')
  expect((await openPage(sample, parameters)).status).toBe(400)
})

test('gives nothing for a code with another verifier or redirect address, or a minute later', async () => {
  const { verifier, parameters } = newRequest(sample)
  const code = (await decide(sample, parameters, 'ada')).get('code') ?? ''

  expect((await redeem(sample, code, 'x'.repeat(43))).fields).toMatchObject({
    error: 'invalid_grant',
  })
  expect(
    (
      await sendForm(sample, 'token', {
        grant_type: 'authorization_code',
        code,
        redirect_uri: 'https://evil.example/',
        code_verifier: verifier,
      })
    ).fields,
  ).toMatchObject({ error: 'invalid_grant' })
  time += 60_000
  expect(await redeem(sample, code, verifier)).toMatchObject({
    status: 400,
    fields: { error: 'invalid_grant', error_description: 'The code is too old' },
  })
})

test('revokes what a code gave when the code comes again', async () => {
  const { verifier, parameters } = newRequest(sample)
  const code = (await decide(sample, parameters, 'ada')).get('code') ?? ''
  const { fields } = await redeem(sample, code, verifier)
  expect(await statusWith(sample, fields['access_token'] ?? '')).toBe(200)

  expect((await redeem(sample, code, verifier)).fields).toMatchObject({ error: 'invalid_grant' })

  expect(await statusWith(sample, fields['access_token'] ?? '')).toBe(401)
  expect((await refresh(sample, fields['refresh_token'] ?? '')).fields).toMatchObject({
    error: 'invalid_grant',
  })
})

test('takes an access token for five minutes, and gives the next for a refresh token', async () => {
  const first = await connect(sample)
  time += 299_000
  expect(await statusWith(sample, first.access_token)).toBe(200)
  time += 1000
  expect(await statusWith(sample, first.access_token)).toBe(401)

  const { fields } = await refresh(sample, first.refresh_token)

  expect(fields['refresh_token']).not.toBe(first.refresh_token)
  expect(await statusWith(sample, fields['access_token'] ?? '')).toBe(200)
})

test('revokes the whole family when a refresh token comes a second time', async () => {
  const first = await connect(sample)
  const second = (await refresh(sample, first.refresh_token)).fields
  const others = await connect(sample)

  expect(await refresh(sample, first.refresh_token)).toMatchObject({
    status: 400,
    fields: { error: 'invalid_grant' },
  })

  expect(await statusWith(sample, second['access_token'] ?? '')).toBe(401)
  expect((await refresh(sample, second['refresh_token'] ?? '')).fields).toMatchObject({
    error: 'invalid_grant',
  })
  expect(await statusWith(sample, others.access_token)).toBe(200)
})

test('revokes on demand, and knows no difference between an unknown and a revoked token', async () => {
  const { access_token, refresh_token } = await connect(sample)

  expect((await sendForm(sample, 'revoke', { token: refresh_token })).status).toBe(200)
  expect((await sendForm(sample, 'revoke', { token: 'unknown' })).status).toBe(200)

  expect(await statusWith(sample, access_token)).toBe(401)
  expect((await refresh(sample, refresh_token)).fields).toMatchObject({ error: 'invalid_grant' })
})

test('knows the application by its secret, in the header or in the form', async () => {
  const { refresh_token } = await connect(sample)
  const { id, secret } = sample.calendarClient
  const wrong = await sendForm(sample, 'token', {
    grant_type: 'refresh_token',
    refresh_token,
    client_secret: 'wrong',
  })
  expect([wrong.status, wrong.fields['error'], wrong.headers.get('www-authenticate')]).toEqual([
    401,
    'invalid_client',
    'Basic realm="calendar"',
  ])

  const authorization = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`
  const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token })
  expect(
    (
      await fetch(`${sample.calendarUrl}/oauth/token`, {
        method: 'POST',
        body,
        headers: { authorization },
      })
    ).status,
  ).toBe(200)
})

test.each([
  [{ grant_type: 'password' }, 'unsupported_grant_type'],
  [{ grant_type: 'refresh_token' }, 'invalid_request'],
  [{ grant_type: 'refresh_token', refresh_token: 'calr_e30.AAAA' }, 'invalid_grant'],
])('refuses %j at the token endpoint', async (form, error) => {
  expect(await sendForm(sample, 'token', form)).toMatchObject({ status: 400, fields: { error } })
})

test('takes no token that was changed, or a refresh token as an access token', async () => {
  const { access_token, refresh_token } = await connect(sample, 'bruno')
  const [head = '', signed = ''] = access_token.slice('cala_'.length).split('.')
  const content = Buffer.from(head, 'base64url').toString().replace('bruno', 'ada')

  expect(
    await statusWith(sample, `cala_${Buffer.from(content).toString('base64url')}.${signed}`),
  ).toBe(401)
  expect(await statusWith(sample, refresh_token)).toBe(401)
})

test('keeps tokens good over a restart with the same secret, and no others', async () => {
  const { refresh_token } = await connect(sample)
  const restarted = await startSampleService({
    clock: () => new Date(time),
    calendarClientSecret: sample.calendarClient.secret,
  })
  const stranger = await startSampleService({ clock: () => new Date(time) })

  expect((await refresh(restarted, refresh_token)).status).toBe(200)
  expect((await refresh(stranger, refresh_token)).fields).toMatchObject({ error: 'invalid_grant' })
  await Promise.all([restarted.close(), stranger.close()])
})
