import { describe, expect, it } from 'vitest'
import { describeApi, importTools, operation } from './describe-api.ts'

const toolkitOf = async (
  securitySchemes: object,
  paths: Record<string, unknown> = { '/x': { get: operation() } },
  more: object = {},
) => importTools(describeApi(paths, { components: { securitySchemes }, ...more }))

describe('security schemes', () => {
  it('become auth schemes with the fields that accounts store', async () => {
    const { toolkit } = await toolkitOf({
      basic: { type: 'http', scheme: 'Basic' },
      bearer: { type: 'http', scheme: 'bearer' },
      key: { type: 'apiKey', in: 'query', name: 'api_key' },
    })
    expect(
      toolkit.authSchemes.map(({ mode, accountFields }) => [
        mode,
        accountFields.map(({ name, isSecret }) => `${name}${isSecret ? ' secret' : ''}`),
      ]),
    ).toEqual([
      ['BASIC', ['username', 'password secret']],
      ['BEARER_TOKEN', ['token secret']],
      ['API_KEY', ['generic_api_key secret']],
    ])
    expect(toolkit.authSchemes[2]?.placements).toEqual([
      { field: 'generic_api_key', in: 'query', name: 'api_key' },
    ])
  })

  it('that are needed together are one scheme', async () => {
    const { toolkit, report } = await toolkitOf(
      {
        appKey: { type: 'apiKey', in: 'header', name: 'DD-APP' },
        apiKey: { type: 'apiKey', in: 'header', name: 'DD-API' },
        cookie: { type: 'apiKey', in: 'cookie', name: 'sid' },
      },
      {
        '/x': { get: operation({ security: [{ cookie: [] }] }) },
        '/y': { get: operation(), post: operation() },
      },
      { security: [{ apiKey: [], appKey: [] }] },
    )
    expect(toolkit.authSchemes).toMatchObject([
      {
        mode: 'API_KEY',
        placements: [
          { field: 'generic_api_key', in: 'header', name: 'DD-API' },
          { field: 'app_key', in: 'header', name: 'DD-APP' },
        ],
      },
    ])
    expect(report.notes).toEqual([
      'Security scheme "cookie" is left out: "apiKey+appKey" is the API_KEY scheme of this toolkit',
    ])
  })

  it('of OAuth keep addresses and scopes', async () => {
    const flows = {
      authorizationCode: {
        authorizationUrl: '/oauth/authorize',
        tokenUrl: 'https://id.shop.example/token',
        refreshUrl: '/oauth/refresh',
        scopes: { read: 'Read', write: 'Write' },
      },
    }
    const { toolkit, tools } = await toolkitOf(
      { login: { type: 'oauth2', flows } },
      { '/x': { get: operation({ security: [{ login: ['read'] }, {}] }) } },
    )
    expect(toolkit.authSchemes).toMatchObject([
      {
        mode: 'OAUTH2',
        oauth: {
          authorizationUrl: 'https://api.shop.example/oauth/authorize',
          tokenUrl: 'https://id.shop.example/token',
          refreshUrl: 'https://api.shop.example/oauth/refresh',
          scopes: { read: 'Read', write: 'Write' },
        },
      },
    ])
    expect(tools[0]).toMatchObject({ scopes: ['read'], noAuth: false })
  })

  it('with client credentials only are for servers', async () => {
    const { toolkit } = await toolkitOf({
      machine: {
        type: 'oauth2',
        flows: { clientCredentials: { tokenUrl: 'https://id.shop.example/token', scopes: {} } },
      },
    })
    expect(
      toolkit.authSchemes.map(({ mode, accountFields }) => [
        mode,
        accountFields.map(({ name }) => name),
      ]),
    ).toEqual([['S2S_OAUTH2', ['client_id', 'client_secret']]])
  })

  it('that can not be carried out are noted', async () => {
    const { toolkit, report } = await toolkitOf({
      tls: { type: 'mutualTLS' },
      digest: { type: 'http', scheme: 'digest' },
      oidc: {
        type: 'openIdConnect',
        openIdConnectUrl: 'https://id.shop.example/.well-known/openid-configuration',
      },
      old: {
        type: 'oauth2',
        flows: { implicit: { authorizationUrl: 'https://id.shop.example/authorize', scopes: {} } },
      },
    })
    expect(toolkit.authSchemes).toEqual([])
    expect(report.notes.map((note) => /"(\w+)"/.exec(note)?.[1])).toEqual([
      'tls',
      'digest',
      'oidc',
      'old',
    ])
  })
})

describe('whether a tool needs an account', () => {
  const bearer = { bearer: { type: 'http', scheme: 'bearer' } }
  const noAuth = (imported: { tools: { operation: string; noAuth: boolean }[] }) =>
    imported.tools.map(({ operation, noAuth }) => `${operation} ${noAuth}`)

  it('is said by the operation, then by the document', async () => {
    const paths = { '/open': { get: operation({ security: [] }) }, '/shut': { get: operation() } }
    expect(noAuth(await toolkitOf(bearer, paths, { security: [{ bearer: [] }] }))).toEqual([
      'GET /open true',
      'GET /shut false',
    ])
    expect(
      noAuth(
        await toolkitOf(bearer, {
          '/open': { get: operation() },
          '/shut': { get: operation({ security: [{ bearer: [] }] }) },
        }),
      ),
    ).toEqual(['GET /open true', 'GET /shut false'])
  })

  it('is assumed where a document with schemes never says', async () => {
    expect(noAuth(await toolkitOf(bearer))).toEqual(['GET /x false'])
  })

  it('is denied where there is no scheme, and decided by the importer who gives one', async () => {
    const document = describeApi({ '/x': { get: operation() } })
    const auth = [
      { mode: 'BEARER_TOKEN' as const, name: 'token', authConfigFields: [], accountFields: [] },
    ]
    expect(noAuth(await importTools(document))).toEqual(['GET /x true'])
    const given = await importTools(document, { auth })
    expect(noAuth(given)).toEqual(['GET /x false'])
    expect(given.toolkit.authSchemes).toEqual(auth)
  })
})
