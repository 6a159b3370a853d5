import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifies } from '../../../requirements.ts'
import { json } from '../../../support/start-upstream.ts'
import { startRenewing } from '../../accounts/start-renewing.ts'

const refusal = { status: 200, body: { ok: false, error: 'token_expired' } }

let renewing: Awaited<ReturnType<typeof startRenewing>>
beforeAll(async () => {
  renewing = await startRenewing({
    answers: {
      failures: [
        { when: [{ in: 'status', one_of: [401] }], reconnect: true },
        { when: [{ in: 'body', path: 'ok', one_of: [false] }], code: 'error', reconnect: true },
      ],
    },
  })
})
afterAll(() => renewing.close())

describe('a credential that a rule says is of no use', () => {
  it('is renewed, and the call made again', async () => {
    verifies('tools.execute.reconnect')
    const { connect, call, account, provider } = renewing.begin({ refusal })
    const id = await connect()
    provider.refuseAccessTokens()
    expect(await call()).toMatchObject({ error: null, data: { method: 'GET' } })
    expect(provider.refreshes).toHaveLength(1)
    expect(provider.calls).toHaveLength(2)
    expect((await account(id)).status).toBe('ACTIVE')
  })

  it('is renewed once for many calls at a time', async () => {
    verifies('tools.execute.reconnect')
    const { connect, call, account, provider } = renewing.begin({ refusal })
    const id = await connect()
    provider.refuseAccessTokens()
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => call()))
    expect(outcomes.map(({ error }) => error)).toEqual(Array.from({ length: 10 }, () => null))
    expect(provider.refreshes).toHaveLength(1)
    expect((await account(id)).status).toBe('ACTIVE')
  })

  it.each([
    ['in an answer of 200', refusal],
    ['with 401', { status: 401, body: { error: 'invalid_token' } }],
  ])('%s also when it was renewed expires the account, with one event', async (_where, given) => {
    verifies('tools.execute.reconnect')
    let made = 0
    const { connect, call, account, countEvents, provider } = renewing.begin({
      refusal: given,
      fields: () => ({ access_token: `unknown-to-the-api-${(made += 1)}` }),
    })
    const id = await connect()
    provider.refuseAccessTokens()
    const outcomes = await Promise.all([call(), call(), call()])
    for (const { error } of outcomes) expect(error).toMatch(/EXPIRED|no active connection/)
    expect(provider.refreshes).toHaveLength(1)
    expect(await account(id)).toMatchObject({
      status: 'EXPIRED',
      status_reason: expect.stringContaining('"Notes" reported an error'),
    })
    expect(await countEvents('account.expired', id)).toBe(1)
  })

  it('expires the account when the provider renews it no longer', async () => {
    verifies('tools.execute.reconnect')
    const { connect, call, account, provider } = renewing.begin({ refusal })
    const id = await connect({ refresh_token: 'never-given' })
    provider.refuseAccessTokens()
    expect(await call()).toMatchObject({
      error: expect.stringContaining('EXPIRED: The provider takes the credential no longer'),
      data: { status: 200, body: refusal.body, code: 'token_expired' },
    })
    expect((await account(id)).status).toBe('EXPIRED')
  })

  it('leaves the account ACTIVE while the provider cannot be asked', async () => {
    verifies('tools.execute.reconnect')
    const { connect, call, account, provider } = renewing.begin({
      refusal,
      answerToken: (response) => {
        json(response, 503, {})
        return true
      },
    })
    const id = await connect()
    provider.refuseAccessTokens()
    expect((await call()).error).toMatch(
      /^"Notes" reported an error: "token_expired"\. The credential .* could not be renewed/,
    )
    expect((await account(id)).status).toBe('ACTIVE')
  })
})
