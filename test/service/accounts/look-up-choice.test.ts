import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../../../src/service/platform/clock.ts'
import { createJobs } from '../../../src/service/platform/jobs/index.ts'
import { verifies } from '../../requirements.ts'
import { openServiceDatabase } from '../../support/open-service-database.ts'
import { createSharedDatabase, type SharedDatabase } from '../../support/shared-database.ts'
import { createVisitor, submission } from '../../support/visit-connect-page.ts'
import { acme, beta, startLookUps, type LookUps, type Site } from './start-look-ups.ts'

let shared: SharedDatabase
let world: LookUps
const time = { now: Date.now() }
const pass = (minutes: number) => void (time.now += minutes * 60_000)
beforeAll(async () => {
  shared = await createSharedDatabase({ keep: true })
  world = await startLookUps({
    database: shared.database,
    clock: { now: () => new Date(time.now) },
  })
})
afterAll(async () => {
  await world.close()
  await shared.remove()
})

type Visitor = ReturnType<typeof createVisitor>
let grants = 0

/** A user who has just agreed at the provider, whose token finds these sites. */
const comeBack = async (
  sites: Site[] | number,
  body: Record<string, unknown> = {},
  options?: Parameters<LookUps['importSites']>[0],
) => {
  const slug = await world.importSites({ oauth: true, ...options })
  const authConfigId = await world.authConfigOf(slug, { client_id: 'a', client_secret: 'b' })
  const link = await world.service.client.connectedAccounts.link({
    body: { auth_config_id: authConfigId, user_id: 'ada', ...body },
  })
  const user = createVisitor()
  const { bearer, back } = await agree(user, link.redirect_url, sites)
  return { slug, authConfigId, user, bearer, back, link, id: link.connected_account_id }
}

const agree = async (user: Visitor, url: string, sites: Site[] | number) => {
  const code = `grant${(grants += 1)}`
  const bearer = `Bearer token-${code}-0123456789`
  world.sites.set(bearer, sites)
  const sent = await user.connect(url)
  return { bearer, back: await user.visit(world.agree(sent.leadsTo, code)) }
}

/** Sends the form of the page that the link leads to. */
const answer = async (user: Visitor, url: string, fields: Record<string, string>) => {
  const { formToken } = await user.visit(url)
  const init = submission(formToken, {})
  return user.visit(url, {
    ...init,
    body: new URLSearchParams({ form_token: formToken, question: 'choice', ...fields }).toString(),
  })
}

const count = async (table: string, id: string) =>
  (await shared.query(`select * from ${table} where connected_account_id = '${id}'`)).length

/** Has the service run now what it otherwise runs every ten minutes. */
const expireLinksNow = async () => {
  const beside = await openServiceDatabase(shared.database)
  const jobs = createJobs(beside, {
    clock: systemClock,
    ...(shared.database.engine === 'postgres' && { postgresUrl: shared.database.url }),
  })
  onTestFinished(() => jobs.stop({ graceMs: 0 }))
  jobs.define('link-sessions.expire', { retryDelaysSeconds: [] }, async () => {})
  await jobs.enqueue(beside.handle, 'link-sessions.expire', {})
}

