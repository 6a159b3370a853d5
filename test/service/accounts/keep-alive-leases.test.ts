import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient } from '../../../src/client/index.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { verifies } from '../../requirements.ts'
import { notesApi } from '../../support/notes-api.ts'
import { openServiceDatabase } from '../../support/open-service-database.ts'
import { createSharedDatabase, type SharedDatabase } from '../../support/shared-database.ts'
import { engine, startService } from '../../support/start-service.ts'
import { oauthToolkit, startTokenProvider } from '../../support/start-token-provider.ts'
import { json } from '../../support/start-upstream.ts'
import { startRenewing } from './start-renewing.ts'

let renewing: Awaited<ReturnType<typeof startRenewing>>
beforeAll(async () => {
  renewing = await startRenewing()
})
afterAll(() => renewing.close())

/** Holds a renewal at the provider until it is released. */
const holdRenewal = (stage: 'before' | 'after') => {
  const began = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const hold = async () => {
    began.resolve()
    await release.promise
  }
  return { behaviour: { [stage]: hold }, began: began.promise, release: release.resolve }
}

/** Writes a lease that a node left behind, or still holds. */
const writeLease = async (shared: SharedDatabase, id: string, until: string) => {
  const { sql } = await import('kysely')
  const database = await openServiceDatabase(shared.database)
  await sql`update connected_accounts set lease_owner = 'another node', lease_until = ${until} where id = ${id}`.execute(
    database.handle,
  )
}

describe('a lease that a dead node left behind', () => {
  it('is taken over, and nothing is lost when the provider was not reached', async () => {
    verifies('accounts.renewal.interrupted')
    const { connect, call, account, provider, shared, pass } = renewing.begin()
    const id = await connect()
    await writeLease(shared, id, '2020-01-01T00:00:00.000Z')
    pass(4000)
    expect((await call()).error).toBe(null)
    expect(await account(id)).toMatchObject({ status: 'ACTIVE', status_reason: null })
    expect(provider.refreshes).toHaveLength(1)
  })

  it('is taken over, and says what happened when the new credential was lost, also if it is known only later', async () => {
    verifies('accounts.renewal.interrupted')
    let isAway = true
    const { connect, call, account, shared, countEvents, pass } = renewing.begin({
      answerToken: (response) => {
        json(response, isAway ? 503 : 400, { error: 'invalid_grant' })
        return true
      },
    })
    const id = await connect()
    await writeLease(shared, id, '2020-01-01T00:00:00.000Z')
    pass(4000)
    expect((await call()).error).toContain('not tried again before')
    isAway = false
    pass(10)
    expect((await call()).error).toContain(
      'A renewal of the credential was interrupted (2019-12-31T23:59:15.000Z)',
    )
    expect(await account(id)).toMatchObject({
      status: 'EXPIRED',
      status_reason: expect.stringContaining('lost on its way'),
    })
    expect(await countEvents('account.expired', id)).toBe(1)
  })

  it.runIf(engine === 'postgres')('is waited for while its node may live', async () => {
    verifies('accounts.renewal.once')
    const { connect, call, provider, shared, pass } = renewing.begin()
    const id = await connect()
    // By the database's time, which no test controls.
    await writeLease(shared, id, new Date(Date.now() + 40_000).toISOString())
    pass(4000)
    const waiting = call()
    await pause(700)
    expect(provider.refreshes).toEqual([])
    await writeLease(shared, id, '2020-01-01T00:00:00.000Z')
    expect((await waiting).error).toBe(null)
    expect(provider.refreshes).toHaveLength(1)
  })
})

