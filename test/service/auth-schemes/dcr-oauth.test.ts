import { describe, expect, it } from 'vitest'
import { dcrOauth } from '../../../src/service/auth-schemes/dcr-oauth.ts'
import {
  clientMetadata,
  clientMetadataUrl,
  type OAuthDefinition,
} from '../../../src/service/auth-schemes/index.ts'
import type { AccountValues, Authorization } from '../../../src/service/auth-schemes/scheme.ts'
import { verifies } from '../../requirements.ts'
import { grantContext } from '../../support/grant-context.ts'
import { startAuthorizationServer } from '../../support/start-authorization-server.ts'
import { json, startUpstream } from '../../support/start-upstream.ts'
import { callbackUrl, connect, grantFailure, state } from './oauth-connection.ts'

const flow = dcrOauth.authorization as Authorization
const hand = { client_id: 'by-hand', client_secret: 'secret-by-hand' }

const contextOf = (
  oauth: OAuthDefinition,
  { client = {}, values = {} }: { client?: AccountValues; values?: AccountValues } = {},
) => grantContext({ mode: 'DCR_OAUTH', oauth, client: { scopes: ['read'], ...client }, values })

const stored = (values: Record<string, unknown>) =>
  JSON.parse(JSON.stringify(values)) as Record<string, unknown>

