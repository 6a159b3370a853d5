import { describe, expect, it } from 'vitest'
import { rankWarnings, verdictOf } from '../../../../src/service/catalog/import-warning.ts'
import { verifies } from '../../../requirements.ts'
import { describeApi, importTools, operation } from './describe-api.ts'

const toolkitOf = async (
  securitySchemes: object,
  paths: Record<string, unknown> = { '/x': { get: operation() } },
  more: object = {},
) => importTools(describeApi(paths, { components: { securitySchemes }, ...more }))

const codeFlow = (tokenUrl: string) => ({
  type: 'oauth2',
  flows: {
    authorizationCode: {
      authorizationUrl: 'https://pages.example/authorize',
      tokenUrl,
      scopes: {},
    },
  },
})

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
        openIdConnectUrl: 'https://id.shop.example/configuration',
      },
    })
    expect(toolkit.authSchemes).toEqual([])
    expect(report.notes.map((note) => /"(\w+)"/.exec(note)?.[1])).toEqual(['tls', 'digest', 'oidc'])
    expect(report.warnings).toMatchObject([{ code: 'no_credentials' }])
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

describe('auth of the import request', () => {
  const auth = [
    { mode: 'BEARER_TOKEN' as const, name: 'token', authConfigFields: [], accountFields: [] },
  ]
  const open = describeApi(
    {
      '/pages': { get: operation({ security: [] }), post: operation({ security: [] }) },
      '/public': { get: operation({ security: [] }) },
    },
    { components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } } },
  )
  const openOnes = (tools: { operation: string; noAuth: boolean }[]) =>
    tools.filter(({ noAuth }) => noAuth).map((tool) => tool.operation)

  it('wins over what operations claim', async () => {
    verifies('imports.auth-wins')
    const { tools, report } = await importTools(open, { auth })
    expect(openOnes(tools)).toEqual([])
    expect(report.warnings).toEqual([])
  })

  it('holds for the operations that it names', async () => {
    const { tools } = await importTools(open, { auth, authAppliesTo: ['/pages'] })
    expect(openOnes(tools)).toEqual(['GET /public'])
  })

  it('is asked for where most operations claim to be open', async () => {
    const { tools, report } = await importTools(open)
    expect(openOnes(tools)).toHaveLength(3)
    expect(report.warnings).toMatchObject([
      {
        code: 'open_operations',
        message: expect.stringContaining('3 of 3 operations'),
        fix: expect.stringContaining('`auth` {"scheme":"BEARER_TOKEN"} (--auth BEARER_TOKEN)'),
      },
    ])
    expect(verdictOf(rankWarnings(report.warnings))).toBe('incomplete')
  })

  it.each([
    [
      'a key',
      { type: 'apiKey', in: 'header', name: 'X-Pages-Key' },
      '"placements":[{"field":"generic_api_key","in":"header","name":"X-Pages-Key"}]} (--auth-header X-Pages-Key)',
    ],
    [
      'an OAuth provider',
      codeFlow('https://pages.example/token'),
      '"token_url":"https://pages.example/token"}} (--auth OAUTH2 --authorization-url https://pages.example/authorize --token-url https://pages.example/token)',
    ],
    [
      'an address that a shell would run, so it is no command',
      codeFlow('https://pages.example/$(id)'),
      '"token_url":"https://pages.example/$(id)"}}: it holds',
    ],
    [
      'an address that nobody reads',
      codeFlow(`https://pages.example/${'x'.repeat(1_000)}`),
      '`auth` {"scheme":"OAUTH2"} (--auth OAUTH2)',
    ],
  ])('is suggested as the description has it: %s', async (_what, scheme, said) => {
    const { report } = await importTools(
      describeApi(
        { '/pages': { get: operation({ security: [] }) } },
        { components: { securitySchemes: { declared: scheme } } },
      ),
    )
    expect(report.warnings[0]?.fix).toContain(said)
  })

  it('is asked for where nothing says how to authenticate, unless it says that nothing is needed', async () => {
    const silent = describeApi({ '/x': { get: operation() } })
    expect((await importTools(silent)).report.warnings).toMatchObject([
      { code: 'no_credentials', fix: expect.stringContaining('--auth') },
    ])
    expect((await importTools(silent, { auth: [] })).report.warnings).toEqual([])
  })
})