describe('while a credential is being renewed', () => {
  it('its account may be deleted, and never comes back; the new credential is revoked', async () => {
    verifies('accounts.renewal.deleted', 'accounts.revoke')
    const { behaviour, began, release } = holdRenewal('after')
    const { service, connect, call, provider, pass } = renewing.begin(behaviour)
    const id = await connect()
    pass(4000)
    const calling = call()
    await began
    await service.client.connectedAccounts.delete({ params: { nanoid: id } })
    release()
    expect((await calling).error).toContain('was deleted')
    expect((await service.request('GET', `/api/v3/connected_accounts/${id}`)).status).toBe(404)
    expect(provider.calls).toEqual([])
    // Of the credential that the account had, and of the one that came too late.
    await expect.poll(() => new Set(provider.revocations).size, { timeout: 60_000 }).toBe(4)
  })

  it('its account may be switched off, stays so, and has the new credential when it is switched on again', async () => {
    verifies('accounts.renewal.switched-off')
    const { behaviour, began, release } = holdRenewal('after')
    const { service, connect, call, account, provider, pass } = renewing.begin(behaviour)
    const id = await connect()
    pass(4000)
    const calling = call()
    await began
    const setStatus = (enabled: boolean) =>
      service.client.connectedAccounts.setStatus({ params: { nanoid: id }, body: { enabled } })
    await setStatus(false)
    release()
    await calling
    expect(await account(id)).toMatchObject({ status: 'INACTIVE', is_disabled: true })
    pass(4000)
    expect((await call()).error).toContain('no active connection')
    expect(provider.refreshes).toHaveLength(1)
    await setStatus(true)
    expect((await call()).error).toBe(null)
    expect(new Set(provider.refreshes).size).toBe(2)
  })

  it('the service that stops waits for it, and loses nothing', async () => {
    verifies('accounts.renewal.once')
    const { behaviour, began, release } = holdRenewal('after')
    const provider = await startTokenProvider(behaviour)
    const shared = await createSharedDatabase()
    const start = () => startService({ database: shared.database, egressAllow: [provider.host] })
    const service = await start()
    await importToolkit(service, oauthToolkit(provider))
    const { auth_config } = await service.client.authConfigs.create({
      body: {
        toolkit: { slug: 'notes' },
        auth_config: {
          type: 'use_custom_auth',
          credentials: { client_id: 'client', client_secret: 'client-secret-0123' },
        },
      },
    })
    const val = {
      ...provider.grant(),
      expires_at: '2020-01-01T00:00:00Z',
      status: 'ACTIVE' as const,
    }
    await service.client.connectedAccounts.create({
      body: {
        auth_config: { id: auth_config.id },
        connection: { user_id: 'ada', state: { authScheme: 'OAUTH2', val } },
      },
    })
    const execute = {
      params: { tool_slug: 'NOTES_LIST_NOTES' },
      body: { user_id: 'ada', arguments: {} },
    }
    const calling = service.client.tools.execute(execute).catch(() => undefined)
    await began
    const closed = service.close()
    release()
    await calling
    await closed
    provider.behave({})
    const again = await start()
    const outcome = await createClient({
      baseUrl: again.url,
      apiKey: service.apiKey,
      retries: 0,
    }).tools.execute(execute)
    expect(outcome.error).toBe(null)
    expect(provider.refreshes).toEqual([])
  })
})

describe('clocks', () => {
  it.each([-90_000, 90_000])('that are %i ms apart do no harm', async (skewMs) => {
    verifies('accounts.renewal.clock-skew')
    // On PostgreSQL beside the first service, on SQLite in its place.
    const story = renewing.begin()
    const { connect, provider, pass, account } = story
    if (engine !== 'postgres') {
      // The provider's clock is apart: what it says of the end is too early or too late.
      const id = await connect({ expires_in: 3600 + skewMs / 1000 })
      pass(3300)
      if (skewMs > 0) provider.refuseAccessTokens()
      for (let round = 0; round < 5; round += 1) expect((await story.call()).error).toBe(null)
      expect(provider.refreshes.length).toBeLessThanOrEqual(1)
      expect(await account(id)).toMatchObject({ status: 'ACTIVE' })
      return
    }
    const beside = await story.startBeside(skewMs)
    const id = await connect()
    for (const [seconds, refreshes] of [
      [3000, 0],
      [300, 1],
      [3000, 1],
      [600, 2],
    ] as const) {
      pass(seconds)
      const outcomes = await Promise.all([
        story.call(),
        story.call(beside),
        story.call(),
        story.call(beside),
      ])
      expect(outcomes.map(({ error }) => error)).toEqual([null, null, null, null])
      expect(provider.refreshes).toHaveLength(refreshes)
    }
    expect(new Set(provider.refreshes).size).toBe(2)
    expect(await account(id)).toMatchObject({ status: 'ACTIVE' })
  })
})

