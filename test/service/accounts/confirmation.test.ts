import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { hashToken } from '../../../src/service/platform/secrets/index.ts'
import { verifies } from '../../requirements.ts'
import { json } from '../../support/start-upstream.ts'
import { createVisitor } from '../../support/visit-connect-page.ts'
import { startConnecting, type Connecting } from './start-connecting.ts'

let connecting: Connecting
beforeAll(async () => {
  connecting = await startConnecting()
})
afterAll(() => connecting.close())
beforeEach(() => setConfirmation(true))

const setConfirmation = async (isRequired: boolean) => {
  await connecting.service.client.projects.updateConfig({
    body: { require_connection_confirmation: isRequired },
  })
}

/** A connection that a user just made. */
const connect = async (): Promise<{ id: string; code: string }> => {
  const { redirect_url, connected_account_id } = await connecting.link({
    callback_url: 'https://app.example/done?confirmation_code=not-ours',
  })
  return { id: connected_account_id, code: await goThrough(redirect_url) }
}

const confirm = (id: string, code: unknown) =>
  connecting.service.request('POST', `/api/v3/connected_accounts/${id}/confirm`, { body: { code } })

const goThrough = async (url: string): Promise<string> => {
  const user = createVisitor()
  const { leadsTo, html } = await user.visit(
    await connecting.agree(await connecting.submit(user, url)),
  )
  expect(html.includes('as soon as it has confirmed the connection')).toBe(
    new URL(leadsTo ?? '').searchParams
      .getAll('confirmation_code')
      .some((code) => code !== 'not-ours'),
  )
  const { searchParams } = new URL(leadsTo ?? '')
  expect(searchParams.get('status')).toBe('success')
  return searchParams.get('confirmation_code') ?? ''
}

it('a connection that must be confirmed is ACTIVE when the project gives the code that came with its user', async () => {
  verifies('accounts.confirmation')
  const { service, shared, account, countActivations } = connecting
  const { id, code } = await connect()
  // 22 letters and digits hold more than 128 bits.
  expect(code).toMatch(/^cc_[0-9A-Za-z]{22,}$/)
  expect(await account(id)).toMatchObject({
    status: 'INITIATED',
    status_reason: expect.stringContaining('confirmation'),
  })
  expect((await account(id)).state.val).not.toHaveProperty('access_token')
  expect(
    (
      await service.client.tools.execute({
        params: { tool_slug: 'CALENDAR_GET_NOTE' },
        body: { user_id: 'ada', arguments: { id: '1' } },
      })
    ).successful,
  ).toBe(false)
  expect(
    JSON.stringify(await shared.query('select * from connection_confirmations')),
  ).not.toContain(code)

  expect((await confirm(id, 'cc_another')).status).toBe(400)
  expect((await confirm(id, 7)).status).toBe(400)
  expect((await confirm('ca_unknown', code)).status).toBe(404)
  expect(
    (
      await service.request('POST', `/api/v3/connected_accounts/${id}/confirm`, {
        body: { code },
        headers: {},
      })
    ).status,
  ).toBe(401)
  expect([(await account(id)).status, await countActivations(id)]).toEqual(['INITIATED', 0])
  const answers = await Promise.all([confirm(id, code), confirm(id, code), confirm(id, code)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422])
  expect(answers.find(({ status }) => status === 200)?.body).toEqual({ id, status: 'ACTIVE' })
  expect(await account(id)).toMatchObject({ status: 'ACTIVE', status_reason: null })
  expect((await account(id)).state.val).toHaveProperty('access_token')
  expect([(await confirm(id, code)).status, await countActivations(id)]).toEqual([422, 1])
})

it('a connection that nobody confirms within ten minutes stays without effect, and can be made anew', async () => {
  verifies('accounts.confirmation')
  const { service, account, pass } = connecting
  const { id, code } = await connect()
  pass(10)
  expect((await confirm(id, code)).status).toBe(422)
  const renewed = await service.client.connectedAccounts.refresh({
    params: { nanoid: id },
    body: { callback_url: 'https://app.example/again' },
  })
  const fresh = await goThrough(renewed.redirect_url ?? '')
  expect((await confirm(id, code)).status).toBe(400)
  expect((await confirm(id, fresh)).status).toBe(200)
  expect((await account(id)).status).toBe('ACTIVE')
})