describe('DCR_OAUTH', () => {
  it('registers a client, which becomes values of the account, and refreshes with it', async () => {
    verifies('auth-schemes.dcr-oauth')
    const server = await startAuthorizationServer()
    const { granted } = await connect(server, flow, contextOf({ issuer: server.issuer }))
    const registration = server.received.find(({ path }) => path === '/reg')
    expect(registration).toMatchObject({
      status: 201,
      form: {
        client_name: 'Plugboard',
        redirect_uris: [callbackUrl],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'client_secret_basic',
        scope: 'read',
      },
    })
    const answer = registration?.answer as Record<string, unknown>
    const values = stored(granted.values)
    expect(values).toMatchObject({
      client_id: answer['client_id'],
      client_secret: answer['client_secret'],
      client_id_issued_at: expect.any(Number),
      client_secret_expires_at: 0,
      access_token: expect.any(String),
      refresh_token: expect.any(String),
    })
    const renewed = await dcrOauth.refresh?.(contextOf({ issuer: server.issuer }, { values }))
    expect(renewed?.values['access_token']).not.toBe(values['access_token'])
    await dcrOauth.revoke?.(
      contextOf({ issuer: server.issuer }, { values: { ...values, ...renewed?.values } }),
    )
    expect(
      server.received
        .filter(({ path }) => path === '/token/revocation')
        .map(({ status }) => status),
    ).toEqual([200, 200])
  })

  it('registers where the toolkit says, and as what the toolkit says', async () => {
    verifies('auth-schemes.dcr-oauth')
    const server = await startAuthorizationServer()
    const { authorizationUrl, tokenUrl, registrationUrl } = server
    const { granted } = await connect(
      server,
      flow,
      contextOf({ authorizationUrl, tokenUrl, registrationUrl, clientAuthentication: 'none' }),
    )
    expect(stored(granted.values)).toMatchObject({ token_endpoint_auth_method: 'none' })
    expect(stored(granted.values)).not.toHaveProperty('client_secret')
    expect(server.received.map(({ path }) => path)).not.toContain(
      '/.well-known/oauth-authorization-server',
    )
  })

  it('registers anew when the user agrees anew, and nothing of the client before stays', async () => {
    verifies('auth-schemes.dcr-oauth')
    const server = await startAuthorizationServer()
    const { granted: first } = await connect(server, flow, contextOf({ issuer: server.issuer }))
    const values = stored(first.values)
    const { granted: second } = await connect(
      server,
      flow,
      contextOf({ issuer: server.issuer, clientAuthentication: 'none' }, { values }),
    )
    expect(second.values['client_id']).not.toBe(first.values['client_id'])
    expect(stored({ ...values, ...second.values })).not.toHaveProperty('client_secret')
  })

  it.each([
    ['the account', { values: hand }, hand],
    ['the auth config', { client: hand }, hand],
    [
      'the account, until its secret expires',
      { values: { ...hand, client_secret_expires_at: 1 } },
      undefined,
    ],
  ])('uses a client that was registered by hand, of %s', async (_name, given, expected) => {
    verifies('auth-schemes.dcr-oauth')
    const server = await startAuthorizationServer({ clients: [hand], redirectUris: [callbackUrl] })
    const { url } = await connect(server, flow, contextOf({ issuer: server.issuer }, given))
    expect(url.searchParams.get('client_id') === hand.client_id).toBe(expected !== undefined)
    expect(server.received.some(({ path }) => path === '/reg')).toBe(expected === undefined)
  })

  it('is known by the address of a document where the provider takes one', async () => {
    verifies('auth-schemes.dcr-oauth.document')
    const publicUrl = 'https://plugboard.example'
    const address = clientMetadataUrl(publicUrl, 'as_1')
    const document = { ...clientMetadata(publicUrl, 'as_1'), redirect_uris: [callbackUrl] }
    const server = await startAuthorizationServer({ documents: { [address]: document } })
    const context = {
      ...contextOf({ issuer: server.issuer }),
      clientDocument: { url: address, callbackUrl },
    }
    const { granted, url } = await connect(server, flow, context)
    expect(url.searchParams.get('client_id')).toBe(
      'https://plugboard.example/oauth/client/as_1.json',
    )
    expect(granted.values).toMatchObject({
      client_id: 'https://plugboard.example/oauth/client/as_1.json',
      access_token: expect.any(String),
    })
    expect(server.received.some(({ path }) => path === '/reg')).toBe(false)
    const renewed = await dcrOauth.refresh?.({ ...context, values: stored(granted.values) })
    expect(renewed?.values['access_token']).toEqual(expect.any(String))
  })

  it.each([
    ['registers instead', true, undefined],
    ['is not begun with where it cannot', false, /iss \(RFC 9207\)/],
  ])('at a provider whose answers do not promise iss %s', async (_name, registers, problem) => {
    verifies('auth-schemes.dcr-oauth.document-iss')
    const server = await startUpstream((request, response) =>
      request.url.startsWith('/.well-known/')
        ? json(response, 200, {
            issuer: server.url,
            authorization_endpoint: `${server.url}/a`,
            token_endpoint: `${server.url}/t`,
            client_id_metadata_document_supported: true,
            ...(registers && { registration_endpoint: `${server.url}/r` }),
          })
        : json(response, 201, { client_id: 'registered', token_endpoint_auth_method: 'none' }),
    )
    const context = {
      ...contextOf({ issuer: server.url }),
      clientDocument: {
        url: 'https://plugboard.example/oauth/client/cd_1.json',
        callbackUrl: 'https://plugboard.example/oauth/callback/cd_1',
      },
    }
    const begun = flow.begin(context, { callbackUrl, state })
    if (problem)
      return expect(await grantFailure(begun)).toMatchObject({
        kind: 'misconfigured',
        message: expect.stringMatching(problem),
      })
    const { searchParams } = new URL((await begun).url)
    expect([searchParams.get('client_id'), searchParams.get('redirect_uri')]).toEqual([
      'registered',
      callbackUrl,
    ])
  })

  it('describes itself in that document', () => {
    verifies('auth-schemes.dcr-oauth.document')
    expect(clientMetadata('https://plugboard.example', 'as_1')).toEqual({
      client_id: 'https://plugboard.example/oauth/client/as_1.json',
      client_name: 'Plugboard',
      client_uri: 'https://plugboard.example',
      redirect_uris: ['https://plugboard.example/oauth/callback/as_1'],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    })
  })

  it('a client that the provider has forgotten needs the user', async () => {
    verifies('auth-schemes.dcr-oauth')
    const server = await startAuthorizationServer()
    const values = {
      ...hand,
      refresh_token: 'r',
      token_endpoint_auth_method: 'client_secret_basic',
      registered_for: callbackUrl,
    }
    expect(
      await grantFailure(dcrOauth.refresh?.(contextOf({ issuer: server.issuer }, { values }))),
    ).toMatchObject({ kind: 'lost', message: expect.stringContaining('invalid_client') })
  })

  it.each([
    ['publishes nothing', () => ({})],
    [
      'publishes another issuer',
      (url: string) => ({
        issuer: 'https://other.example',
        authorization_endpoint: `${url}/a`,
        token_endpoint: `${url}/t`,
        registration_endpoint: `${url}/r`,
      }),
    ],
    [
      'publishes an address that is none',
      (url: string) => ({
        issuer: url,
        authorization_endpoint: 'javascript:alert(1)',
        token_endpoint: `${url}/t`,
        registration_endpoint: `${url}/r`,
      }),
    ],
    [
      'takes no clients',
      (url: string) => ({
        issuer: url,
        authorization_endpoint: `${url}/a`,
        token_endpoint: `${url}/t`,
      }),
    ],
    [
      'refuses the client',
      (url: string) => ({
        issuer: url,
        authorization_endpoint: `${url}/a`,
        token_endpoint: `${url}/t`,
        registration_endpoint: `${url}/r`,
      }),
    ],
  ])('an issuer that %s is not begun with', async (_name, publish) => {
    verifies('auth-schemes.dcr-oauth')
    const issuer = await startUpstream((request, response) =>
      request.url.startsWith('/.well-known/')
        ? json(response, 200, publish(issuer.url))
        : json(response, 400, {
            error: 'invalid_redirect_uri',
            error_description: 'no such place',
          }),
    )
    expect(
      await grantFailure(flow.begin(contextOf({ issuer: issuer.url }), { callbackUrl, state })),
    ).toMatchObject({ kind: 'misconfigured' })
  })

  it('sends an answer without its issuer back where the provider says that it names it always', async () => {
    verifies('auth-schemes.oauth2.answer')
    const server = await startAuthorizationServer()
    const context = contextOf({ issuer: server.issuer })
    const { url, pending } = await flow.begin(context, { callbackUrl, state })
    const { searchParams: answer } = await server.authorize(url)
    answer.delete('iss')
    expect(
      await grantFailure(
        flow.complete(context, { callbackUrl, state, pending: stored(pending), answer }),
      ),
    ).toMatchObject({ kind: 'denied', message: expect.stringContaining('iss') })
    expect(server.tokenRequests()).toEqual([])
  })
})