describe('a scheme of several', () => {
  const flows = (names: string[]) => ({
    type: 'oauth2',
    flows: Object.fromEntries(
      names.map((name) => [
        name,
        {
          scopes: { read: '' },
          ...(name !== 'clientCredentials' &&
            name !== 'password' && { authorizationUrl: 'https://id.shop.example/authorize' }),
          ...(name !== 'implicit' && { tokenUrl: 'https://id.shop.example/token' }),
        },
      ]),
    ),
  })

  it('is not the one that its author calls old', async () => {
    const { toolkit } = await toolkitOf({
      developer_key: { type: 'apiKey', in: 'query', name: 'devkey' },
      legacy: { type: 'apiKey', in: 'header', name: 'X-Old' },
      apps: { type: 'apiKey', in: 'header', name: 'X-App' },
    })
    expect(toolkit.authSchemes[0]?.placements?.[0]?.name).toBe('X-App')
  })

  it('is complete where one is: the flow for browsers is part of the one with codes', async () => {
    const { toolkit, report } = await toolkitOf(
      { browser: flows(['implicit']), server: flows(['authorizationCode']) },
      { '/x': { get: operation({ security: [{ browser: ['read'], server: ['read'] }] }) } },
    )
    expect(toolkit.authSchemes).toMatchObject([
      { mode: 'OAUTH2', oauth: { tokenUrl: 'https://id.shop.example/token' } },
    ])
    expect(report.warnings).toEqual([])
    expect(report.notes).toEqual([])
  })

  it('for browsers alone lacks the address of tokens, and the report says so', async () => {
    const { toolkit, report } = await toolkitOf({ browser: flows(['implicit']) })
    expect(toolkit.authSchemes).toMatchObject([{ mode: 'OAUTH2' }])
    expect(report.warnings).toMatchObject([{ code: 'missing_token_url' }])
  })

  it('for passwords alone takes a token', async () => {
    const { toolkit, report } = await toolkitOf({ login: flows(['password']) })
    expect(toolkit.authSchemes.map(({ mode }) => mode)).toEqual(['BEARER_TOKEN'])
    expect(report.notes).toEqual([expect.stringContaining('not asked for')])
  })

  it('that is needed beside another is warned of', async () => {
    const { report } = await toolkitOf(
      {
        bearer: { type: 'http', scheme: 'bearer' },
        key: { type: 'apiKey', in: 'header', name: 'X' },
      },
      { '/x': { get: operation({ security: [{ bearer: [], key: [] }] }) } },
    )
    expect(report.warnings).toMatchObject([{ code: 'combined_security' }])
  })
})

describe('a scheme that nothing asks for', () => {
  const bearer = { type: 'http', scheme: 'bearer' }
  const key = { type: 'apiKey', in: 'header', name: 'X-Key' }
  const modesOf = async (schemes: object, more: Record<string, unknown>, root: object = {}) => {
    const { toolkit, report } = await toolkitOf(schemes, { '/x': { get: operation(more) } }, root)
    return { modes: toolkit.authSchemes.map(({ mode }) => mode), notes: report.notes }
  }
  const asking = (name: string) => ({ security: [{ [name]: [] }] })

  it('is left out where another one is asked for, and the report says so', async () => {
    const login = codeFlow('https://pages.example/token')
    const { modes, notes } = await modesOf({ bearer, login }, asking('bearer'))
    expect(modes).toEqual(['BEARER_TOKEN'])
    expect(notes).toEqual([
      expect.stringMatching(/"login" is left out: neither .* asks for it; give "auth"/),
    ])
  })

  it('is one neither in the `security` of the document nor in a parameter', async () => {
    const byDocument = await modesOf({ bearer, key }, asking('bearer'), asking('key'))
    expect(byDocument.modes).toEqual(['BEARER_TOKEN', 'API_KEY'])
    const parameters = [{ in: 'header', name: 'X-Key', schema: { type: 'string' } }]
    const byParameter = await modesOf({ bearer, key }, { ...asking('bearer'), parameters })
    expect(byParameter.modes).toEqual(['BEARER_TOKEN', 'API_KEY'])
  })

  it.each([
    ['no `security` names any', { bearer, key }, {}, ['BEARER_TOKEN', 'API_KEY']],
    [
      'it is supported alone',
      { bearer, tls: { type: 'mutualTLS' } },
      asking('tls'),
      ['BEARER_TOKEN'],
    ],
    ['it is declared alone', { bearer }, asking('forgotten'), ['BEARER_TOKEN']],
    [
      'the other one gives no tokens',
      { bearer, login: { type: 'oauth2', flows: { implicit: { authorizationUrl: '/a' } } } },
      asking('login'),
      ['OAUTH2', 'BEARER_TOKEN'],
    ],
  ])('is used where %s', async (_where, schemes, more, modes) => {
    expect((await modesOf(schemes, more)).modes).toEqual(modes)
  })
})