it('a connection that was made in two tabs at once has one code', async () => {
  verifies('accounts.confirmation', 'accounts.connecting.once')
  const { link, submit, agree, account } = connecting
  const { redirect_url, connected_account_id } = await link({
    callback_url: 'https://app.example/done',
  })
  const user = createVisitor()
  const ways = [await submit(user, redirect_url), await submit(user, redirect_url)]
  const answers = await Promise.all(ways.map((way) => agree(way)))
  const ends = await Promise.all(answers.map((answer) => user.visit(answer)))
  expect(ends.map(({ status }) => status).toSorted()).toEqual([200, 410])
  const code = new URL(
    ends.find(({ leadsTo }) => leadsTo !== null)?.leadsTo ?? '',
  ).searchParams.get('confirmation_code')
  expect((await confirm(connected_account_id, code)).status).toBe(200)
  expect((await account(connected_account_id)).status).toBe('ACTIVE')
})

it('a link that could not be confirmed is refused', async () => {
  verifies('accounts.confirmation.callback-url')
  const { service, authConfigId, link } = connecting
  await setConfirmation(false)
  const early = await link()
  await setConfirmation(true)
  const user = createVisitor()
  // The project's configuration is known to every node within half a second.
  await expect
    .poll(async () => (await user.connect(early.redirect_url)).html)
    .toContain('cannot be confirmed')
  const body = { auth_config_id: authConfigId, user_id: 'ada' }
  expect((await service.request('POST', '/api/v3/connected_accounts/link', { body })).status).toBe(
    422,
  )
  expect(
    (
      await service.request('POST', '/api/v3/connected_accounts', {
        body: { auth_config: { id: authConfigId }, connection: {} },
      })
    ).status,
  ).toBe(400)
  expect(
    (
      await service.request(
        'POST',
        `/api/v3/connected_accounts/${early.connected_account_id}/refresh`,
        { body: {} },
      )
    ).status,
  ).toBe(422)
  expect(
    (
      await service.request('POST', '/api/v3/connected_accounts/link', {
        body: { ...body, connection_data: { finalRedirectUri: 'https://app.example/end' } },
      })
    ).status,
  ).toBe(201)
})

it("the project's own credentials need no confirmation", async () => {
  verifies('accounts.confirmation')
  const { service, authConfigId } = connecting
  const { body } = await service.request('POST', '/api/v3/connected_accounts', {
    body: {
      auth_config: { id: authConfigId },
      connection: {
        state: { authScheme: 'OAUTH2', val: { status: 'ACTIVE', access_token: 'own' } },
      },
    },
  })
  expect(body.status).toBe('ACTIVE')
})

/** The page at the end of a link of EVE that ada opened in her browser. */
const endOf = async (url: string) => {
  const user = createVisitor()
  const page = await user.visit(await connecting.agree(await connecting.submit(user, url)))
  return { ...page, code: /[0-9A-Z]{4}-[0-9A-Z]{4}/.exec(page.html)?.[0] ?? '' }
}

it('a link for EVE that is opened in the browser of ada connects nothing: with its code she confirms only EVE, and nobody else has it', async () => {
  verifies('accounts.confirmation.link', 'accounts.confirmation.user')
  await setConfirmation(false)
  const { link, account, service } = connecting
  const { redirect_url, connected_account_id: id } = await link({
    user_id: 'eve',
    callback_url: 'https://app.example/done',
    confirmation: 'callback',
  })
  const { leadsTo } = await endOf(redirect_url)
  expect((await account(id)).status).toBe('INITIATED')
  const code = new URL(leadsTo ?? '').searchParams.get('confirmation_code')
  // More often than a wrong code may be given.
  for (let i = 0; i < 6; i += 1) {
    const refused = await service.request('POST', `/api/v3/connected_accounts/${id}/confirm`, {
      body: { code, user_id: 'ada' },
    })
    expect([refused.status, refused.body.error.suggested_fix]).toEqual([
      403,
      expect.stringContaining('for another user'),
    ])
  }
  expect((await account(id)).status).toBe('INITIATED')
  expect(
    (
      await service.request('POST', `/api/v3/connected_accounts/${id}/confirm`, {
        body: { code, user_id: 'eve' },
      })
    ).body,
  ).toEqual({ id, status: 'ACTIVE' })
})

