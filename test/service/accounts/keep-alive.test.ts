import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifies } from '../../requirements.ts'
import { json } from '../../support/start-upstream.ts'
import { startRenewing } from './start-renewing.ts'

let renewing: Awaited<ReturnType<typeof startRenewing>>
beforeAll(async () => {
  renewing = await startRenewing()
})
afterAll(() => renewing.close())

describe('a credential', () => {
  it('is renewed when a tenth of its life is left, and not before', async () => {
    verifies('accounts.renewal.before-end')
    const { connect, call, provider, pass } = renewing.begin()
    await connect()
    pass(3230)
    expect((await call()).error).toBe(null)
    expect(provider.refreshes).toEqual([])
    pass(20)
    const { error, data } = await call()
    expect({ error, refreshes: provider.refreshes.length }).toEqual({ error: null, refreshes: 1 })
    expect(data['token']).toBe('[redacted]')
    await call()
    pass(3000)
    await call()
    expect(provider.refreshes).toHaveLength(1)
  })

  it('that lives for ten minutes is renewed in its last, and one of a minute at half its life', async () => {
    verifies('accounts.renewal.before-end')
    for (const [lifetime, early, late] of [
      [600, 530, 15],
      [60, 25, 10],
    ] as const) {
      const { connect, call, provider, pass } = renewing.begin({
        fields: () => ({ expires_in: lifetime }),
      })
      await connect({ expires_in: lifetime })
      pass(early)
      await call()
      expect([lifetime, provider.refreshes.length]).toEqual([lifetime, 0])
      pass(late)
      await call()
      expect([lifetime, provider.refreshes.length]).toEqual([lifetime, 1])
      await call()
      expect([lifetime, provider.refreshes.length]).toEqual([lifetime, 1])
    }
  })

  it('that a wrong clock has renewed is renewed again when the clock is right', async () => {
    verifies('nodes.clock')
    const { connect, call, provider, pass } = renewing.begin()
    await connect()
    pass(400 * 86_400)
    expect((await call()).error).toBe(null)
    expect(provider.refreshes).toHaveLength(1)
    pass(-400 * 86_400)
    expect((await call()).error).toBe(null)
    expect(provider.refreshes).toHaveLength(2)
    await call()
    expect(provider.refreshes).toHaveLength(2)
  })

  it('that the API refuses is renewed once, and the call made again', async () => {
    verifies('accounts.renewal.refused')
    const { service, userId, connect, call, provider } = renewing.begin()
    await connect()
    await call()
    provider.refuseAccessTokens()
    const created = await service.client.tools.execute({
      params: { tool_slug: 'NOTES_CREATE_NOTE' },
      body: { user_id: userId, arguments: { text: 'hello' } },
    })
    expect(created).toMatchObject({ error: null, data: { method: 'POST', token: '[redacted]' } })
    expect(provider.refreshes).toHaveLength(1)
    expect(provider.calls).toHaveLength(3)
  })

  it('that the API refuses renewed too is answered as it is, and the provider left alone for a while', async () => {
    verifies('accounts.renewal.refused')
    const given: string[] = []
    const { connect, call, provider } = renewing.begin({
      fields: () => ({ access_token: `unknown-to-the-api-${given.push('')}` }),
    })
    await connect()
    provider.refuseAccessTokens()
    expect(await call()).toMatchObject({
      error: expect.stringContaining('answered 401'),
      data: { status: 401 },
    })
    expect(provider.refreshes).toHaveLength(1)
    await call()
    expect(provider.refreshes).toHaveLength(1)
  })

  it('keeps its refresh token when the provider gives no new one', async () => {
    verifies('accounts.renewal.keeps-refresh-token')
    const story = renewing.begin({
      answerToken: (response) => {
        json(response, 200, {
          access_token: story.provider.grant().access_token,
          token_type: 'bearer',
          expires_in: '3600',
        })
        return true
      },
    })
    const { connect, call, provider, pass } = story
    const { refresh_token } = provider.grant()
    await connect({ refresh_token })
    for (let round = 0; round < 2; round += 1) {
      pass(3600)
      expect((await call()).error).toBe(null)
    }
    expect(provider.refreshes).toEqual([refresh_token, refresh_token])
  })

  it('is renewed once for all calls that need it at the same time', async () => {
    verifies('accounts.renewal.once')
    const { connect, call, provider, pass } = renewing.begin({
      before: () => new Promise((resolve) => setTimeout(resolve, 200)),
    })
    await connect()
    pass(4000)
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => call()))
    expect(outcomes.filter(({ error }) => error !== null)).toEqual([])
    expect(provider.refreshes).toHaveLength(1)
    expect(new Set(outcomes.map(({ data }) => data['token'])).size).toBe(1)
  })

  it('without anything to renew it ends with its time, and its account is EXPIRED', async () => {
    verifies('accounts.renewal.lost')
    const { connect, call, account, countEvents, pass } = renewing.begin()
    const id = await connect({ refresh_token: undefined })
    pass(3650)
    expect((await call()).error).toBe(null)
    pass(100)
    expect((await call()).error).toMatch(
      /EXPIRED: The credential ended at .*Connect an account of "Notes"/,
    )
    expect(await account(id)).toMatchObject({
      status: 'EXPIRED',
      status_reason: expect.stringContaining('nothing to renew it with'),
    })
    expect(await countEvents('account.expired', id)).toBe(1)
  })

  it('is renewed also when the caller has gone away', async () => {
    verifies('accounts.renewal.once')
    const began = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    const { service, userId, connect, call, provider, pass } = renewing.begin({
      before: async () => {
        began.resolve()
        await release.promise
      },
    })
    await connect()
    pass(4000)
    const first = request(`${service.url}/api/v3/tools/execute/NOTES_LIST_NOTES`, {
      method: 'POST',
      headers: { 'x-api-key': service.apiKey, 'content-type': 'application/json' },
    })
    const gone = new Promise((resolve) => first.once('close', resolve))
    first.on('error', () => {}).end(JSON.stringify({ user_id: userId, arguments: {} }))
    await began.promise
    const second = call()
    first.destroy()
    await gone
    release.resolve()
    expect((await second).error).toBe(null)
    expect(provider.refreshes).toHaveLength(1)
  })
})