describe('several sites', () => {
  it('are a choice of the user, by which the account is then used', async () => {
    verifies('accounts.look-ups.choice')
    const { slug, back, user, id, link } = await comeBack([acme, beta], {
      callback_url: 'https://app.example/done',
    })
    expect(back.status).toBe(303)
    expect(back.headers.get('location')).toBe(new URL(link.redirect_url).pathname)
    const page = await user.visit(link.redirect_url)
    expect(page.html).toContain('<legend>Site</legend>')
    expect(page.html).toMatch(/<label for="choice-1">Beta <span class="quiet">beta-2<\/span>/)
    const waiting = await world.get(id)
    expect(waiting).toMatchObject({
      status: 'INITIATED',
      status_reason: 'The account waits for its user to choose: Site',
    })
    expect(waiting.state.val).not.toHaveProperty('access_token')
    const stored = JSON.stringify(await shared.query('select * from connection_choices'))
    expect(stored).not.toMatch(/Beta|beta-2|token-grant/)

    const chosen = await answer(user, link.redirect_url, { choice: '1' })
    expect(chosen.leadsTo).toBe(
      `https://app.example/done?status=success&connected_account_id=${id}`,
    )
    expect(await world.get(id)).toMatchObject({
      status: 'ACTIVE',
      status_reason: null,
      identity: { workspace: '/ex/beta-2/me' },
      state: { val: { cloud_id: 'beta-2' } },
    })
    expect(await count('connection_choices', id)).toBe(0)
    const { data } = await world.service.client.tools.execute({
      params: { tool_slug: `${slug.toUpperCase()}_READ` },
      body: { user_id: 'ada', arguments: {} },
    })
    expect(data).toMatchObject({ path: '/ex/beta-2/things' })
    expect((await user.visit(link.redirect_url)).status).toBe(410)
  })

  it.each<Record<string, string>>([
    {},
    { choice: '2' },
    { choice: '-1' },
    { choice: 'again' },
    { choice: 'constructor' },
  ])('are chosen by their number alone: %j', async (fields) => {
    verifies('accounts.look-ups.choice')
    const { user, id, link } = await comeBack([acme, beta])
    const page = await answer(user, link.redirect_url, fields)
    expect(page.status).toBe(400)
    expect(page.html).toContain('role="alert"')
    expect(await world.get(id)).toMatchObject({ status: 'INITIATED' })
    expect((await answer(user, link.redirect_url, { choice: '0' })).status).toBe(200)
  })

  it('are a choice of the browser that connects, by a form of its own page', async () => {
    verifies('accounts.look-ups.choice')
    const { user, id, link } = await comeBack([acme, beta])
    const stranger = createVisitor()
    const seen = await stranger.visit(link.redirect_url)
    expect(seen.status).toBe(403)
    expect(seen.html).not.toContain('Acme')
    expect((await answer(stranger, link.redirect_url, { choice: '0' })).status).toBe(403)
    const { formToken } = await user.visit(link.redirect_url)
    const forged = await user.visit(link.redirect_url, {
      ...submission(formToken, {}, { 'sec-fetch-site': 'cross-site' }),
      body: new URLSearchParams({
        form_token: formToken,
        question: 'choice',
        choice: '0',
      }).toString(),
    })
    expect(forged.status).toBe(403)
    expect(await world.get(id)).toMatchObject({ status: 'INITIATED' })
  })

  it('are chosen once, also by two at the same time', async () => {
    verifies('accounts.look-ups.choice')
    const { user, id, link } = await comeBack([acme, beta])
    const both = await Promise.all([
      answer(user, link.redirect_url, { choice: '0' }),
      answer(user, link.redirect_url, { choice: '1' }),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 410])
    const { state } = await world.get(id)
    expect(state.val['cloud_id']).toBe(both[0].status === 200 ? 'acme-1' : 'beta-2')
  })

  it('are a choice of whoever types in a key, too', async () => {
    verifies('accounts.look-ups.choice')
    const authConfigId = await world.authConfigOf(await world.importSites())
    world.sites.set('key-with-several-0123', [acme, beta])
    const { redirect_url, connected_account_id: id } =
      await world.service.client.connectedAccounts.link({
        body: { auth_config_id: authConfigId, user_id: 'ada' },
      })
    const user = createVisitor()
    const page = await user.connect(redirect_url, { generic_api_key: 'key-with-several-0123' })
    expect(page.status).toBe(303)
    await answer(user, redirect_url, { choice: '0' })
    expect(await world.get(id)).toMatchObject({
      status: 'ACTIVE',
      state: { val: { cloud_id: 'acme-1' } },
    })
  })

  it('are a choice of the browser that comes back, where it went straight to the provider', async () => {
    verifies('accounts.look-ups.choice')
    const slug = await world.importSites({ oauth: true })
    const authConfigId = await world.authConfigOf(slug, { client_id: 'a', client_secret: 'b' })
    const { id, redirect_url } = await world.service.client.connectedAccounts.create({
      body: {
        auth_config: { id: authConfigId },
        connection: {
          user_id: 'ada',
          state: { authScheme: 'OAUTH2', val: { long_redirect_url: true } },
        },
      },
    })
    world.sites.set('Bearer token-straight-0123456789', [acme, beta])
    const user = createVisitor()
    const back = await user.visit(world.agree(redirect_url, 'straight'))
    const question = new URL(back.headers.get('location') ?? '', world.service.url).href
    expect((await createVisitor().visit(question)).status).toBe(403)
    expect((await answer(user, question, { choice: '1' })).status).toBe(200)
    expect(await world.get(id)).toMatchObject({
      status: 'ACTIVE',
      state: { val: { cloud_id: 'beta-2' } },
    })
  })

  it('have labels that are plain texts, whatever the API says', async () => {
    verifies('accounts.look-ups.hostile')
    const { user, link } = await comeBack([
      { id: 'one', name: '<script>alert(1)</script>\u202e' },
      { id: 'two', name: `${link0()} ${'y'.repeat(900)}` },
      { id: 'three' },
    ])
    const { html } = await user.visit(link.redirect_url)
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; <span')
    expect(html).not.toContain('\u202e')
    expect(html).toContain('(left out: a link to a page of this service')
    expect(html).toMatch(/<label for="choice-2">three<\/label>/)
    expect(html).not.toContain('y'.repeat(250))
  })

  it('are shown up to a hundred, and the others counted', async () => {
    verifies('accounts.look-ups.choice')
    const many = Array.from({ length: 230 }, (_, number) => ({
      id: `site-${number}`,
      name: `Site ${number}`,
    }))
    const { user, link } = await comeBack(many)
    const { html } = await user.visit(link.redirect_url)
    expect(html.match(/type="radio"/g)).toHaveLength(100)
    expect(html).toContain('130 more are not shown')
  })

  it('wait for the confirmation after the choice', async () => {
    verifies('accounts.look-ups.choice')
    const { user, id, link } = await comeBack([acme, beta], { confirmation: 'code' })
    const { html } = await answer(user, link.redirect_url, { choice: '1' })
    const code = /class="code"><strong>([^<]+)</.exec(html)?.[1] ?? ''
    expect(await world.get(id)).toMatchObject({ status: 'INITIATED' })
    await world.service.client.connectedAccounts.confirm({ params: { nanoid: id }, body: { code } })
    expect(await world.get(id)).toMatchObject({
      status: 'ACTIVE',
      state: { val: { cloud_id: 'beta-2' } },
    })
  })
})