it('without a callback the page shows a code, however it is typed in, that is stored keyed and good once', async () => {
  verifies('accounts.confirmation.code')
  await setConfirmation(false)
  const { link, account, shared } = connecting
  const { redirect_url, connected_account_id: id } = await link({ confirmation: 'code' })
  const { code, html, leadsTo } = await endOf(redirect_url)
  expect([leadsTo, html.includes('will be connected once')]).toEqual([null, true])
  expect(code).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/)
  expect((await account(id)).status).toBe('INITIATED')
  const [stored] = await shared.query('select * from connection_confirmations')
  for (const spelling of [code, code.replace('-', '')])
    expect([hashToken(spelling), spelling]).not.toContain(stored?.['code_hash'])

  const other = await link({ confirmation: 'code' })
  await endOf(other.redirect_url)
  expect((await confirm(other.connected_account_id, code)).status).toBe(400)
  const typed = code.toLowerCase().replace('-', ' ')
  expect((await confirm(id, typed)).body).toEqual({ id, status: 'ACTIVE' })
  expect((await confirm(id, code)).status).toBe(422)
})

it('a code on the page can also finish where the link came from, by a click', async () => {
  verifies('accounts.confirmation.code')
  await setConfirmation(false)
  const { redirect_url, connected_account_id: id } = await connecting.link({
    confirmation: 'code',
    callback_url: 'http://127.0.0.1:9/done',
  })
  const { code, html, leadsTo } = await endOf(redirect_url)
  expect(leadsTo).toBeNull()
  expect(html).toContain(
    `href="http://127.0.0.1:9/done?status=success&amp;connected_account_id=${id}&amp;confirmation_code=${code}"`,
  )
})

it('the fifth wrong code ends the connection, also when many come at the same time', async () => {
  verifies('accounts.confirmation.code')
  await setConfirmation(false)
  const { link, account, countActivations, shared } = connecting
  const { redirect_url, connected_account_id: id } = await link({ confirmation: 'code' })
  const { code } = await endOf(redirect_url)
  const guesses = await Promise.all(
    Array.from({ length: 12 }, (_, i) => confirm(id, `AAAA-AA${10 + i}`)),
  )
  expect(guesses.map(({ status }) => status).toSorted()).toEqual([
    ...Array(5).fill(400),
    ...Array(7).fill(422),
  ])
  expect(
    guesses.filter(({ body }) => String(body.error.suggested_fix).includes('the last attempt')),
  ).toHaveLength(1)
  expect((await confirm(id, code)).status).toBe(422)
  expect([await account(id), await countActivations(id)]).toMatchObject([
    { status: 'FAILED', status_reason: expect.stringContaining('wrong codes') },
    0,
  ])
  expect(
    await shared.query(
      `select attempts from connection_confirmations where connected_account_id = '${id}'`,
    ),
  ).toEqual([])
})

it('what was granted to a connection that is never confirmed is revoked at the provider', async () => {
  verifies('accounts.confirmation.revoked')
  await setConfirmation(false)
  const { link, fragileAuthConfigId, tokens } = connecting
  const connectWith = async (access_token: string) => {
    tokens.answer = (response) =>
      json(response, 200, { access_token, token_type: 'bearer', expires_in: 3600 })
    const made = await link({ auth_config_id: fragileAuthConfigId, confirmation: 'code' })
    return { id: made.connected_account_id, ...(await endOf(made.redirect_url)) }
  }
  const guessed = await connectWith('token-of-wrong-codes')
  for (let i = 0; i < 5; i += 1)
    expect((await confirm(guessed.id, `AAAA-AA${10 + i}`)).status).toBe(400)
  await expect.poll(() => tokens.revoked, { timeout: 60_000 }).toContain('token-of-wrong-codes')

  const confirmed = await connectWith('token-of-confirmed')
  expect((await confirm(confirmed.id, confirmed.code)).status).toBe(200)
  expect(tokens.revoked).not.toContain('token-of-confirmed')
})