describe('a renewal that fails', () => {
  it('for good makes the account EXPIRED, with one event and no more tries', async () => {
    verifies('accounts.renewal.lost')
    const { service, userId, connect, call, account, provider, countEvents, pass } = renewing.begin(
      {
        answerToken: (response) => {
          json(response, 400, { error: 'invalid_grant', error_description: 'consent withdrawn' })
          return true
        },
      },
    )
    const id = await connect()
    pass(4000)
    const session = await service.client.sessions.create({ body: { user_id: userId } })
    const outcomes = await Promise.all(
      Array.from({ length: 5 }, () =>
        service.client.sessions.execute({
          params: { session_id: session.session_id },
          body: { tool_slug: 'NOTES_LIST_NOTES', arguments: {} },
        }),
      ),
    )
    for (const { error, data } of outcomes) {
      expect(error).toContain('connects it at')
      expect(data['redirect_url']).toContain('/connect/lk_')
    }
    expect((await call()).error).toContain('no active connection to "Notes"')
    expect(await account(id)).toMatchObject({
      status: 'EXPIRED',
      status_reason: expect.stringContaining('consent withdrawn'),
    })
    expect(provider.refreshes).toHaveLength(1)
    expect(provider.calls).toEqual([])
    expect(await countEvents('account.expired', id)).toBe(1)
  })

  it.each([429, 503])(
    'with %i is tried again later, while the credential that is still valid serves',
    async (status) => {
      verifies('accounts.renewal.unavailable')
      let isAway = true
      const { connect, call, account, provider, pass } = renewing.begin({
        answerToken: (response) => {
          if (isAway) response.writeHead(status).end()
          return isAway
        },
      })
      const id = await connect()
      pass(3400)
      expect(await Promise.all([call(), call(), call()])).toMatchObject([
        { error: null },
        { error: null },
        { error: null },
      ])
      expect(provider.refreshes).toHaveLength(1)
      pass(3)
      expect((await call()).error).toBe(null)
      pass(3)
      expect((await call()).error).toBe(null)
      expect(provider.refreshes).toHaveLength(2)
      expect(await account(id)).toMatchObject({
        status: 'ACTIVE',
        status_reason: expect.stringContaining('could not be renewed'),
      })
      pass(600)
      expect((await call()).error).toMatch(
        /"Notes" was not called: .* not tried again before 2026-/,
      )
      expect(await account(id)).toMatchObject({ status: 'ACTIVE' })
      isAway = false
      pass(600)
      expect((await call()).error).toBe(null)
      expect(await account(id)).toMatchObject({ status: 'ACTIVE', status_reason: null })
    },
  )

  it('leaves the provider alone for as long as it asks', async () => {
    verifies('accounts.renewal.unavailable')
    const { connect, call, provider, pass } = renewing.begin({
      answerToken: (response) => {
        response.writeHead(503, { 'retry-after': '120' }).end()
        return true
      },
    })
    await connect()
    pass(4000)
    await call()
    pass(110)
    await call()
    expect(provider.refreshes).toHaveLength(1)
    pass(20)
    await call()
    expect(provider.refreshes).toHaveLength(2)
  })

  it('since the provider cannot be reached leaves the account ACTIVE', async () => {
    verifies('accounts.renewal.unavailable')
    const { connect, call, account, pass } = renewing.begin({
      answerToken: (response) => {
        response.destroy()
        return true
      },
    })
    const id = await connect()
    pass(4000)
    expect((await call()).error).toContain('"Notes" was not called')
    expect(await account(id)).toMatchObject({ status: 'ACTIVE' })
  })

  it('by the fault of the auth config names it, and leaves the account ACTIVE', async () => {
    verifies('accounts.renewal.misconfigured')
    const { service, connect, call, account, provider, authConfigId, pass } = renewing.begin({
      answerToken: (response) => {
        json(response, 401, { error: 'invalid_client' })
        return true
      },
    })
    const id = await connect()
    pass(4000)
    for (let round = 0; round < 2; round += 1)
      expect((await call()).error).toContain(`The auth config ${authConfigId} must be mended`)
    expect(provider.refreshes).toHaveLength(1)
    expect(await account(id)).toMatchObject({
      status: 'ACTIVE',
      status_reason: expect.stringContaining(authConfigId),
    })
    const proxied = await service.request('POST', '/api/v3/tools/execute/proxy', {
      body: { connected_account_id: id, endpoint: '/notes', method: 'GET' },
    })
    expect(proxied).toMatchObject({
      status: 422,
      body: { error: { slug: 'unprocessable', message: expect.stringContaining(authConfigId) } },
    })
  })
})