const link0 = () => `${world.service.url}/connect/lk_0123456789012345678901`

describe('a choice that is not made', () => {
  it('ends in time: the account is EXPIRED, and its grant is revoked', async () => {
    verifies('accounts.look-ups.choice.end')
    const { user, id, link, bearer } = await comeBack([acme, beta])
    pass(29)
    await expireLinksNow()
    expect((await user.visit(link.redirect_url)).html).toContain('<legend>Site</legend>')
    pass(2)
    expect((await user.visit(link.redirect_url)).status).toBe(410)
    expect((await answer(user, link.redirect_url, { choice: '0' })).status).toBe(403)
    await expireLinksNow()
    await expect
      .poll(() => world.revoked, { timeout: 60_000 })
      .toContain(bearer.slice('Bearer '.length))
    expect(await world.get(id)).toMatchObject({
      status: 'EXPIRED',
      status_reason: 'The user did not complete the connection in time',
    })
    expect(await count('connection_choices', id)).toBe(0)
  })

  it('has ten minutes when its user came back at the last one', async () => {
    verifies('accounts.look-ups.choice.end')
    const slug = await world.importSites({ oauth: true })
    const authConfigId = await world.authConfigOf(slug, { client_id: 'a', client_secret: 'b' })
    const link = await world.service.client.connectedAccounts.link({
      body: { auth_config_id: authConfigId, user_id: 'ada' },
    })
    world.sites.set('Bearer token-late-0123456789', [acme, beta])
    const user = createVisitor()
    const sent = await user.connect(link.redirect_url)
    pass(29)
    await user.visit(world.agree(sent.leadsTo, 'late'))
    pass(5)
    await expireLinksNow()
    expect((await answer(user, link.redirect_url, { choice: '0' })).status).toBe(200)
    expect(await world.get(link.connected_account_id)).toMatchObject({ status: 'ACTIVE' })
  })

  it('can be begun anew with another account', async () => {
    verifies('accounts.look-ups.choice.end')
    const { user, id, link, bearer } = await comeBack([acme, beta])
    const other = await answer(user, link.redirect_url, { instead: 'other', choice: '0' })
    expect(other.status).toBe(303)
    await expect
      .poll(() => world.revoked, { timeout: 60_000 })
      .toContain(bearer.slice('Bearer '.length))
    expect(await world.get(id)).toMatchObject({ status: 'INITIATED', status_reason: null })
    await agree(user, link.redirect_url, [beta])
    expect(await world.get(id)).toMatchObject({
      status: 'ACTIVE',
      state: { val: { cloud_id: 'beta-2' } },
    })
  })
})