it('every way to make a link takes confirmation, and the setting of the project is the least that holds', async () => {
  verifies('accounts.confirmation.link', 'accounts.confirmation.callback-url')
  const { service, authConfigId, account, link } = connecting
  await setConfirmation(false)
  const client = service.client
  const made = await client.connectedAccounts.create({
    body: {
      auth_config: { id: authConfigId },
      connection: { user_id: 'ada', confirmation: 'code' },
    },
  })
  expect((await endOf(made.redirect_url ?? '')).code).not.toBe('')
  const renewed = await client.connectedAccounts.refresh({
    params: { nanoid: made.id },
    body: { confirmation: 'code' },
  })
  expect((await endOf(renewed.redirect_url ?? '')).code).not.toBe('')
  expect((await account(made.id)).status).toBe('INITIATED')
  const missing = await service.request('POST', '/api/v3/connected_accounts/link', {
    body: { auth_config_id: authConfigId, user_id: 'ada', confirmation: 'callback' },
  })
  expect([missing.status, missing.body.error.suggested_fix]).toEqual([
    422,
    expect.stringContaining('"confirmation": "code"'),
  ])
  const open = await link()
  await endOf(open.redirect_url)
  expect((await account(open.connected_account_id)).status).toBe('ACTIVE')

  await setConfirmation(true)
  const floored = await link({ callback_url: 'https://app.example/done' })
  await endOf(floored.redirect_url)
  expect((await account(floored.connected_account_id)).status).toBe('INITIATED')
  const onPage = await link({ confirmation: 'code' })
  expect(
    (await confirm(onPage.connected_account_id, (await endOf(onPage.redirect_url)).code)).status,
  ).toBe(200)
})

it('an agent confirms the link that it showed with the code of its own user', async () => {
  verifies('accounts.confirmation.agent', 'accounts.confirmation.link')
  await setConfirmation(false)
  const { service, account } = connecting
  const open = (user_id: string) =>
    service.client.sessions.create({
      body: { user_id, manage_connections: { confirmation: 'code' } },
    })
  const manage = async (session_id: string, more: object = {}) =>
    service.client.sessions.executeMeta({
      params: { session_id },
      body: { slug: 'SVC_MANAGE_CONNECTIONS', arguments: { toolkits: ['calendar'], ...more } },
    })
  const eve = await open('eve of the agent')
  expect(eve.config.manage_connections.confirmation).toBe('code')
  const [offered] = (await manage(eve.session_id)).data['results'] as {
    redirect_url: string
    connected_account_id: string
    message: string
  }[]
  expect(offered?.message).toContain('`confirm`')
  const refused = await service.client.sessions.execute({
    params: { session_id: eve.session_id },
    body: { tool_slug: 'CALENDAR_GET_NOTE', arguments: { id: '1' } },
  })
  expect(refused.error).toContain('SVC_MANAGE_CONNECTIONS as `confirm`')
  const connected_account_id = offered?.connected_account_id ?? ''
  const { code } = await endOf(offered?.redirect_url ?? '')

  const ada = await open('ada of the agent')
  expect(
    (await manage(ada.session_id, { confirm: { connected_account_id, code } })).error,
  ).toContain('another user')
  expect(
    (await manage(eve.session_id, { confirm: { connected_account_id, code: 'AAAA-AAAA' } })).error,
  ).toContain('not the code')
  expect((await account(connected_account_id)).status).toBe('INITIATED')
  expect(await manage(eve.session_id, { confirm: { connected_account_id, code } })).toMatchObject({
    error: null,
    data: { results: [{ status: 'active', connected_account_id }] },
  })

  const link = await service.client.sessions.link({
    params: { session_id: eve.session_id },
    body: { toolkit: 'calendar' },
  })
  expect((await endOf(link.redirect_url)).code).not.toBe('')
  const changed = await service.client.sessions.update({
    params: { session_id: eve.session_id },
    body: { manage_connections: { confirmation: null } },
  })
  expect(changed.config.manage_connections).not.toHaveProperty('confirmation')
})
