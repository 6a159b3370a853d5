import { describe, expect, it } from 'vitest'
import { s2sOauth2 } from '../../../src/service/auth-schemes/s2s-oauth2.ts'
import type { AccountValues } from '../../../src/service/auth-schemes/scheme.ts'
import { verifies } from '../../requirements.ts'
import { grantContext } from '../../support/grant-context.ts'
import { startAuthorizationServer } from '../../support/start-authorization-server.ts'
import { grantFailure } from './oauth-connection.ts'

const robot = { client_id: 'robot', client_secret: 'secret-of-the-robot' }

const start = () =>
  startAuthorizationServer({
    clients: [
      { ...robot, redirect_uris: [], response_types: [], grant_types: ['client_credentials'] },
    ],
    accessTokenSeconds: 300,
  })

const contextOf = (tokenUrl: string, given: { client?: AccountValues; values?: AccountValues }) =>
  grantContext({
    mode: 'S2S_OAUTH2',
    oauth: { tokenUrl, tokenParameters: { audience: 'api' } },
    ...given,
  })

describe('S2S_OAUTH2', () => {
  it.each<[string, { client: AccountValues; values?: AccountValues }]>([
    ['the account', { values: robot, client: { scopes: ['read'] } }],
    ['the auth config, for all of its accounts', { client: { ...robot, scopes: ['read'] } }],
  ])('gets a token for the client of %s, and another when it ends', async (_name, given) => {
    verifies('auth-schemes.s2s-oauth2')
    const server = await start()
    const context = contextOf(server.tokenUrl, given)
    const granted = await s2sOauth2.obtain?.(context)
    expect(server.tokenRequests()).toMatchObject([
      {
        form: { grant_type: 'client_credentials', scope: 'read', audience: 'api' },
        headers: {
          authorization: `Basic ${Buffer.from('robot:secret-of-the-robot').toString('base64')}`,
        },
      },
    ])
    expect(granted).toMatchObject({
      values: { access_token: expect.any(String), expires_in: 300 },
      expiresAt: new Date(context.now.getTime() + 300_000),
    })
    expect(s2sOauth2.canRefresh?.(granted?.values ?? {})).toBe(true)
    const again = await s2sOauth2.refresh?.(
      contextOf(server.tokenUrl, { ...given, values: { ...given.values, ...granted?.values } }),
    )
    expect(again?.values['access_token']).not.toBe(granted?.values['access_token'])
  })

  it('says whose client the provider refused', async () => {
    verifies('auth-schemes.s2s-oauth2')
    const server = await start()
    const wrong = { ...robot, client_secret: 'a-wrong-secret' }
    expect(
      await grantFailure(s2sOauth2.obtain?.(contextOf(server.tokenUrl, { values: wrong }))),
    ).toMatchObject({ kind: 'lost' })
    expect(
      await grantFailure(s2sOauth2.obtain?.(contextOf(server.tokenUrl, { client: wrong }))),
    ).toMatchObject({ kind: 'misconfigured' })
    expect(await grantFailure(s2sOauth2.obtain?.(contextOf(server.tokenUrl, {})))).toMatchObject({
      kind: 'misconfigured',
      message: expect.stringContaining('client_id'),
    })
  })

  it("never joins an account's client id with the secret of the auth config", async () => {
    verifies('auth-schemes.s2s-oauth2')
    const server = await start()
    await grantFailure(
      s2sOauth2.obtain?.(
        contextOf(server.tokenUrl, { client: robot, values: { client_id: 'robot' } }),
      ),
    )
    expect(JSON.stringify(server.tokenRequests())).not.toContain(
      Buffer.from('robot:secret-of-the-robot').toString('base64'),
    )
    expect(JSON.stringify(server.tokenRequests())).not.toContain('secret-of-the-robot')
  })

  it('needs the client id and secret of the account', () => {
    verifies('auth-schemes.s2s-oauth2')
    const definition = { mode: 'S2S_OAUTH2' as const, name: '', ...s2sOauth2.define({}) }
    expect(s2sOauth2.check(definition, {})).toEqual([
      'client_id is required',
      'client_secret is required',
    ])
    expect(s2sOauth2.check(definition, robot)).toEqual([])
    expect(s2sOauth2.check({ ...definition, accountFields: [] }, {})).toEqual([])
  })
})