describe('an OpenID provider', () => {
  const openId = (url: string) => ({ oidc: { type: 'openIdConnect', openIdConnectUrl: url } })
  const address = 'https://id.shop.example/realm/.well-known/openid-configuration'

  it('is asked for its addresses', async () => {
    const asked: string[] = []
    const { toolkit, report } = await importTools(
      describeApi(
        { '/x': { get: operation() } },
        { components: { securitySchemes: openId(address) } },
      ),
      {
        discoverIssuer: async (issuer) => {
          asked.push(issuer)
          return { issuer, authorizationUrl: `${issuer}/authorize`, tokenUrl: `${issuer}/token` }
        },
      },
    )
    expect(asked).toEqual(['https://id.shop.example/realm'])
    expect(toolkit.authSchemes).toMatchObject([
      { mode: 'OAUTH2', oauth: { tokenUrl: 'https://id.shop.example/realm/token' } },
    ])
    expect(report.warnings).toEqual([])
  })

  it('that does not answer is asked again when an account is connected', async () => {
    const { toolkit, report } = await importTools(
      describeApi(
        { '/x': { get: operation() } },
        { components: { securitySchemes: openId(address) } },
      ),
      { discoverIssuer: () => Promise.reject(new Error('no')) },
    )
    expect(toolkit.authSchemes).toMatchObject([
      { mode: 'OAUTH2', oauth: { issuer: 'https://id.shop.example/realm' } },
    ])
    expect(report.warnings).toMatchObject([{ code: 'issuer_unreachable' }])
  })

  it('at another address is none', async () => {
    const { report } = await toolkitOf(openId('https://id.shop.example/config'))
    expect(report.warnings).toMatchObject([{ code: 'no_credentials' }])
  })
})

describe('the words before a key', () => {
  const prefixOf = async (description: string, name = 'key') =>
    (
      await toolkitOf({
        [name]: { type: 'apiKey', in: 'header', name: 'Authorization', description },
      })
    ).toolkit.authSchemes[0]?.placements?.[0]?.prefix

  it.each([
    ['The API Key with format `Token token=<API_KEY>`', 'Token token='],
    [
      'setting the `Authorization` header to `Vendor-API-Key your-private-api-key`',
      'Vendor-API-Key ',
    ],
    ['Bot tokens are sent as "Bot <token>"', 'Bot '],
    ['Authorization: Bearer {token}', 'Bearer '],
    ['JWT Authorization header using the Bearer scheme. Example: "Bearer 12345abcdef"', 'Bearer '],
    ['The key must be prefixed with `Key `.', 'Key '],
  ])('are read where they are said: %j', async (description, prefix) => {
    expect(await prefixOf(description)).toBe(prefix)
  })

  it.each([
    [''],
    ['Your API key'],
    ['Use "Bearer <token>" for users and "Bot <token>" for bots'],
    ['Give "your token" here'],
    ['Authorization: Basic <base64>'],
  ])('are not guessed: %j', async (description) => {
    expect(await prefixOf(description)).toBeUndefined()
  })

  it('are those of a bearer token in a description whose format has none', async () => {
    expect(await prefixOf('', 'Bearer')).toBe('Bearer ')
  })
})