describe('the proxy', () => {
  const proxy = { endpoint: '/notes', method: 'POST', body: { text: 'once' } }

  it('renews a credential that the API refuses, and sends the request again', async () => {
    verifies('accounts.renewal.refused')
    const { service, connect, provider } = renewing.begin()
    const id = await connect()
    provider.refuseAccessTokens()
    const answer = await service.request('POST', '/api/v3/tools/execute/proxy', {
      body: { ...proxy, connected_account_id: id },
    })
    expect(answer).toMatchObject({
      status: 200,
      body: { status: 200, data: { method: 'POST', token: '[redacted]' } },
    })
    expect(provider.refreshes).toHaveLength(1)
  })

  it('answers 422 for an account that has just EXPIRED, and passes a refusal on while the provider of tokens is away', async () => {
    verifies('accounts.renewal.lost', 'accounts.renewal.unavailable')
    let answer = 503
    const { service, connect, account, provider } = renewing.begin({
      answerToken: (response) => {
        json(response, answer, { error: 'invalid_grant' })
        return true
      },
    })
    const id = await connect()
    provider.refuseAccessTokens()
    const send = () =>
      service.request('POST', '/api/v3/tools/execute/proxy', {
        body: { ...proxy, connected_account_id: id },
      })
    expect(await send()).toMatchObject({ status: 200, body: { status: 401 } })
    expect(await account(id)).toMatchObject({ status: 'ACTIVE' })
    answer = 400
    const other = await connect()
    const lost = await service.request('POST', '/api/v3/tools/execute/proxy', {
      body: { ...proxy, connected_account_id: other },
    })
    expect(lost.status).toBe(200)
    provider.refuseAccessTokens()
    const refused = await service.request('POST', '/api/v3/tools/execute/proxy', {
      body: { ...proxy, connected_account_id: other },
    })
    expect(refused).toMatchObject({
      status: 422,
      body: {
        error: {
          slug: 'unprocessable',
          suggested_fix: expect.stringContaining(`${other}/refresh`),
        },
      },
    })
  })
})