describe('what is written down of a renewal', () => {
  it('holds neither the old nor the new tokens, nor those within', async () => {
    verifies('accounts.renewal.secrets')
    const nested = 'nested-user-token-0123456789'
    const { service, userId, connect, call, provider } = renewing.begin({
      fields: () => ({ scope: 'notes:read notes:write', authed_user: { access_token: nested } }),
    })
    await connect({ authed_user: { access_token: 'former-nested-user-token' } })
    await call()
    provider.refuseAccessTokens()
    const echoed = { text: `${nested} former-nested-user-token notes:read notes:write` }
    const { data, error } = await service.client.tools.execute({
      params: { tool_slug: 'NOTES_CREATE_NOTE' },
      body: { user_id: userId, arguments: echoed },
    })
    expect({ error, token: data['token'] }).toEqual({ error: null, token: '[redacted]' })
    const { items } = await service.client.logs.list({ query: { user_ids: [userId] } })
    const logs = JSON.stringify(
      await Promise.all(items.map(({ id }) => service.client.logs.get({ params: { id } }))),
    )
    for (const secret of [
      ...provider.calls,
      ...provider.refreshes,
      nested,
      'former-nested-user-token',
    ])
      expect(logs).not.toContain(secret)
    expect(logs).toContain('notes:read notes:write')
  })
})

describe('deleting an account', () => {
  it(
    'revokes its credential at the provider, in the background, until the provider has taken it',
    { timeout: 60_000 },
    async () => {
      verifies('accounts.revoke')
      let isAway = true
      const { service, connect, provider, pass } = renewing.begin({
        answerRevocation: () => (isAway ? 503 : 200),
      })
      const grant = provider.grant()
      const id = await connect(grant)
      await service.client.connectedAccounts.delete({ params: { nanoid: id } })
      expect((await service.request('GET', `/api/v3/connected_accounts/${id}`)).status).toBe(404)
      await expect.poll(() => provider.revocations.length, { timeout: 60_000 }).toBe(1)
      isAway = false
      // Again and again: the wait for the next try begins a moment after the answer.
      const taken = () => {
        pass(1)
        return provider.revocations.slice(1).toSorted()
      }
      await expect
        .poll(taken, { timeout: 60_000, interval: 200 })
        .toEqual([grant.access_token, grant.refresh_token].toSorted())
    },
  )

  it('with nothing to revoke asks nobody', async () => {
    verifies('accounts.revoke')
    const { service, provider, shared } = renewing.begin()
    await importToolkit(service, { slug: 'keyed', source: { openapi: notesApi(provider.url) } })
    const { auth_config } = await service.client.authConfigs.create({
      body: { toolkit: { slug: 'keyed' } },
    })
    const { id } = await service.client.connectedAccounts.create({
      body: {
        auth_config: { id: auth_config.id },
        connection: {
          state: { authScheme: 'API_KEY', val: { generic_api_key: 'key-0123456789' } },
        },
      },
    })
    await service.client.connectedAccounts.delete({ params: { nanoid: id } })
    const jobs =
      engine === 'postgres'
        ? await shared.query(`select data from pgboss.job where name = 'accounts.revoke'`)
        : await shared.query(`select data from jobs where queue = 'accounts.revoke'`)
    expect(jobs.filter(({ data }) => JSON.stringify(data).includes(id))).toEqual([])
    expect(provider.revocations).toEqual([])
  })
})

describe('an account that needs no user for another credential', () => {
  it('obtains one when the old one ends', async () => {
    verifies('accounts.renewal.before-end')
    const { service, userId, provider, pass, account } = renewing.begin({
      answerToken: (response) => {
        json(response, 200, {
          access_token: provider.grant().access_token,
          token_type: 'Bearer',
          expires_in: 600,
        })
        return true
      },
    })
    await importToolkit(service, {
      ...oauthToolkit(provider),
      slug: 'machine',
      auth: { scheme: 'S2S_OAUTH2', oauth: { token_url: `${provider.url}/token` } },
    })
    const { auth_config } = await service.client.authConfigs.create({
      body: { toolkit: { slug: 'machine' } },
    })
    const val = { client_id: 'machine', client_secret: 'machine-secret-0123' }
    const { id } = await service.client.connectedAccounts.create({
      body: {
        auth_config: { id: auth_config.id },
        connection: { user_id: userId, state: { authScheme: 'S2S_OAUTH2', val } },
      },
    })
    const execute = () =>
      service.client.tools.execute({
        params: { tool_slug: 'MACHINE_LIST_NOTES' },
        body: { user_id: userId, arguments: {} },
      })
    expect((await execute()).error).toBe(null)
    const before = provider.refreshes.length
    pass(700)
    expect((await execute()).error).toBe(null)
    expect(provider.refreshes.length).toBe(before + 1)
    expect(await account(id)).toMatchObject({ status: 'ACTIVE' })
  })
})