describe('an API that is away', () => {
  it('is asked again on the page of the link, with the same grant', async () => {
    verifies('accounts.look-ups.again')
    const { user, id, link, bearer } = await comeBack(503)
    const page = await user.visit(link.redirect_url)
    expect(page.html).toMatch(/could not be asked for &quot;Site&quot;.*503/)
    expect(await world.get(id)).toMatchObject({
      status: 'INITIATED',
      status_reason: expect.stringMatching(/could not be asked for "Site".*503/),
    })
    await answer(user, link.redirect_url, { choice: 'again' })
    expect(await world.get(id)).toMatchObject({ status: 'INITIATED' })
    world.sites.set(bearer, [acme])
    expect((await answer(user, link.redirect_url, { choice: 'again' })).status).toBe(200)
    expect(await world.get(id)).toMatchObject({
      status: 'ACTIVE',
      state: { val: { cloud_id: 'acme-1' } },
    })
    expect(world.revoked).not.toContain(bearer.slice('Bearer '.length))
  })

  it('that has none in the end fails the connection', async () => {
    verifies('accounts.look-ups.none', 'accounts.look-ups.again')
    const { user, id, link, bearer } = await comeBack(503)
    world.sites.set(bearer, [])
    const page = await answer(user, link.redirect_url, { choice: 'again' })
    expect(page.status).toBe(400)
    expect(page.html).toContain('Try again')
    expect(await world.get(id)).toMatchObject({
      status: 'FAILED',
      status_reason: expect.stringContaining('has no "Site"'),
    })
    await expect
      .poll(() => world.revoked, { timeout: 60_000 })
      .toContain(bearer.slice('Bearer '.length))
    await agree(user, link.redirect_url, [acme])
    expect(await world.get(id)).toMatchObject({ status: 'ACTIVE' })
  })
})

describe('an account that is connected again', () => {
  /** Its credential came to its end. */
  const reconnect = async (id: string) => {
    const beside = await openServiceDatabase(shared.database)
    await beside.handle
      .withTables<{ connected_accounts: { id: string; status: string } }>()
      .updateTable('connected_accounts')
      .set({ status: 'EXPIRED' })
      .where('id', '=', id)
      .execute()
    const { redirect_url } = await world.service.client.connectedAccounts.refresh({
      params: { nanoid: id },
      body: {},
    })
    return redirect_url ?? ''
  }

  it('keeps its choice while it is there, and else chooses again', async () => {
    verifies('accounts.look-ups.former')
    const { user, id, link } = await comeBack([acme, beta])
    await answer(user, link.redirect_url, { choice: '1' })
    await agree(user, await reconnect(id), [acme, beta])
    expect(await world.get(id)).toMatchObject({
      status: 'ACTIVE',
      state: { val: { cloud_id: 'beta-2' } },
    })

    const url = await reconnect(id)
    const gone = await agree(user, url, [acme, { id: 'gamma-3', name: 'Gamma' }])
    expect(gone.back.status).toBe(303)
    await answer(user, url, { choice: '1' })
    expect(await world.get(id)).toMatchObject({ state: { val: { cloud_id: 'gamma-3' } } })
  })

  it('keeps its values where the API cannot be asked', async () => {
    verifies('accounts.look-ups.former')
    const { id, user } = await comeBack([acme])
    expect((await agree(user, await reconnect(id), 503)).back.status).toBe(200)
    expect(await world.get(id)).toMatchObject({
      status: 'ACTIVE',
      state: { val: { cloud_id: 'acme-1' } },
    })
  })

  it('takes nothing of another account of the same user, or of another user', async () => {
    verifies('accounts.look-ups.former')
    const first = await comeBack([acme])
    for (const user_id of ['ada', 'bea']) {
      const link = await world.service.client.connectedAccounts.link({
        body: { auth_config_id: first.authConfigId, user_id },
      })
      const user = createVisitor()
      await agree(user, link.redirect_url, 503)
      expect(await world.get(link.connected_account_id)).toMatchObject({ status: 'INITIATED' })
      const page = await user.visit(link.redirect_url)
      expect(page.html).not.toContain('acme-1')
    }
  })
})
