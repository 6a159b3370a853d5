import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../../../src/service/platform/clock.ts'
import { createJobs } from '../../../src/service/platform/jobs/index.ts'
import { verifies } from '../../requirements.ts'
import { openServiceDatabase } from '../../support/open-service-database.ts'
import { json } from '../../support/start-upstream.ts'
import { createVisitor } from '../../support/visit-connect-page.ts'
import { startConnecting, type Connecting } from './start-connecting.ts'

let connecting: Connecting
beforeAll(async () => {
  connecting = await startConnecting()
})
afterAll(() => connecting.close())

const confirm = (id: string, code: string) =>
  connecting.service.request('POST', `/api/v3/connected_accounts/${id}/confirm`, { body: { code } })

/** Connects at the provider, and reads the code that the page then shows. */
const showCode = async (url: string) => {
  const user = createVisitor()
  const { html } = await user.visit(await connecting.agree(await connecting.submit(user, url)))
  return { code: /[0-9A-Z]{4}-[0-9A-Z]{4}/.exec(html)?.[0] ?? '' }
}

/** Has the service run now what it otherwise runs every ten minutes. */
const expireLinksNow = async () => {
  const { database } = connecting.shared
  const beside = await openServiceDatabase(database)
  const jobs = createJobs(beside, {
    clock: systemClock,
    ...(database.engine === 'postgres' && { postgresUrl: database.url }),
  })
  onTestFinished(() => jobs.stop({ graceMs: 0 }))
  jobs.define('link-sessions.expire', { retryDelaysSeconds: [] }, async () => {})
  await jobs.enqueue(beside.handle, 'link-sessions.expire', {})
}

it('a connection that nobody confirms in time becomes EXPIRED, and what was granted is revoked', async () => {
  verifies('accounts.confirmation.revoked')
  const { service, link, account, countActivations, fragileAuthConfigId, pass, shared, tokens } =
    connecting
  const connectWith = async (access_token: string) => {
    tokens.answer = (response) =>
      json(response, 200, { access_token, token_type: 'bearer', expires_in: 3600 })
    const made = await link({ auth_config_id: fragileAuthConfigId, confirmation: 'code' })
    return { id: made.connected_account_id, ...(await showCode(made.redirect_url)) }
  }
  const late = await connectWith('token-that-nobody-confirmed')
  pass(6)
  const early = await connectWith('token-with-time-left')
  pass(5)
  await expireLinksNow()
  await expect
    .poll(() => tokens.revoked, { timeout: 60_000 })
    .toContain('token-that-nobody-confirmed')
  expect(await account(late.id)).toMatchObject({
    status: 'EXPIRED',
    status_reason: 'The connection was not confirmed in time',
  })
  expect((await account(late.id)).state.val).not.toHaveProperty('access_token')
  expect(
    await shared.query(
      `select * from connection_confirmations where connected_account_id = '${late.id}'`,
    ),
  ).toEqual([])
  expect((await confirm(late.id, late.code)).status).toBe(422)
  expect(await countActivations(late.id)).toBe(0)

  expect((await account(early.id)).status).toBe('INITIATED')
  expect(tokens.revoked).not.toContain('token-with-time-left')
  expect((await confirm(early.id, early.code)).body).toEqual({ id: early.id, status: 'ACTIVE' })
  const renewed = await service.client.connectedAccounts.refresh({
    params: { nanoid: late.id },
    body: { confirmation: 'code' },
  })
  const again = await showCode(renewed.redirect_url ?? '')
  expect((await confirm(late.id, again.code)).body).toEqual({ id: late.id, status: 'ACTIVE' })
})

it('one that cannot be read any more holds up no other, and nothing of it stays', async () => {
  verifies('accounts.confirmation.revoked')
  const { link, account, fragileAuthConfigId, pass, shared, tokens } = connecting
  const connectWith = async (access_token: string) => {
    tokens.answer = (response) =>
      json(response, 200, { access_token, token_type: 'bearer', expires_in: 3600 })
    const made = await link({ auth_config_id: fragileAuthConfigId, confirmation: 'code' })
    await showCode(made.redirect_url)
    return made.connected_account_id
  }
  const damaged = await connectWith('token-that-is-damaged')
  const beside = await openServiceDatabase(shared.database)
  await sql`update connection_confirmations set secrets = 'damaged'
    where connected_account_id = ${damaged}`.execute(beside.handle)
  const whole = await connectWith('token-that-is-whole')
  pass(11)
  await expireLinksNow()
  await expect.poll(() => tokens.revoked).toContain('token-that-is-whole')
  expect((await account(whole)).status).toBe('EXPIRED')
  await expect
    .poll(() => shared.query('select connected_account_id from connection_confirmations'))
    .toEqual([])
})
