import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { verifies } from '../../requirements.ts'
import { createVisitor } from '../../support/visit-connect-page.ts'
import { startConnecting, type Connecting } from './start-connecting.ts'

let connecting: Connecting
beforeAll(async () => {
  connecting = await startConnecting()
})
afterAll(() => connecting.close())
beforeEach(() => setConfirmation(true))

const setConfirmation = async (isRequired: boolean) => {
  await connecting.service.client.projects.updateConfig({ body: { require_connection_confirmation: isRequired } })
}

/** A connection that a user just made. */
const connect = async (): Promise<{ id: string; code: string }> => {
  const { redirect_url, connected_account_id } = await connecting.link({ callback_url: 'https://app.example/done?confirmation_code=not-ours' })
  return { id: connected_account_id, code: await goThrough(redirect_url) }
}

const confirm = (id: string, code: unknown) => connecting.service.request('POST', `/api/v3/connected_accounts/${id}/confirm`, { body: { code } })

const goThrough = async (url: string): Promise<string> => {
  const user = createVisitor()
  const { leadsTo, html } = await user.visit(await connecting.agree(await connecting.submit(user, url)))
  expect(html.includes('as soon as it has confirmed the connection')).toBe(new URL(leadsTo ?? '').searchParams.getAll('confirmation_code').some((code) => code !== 'not-ours'))
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
  expect(await account(id)).toMatchObject({ status: 'INITIATED', status_reason: expect.stringContaining('confirmation') })
  expect((await account(id)).state.val).not.toHaveProperty('access_token')
  expect((await service.client.tools.execute({ params: { tool_slug: 'CALENDAR_GET_NOTE' }, body: { user_id: 'ada', arguments: { id: '1' } } })).successful).toBe(false)
  expect(JSON.stringify(await shared.query('select * from connection_confirmations'))).not.toContain(code)

  expect((await confirm(id, 'cc_another')).status).toBe(400)
  expect((await confirm(id, 7)).status).toBe(400)
  expect((await confirm('ca_unknown', code)).status).toBe(404)
  expect((await service.request('POST', `/api/v3/connected_accounts/${id}/confirm`, { body: { code }, headers: {} })).status).toBe(401)
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
  const renewed = await service.client.connectedAccounts.refresh({ params: { nanoid: id }, body: { callback_url: 'https://app.example/again' } })
  const fresh = await goThrough(renewed.redirect_url ?? '')
  expect((await confirm(id, code)).status).toBe(400)
  expect((await confirm(id, fresh)).status).toBe(200)
  expect((await account(id)).status).toBe('ACTIVE')
})

it('a connection that was made in two tabs at once has one code', async () => {
  verifies('accounts.confirmation', 'accounts.connecting.once')
  const { link, submit, agree, account } = connecting
  const { redirect_url, connected_account_id } = await link({ callback_url: 'https://app.example/done' })
  const user = createVisitor()
  const ways = [await submit(user, redirect_url), await submit(user, redirect_url)]
  const answers = await Promise.all(ways.map((way) => agree(way)))
  const ends = await Promise.all(answers.map((answer) => user.visit(answer)))
  expect(ends.map(({ status }) => status).toSorted()).toEqual([200, 410])
  const code = new URL(ends.find(({ leadsTo }) => leadsTo !== null)?.leadsTo ?? '').searchParams.get('confirmation_code')
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
  await expect.poll(async () => (await user.connect(early.redirect_url)).html).toContain('cannot be confirmed')
  const body = { auth_config_id: authConfigId, user_id: 'ada' }
  expect((await service.request('POST', '/api/v3/connected_accounts/link', { body })).status).toBe(422)
  expect((await service.request('POST', '/api/v3/connected_accounts', { body: { auth_config: { id: authConfigId }, connection: {} } })).status).toBe(400)
  expect((await service.request('POST', `/api/v3/connected_accounts/${early.connected_account_id}/refresh`, { body: {} })).status).toBe(422)
  expect((await service.request('POST', '/api/v3/connected_accounts/link', { body: { ...body, connection_data: { finalRedirectUri: 'https://app.example/end' } } })).status).toBe(201)
})

it("the project's own credentials need no confirmation", async () => {
  verifies('accounts.confirmation')
  const { service, authConfigId } = connecting
  const { body } = await service.request('POST', '/api/v3/connected_accounts', { body: { auth_config: { id: authConfigId }, connection: { state: { authScheme: 'OAUTH2', val: { status: 'ACTIVE', access_token: 'own' } } } } })
  expect(body.status).toBe('ACTIVE')
})
