import { describe, expect, it } from 'vitest'
import { verifies } from '../../../requirements.ts'
import { describeApi, importTool, importTools, operation } from './describe-api.ts'

const one = (server: unknown, more: object = {}) =>
  describeApi(
    { '/x': { get: operation(more as Record<string, unknown>) } },
    { servers: server === undefined ? undefined : [{ url: server }] },
  )

describe('the server of a tool', () => {
  it('is the one nearest to the operation', async () => {
    const paths = {
      '/a': { get: operation() },
      '/b': {
        servers: [{ url: 'https://path.example/' }],
        get: operation(),
        post: operation({ servers: [{ url: 'https://operation.example' }] }),
      },
    }
    const { tools } = await importTools(describeApi(paths))
    expect(tools.map(({ operation, request }) => [operation, request.server.url])).toEqual([
      ['GET /a', 'https://api.shop.example/v1'],
      ['GET /b', 'https://path.example'],
      ['POST /b', 'https://operation.example'],
    ])
  })

  it('keeps its variables, and gives the toolkit its address with the defaults', async () => {
    const servers = [
      {
        url: '{scheme}://{shop}.example.com/{base}',
        variables: {
          scheme: { default: 'https', enum: ['https', 'http'] },
          shop: { default: 'demo' },
          base: { default: 'v1/api' },
        },
      },
    ]
    const { tools, toolkit } = await importTools(
      describeApi({ '/x': { get: operation() } }, { servers }),
    )
    expect(tools[0]?.request.server).toEqual({
      url: '{scheme}://{shop}.example.com/{base}',
      variables: {
        scheme: { default: 'https', enum: ['https', 'http'] },
        shop: { default: 'demo' },
        base: { default: 'v1/api' },
      },
    })
    expect(toolkit.baseUrl).toBe('https://demo.example.com/v1/api')
  })

  it.each([
    ['/v2', 'https://docs.shop.example/api/openapi.json', 'https://docs.shop.example/v2'],
    ['v2/', 'https://docs.shop.example/api/openapi.json', 'https://docs.shop.example/api/v2'],
    ['//cdn.shop.example', 'https://docs.shop.example/openapi.json', 'https://cdn.shop.example'],
    [undefined, 'https://docs.shop.example/openapi.json', 'https://docs.shop.example'],
  ])('%s is relative to the address of the description', async (url, sourceUrl, expected) => {
    expect((await importTool(one(url), { sourceUrl })).request.server.url).toBe(expected)
  })

  it.each([
    ['https://api.shop.example/v1', 'http://127.0.0.1:4010/', 'http://127.0.0.1:4010'],
    ['/v1', 'http://127.0.0.1:4010', 'http://127.0.0.1:4010/v1'],
    ['/', 'https://other.example/api', 'https://other.example/api'],
  ])('%s gives way to the given base URL %s', async (url, baseUrl, expected) => {
    const { tools, toolkit } = await importTools(one(url), { baseUrl })
    expect(tools[0]?.request.server).toEqual({ url: expected })
    expect(toolkit.baseUrl).toBe(expected)
  })

  it('that is relative to nothing is warned of', async () => {
    const { toolkit, report } = await importTools(one('/v1'), { auth: [] })
    expect(toolkit.baseUrl).toBeUndefined()
    expect(report.warnings).toEqual([
      {
        code: 'no_server',
        message: expect.stringContaining('no absolute server address'),
        fix: expect.stringContaining('--base-url'),
      },
    ])
  })
})

const secured = {
  components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
  security: [{ bearer: [] }],
}

const withServers = (servers: object[], more: object = secured) =>
  importTools(describeApi({ '/x': { get: operation() } }, { servers, ...more }))

describe('an address that is only an example', () => {
  it.each([
    ['https://your-domain.tracker.io', 'https://{domain}.tracker.io'],
    ['https://yourCompany.tracker.io/api', 'https://{company}.tracker.io/api'],
    ['https://server.api.tracker.io/3.0', 'https://{server}.api.tracker.io/3.0'],
    ['https://subdomain.tracker.io', 'https://{subdomain}.tracker.io'],
    ['https://<your-org>.tracker.io', 'https://{org}.tracker.io'],
    ['https://{tenant}.tracker.io', 'https://{tenant}.tracker.io'],
  ])('%s is filled by each account', async (url, template) => {
    verifies('imports.servers')
    const { toolkit, tools, report } = await withServers([{ url }])
    expect(tools[0]?.request.server).toEqual({ url: template })
    expect(toolkit.baseServer).toEqual({ url: template })
    const name = /\{(\w+)\}/.exec(template)?.[1]
    expect(toolkit.authSchemes[0]?.accountFields.at(-1)).toMatchObject({
      name,
      required: true,
      default: null,
      isSecret: false,
      pattern: '*',
    })
    expect(report.warnings).toEqual([])
    expect(report.notes).toEqual([expect.stringContaining(`"${name}"`)])
  })

  it('as the default of a variable keeps the domain that it names', async () => {
    const { toolkit, tools } = await withServers([
      {
        url: 'https://{yourDomain}/api',
        variables: { yourDomain: { default: 'your-tenant.tracker.io' } },
      },
    ])
    expect(tools[0]?.request.server).toEqual({ url: 'https://{yourDomain}/api' })
    expect(toolkit.authSchemes[0]?.accountFields.at(-1)).toMatchObject({
      name: 'yourDomain',
      pattern: '*.tracker.io',
    })
  })

  it.each([
    ['https://example.com/v1'],
    ['https://api.example.com'],
    ['https://your-domain.com'],
    ['https://yourcompany.com'],
  ])('%s is warned of, since nothing in it is the provider’s', async (url) => {
    const { toolkit, report } = await withServers([{ url }])
    expect(toolkit.authSchemes[0]?.accountFields).toHaveLength(1)
    expect(report.warnings).toMatchObject([
      { code: 'placeholder_host', fix: expect.stringContaining('--base-url') },
    ])
  })

  it('cannot be filled where there are no accounts', async () => {
    const { report } = await withServers([{ url: 'https://your-domain.tracker.io' }], {})
    expect(report.warnings.map(({ code }) => code)).toEqual(['no_credentials', 'placeholder_host'])
  })

  it.each([
    ['https://api.tracker.io'],
    ['https://my.tracker.io'],
    ['https://accounts.tracker.io'],
    ['https://myfitness.io'],
    ['https://domains.tracker.io'],
  ])('is not %s', async (url) => {
    const { tools, report } = await withServers([{ url }])
    expect([tools[0]?.request.server, report.warnings]).toEqual([{ url }, []])
  })
})

describe('a sample of a token in an address', () => {
  it.each([
    ['https://api.chat.io/bot123456:ABC-DEF1234ghIkl', undefined, '/bot{token}'],
    ['https://api.chat.io/YOUR_API_KEY/v1', undefined, '/{key}/v1'],
    [
      'https://api.chat.io/bot{token}',
      { token: { default: '123456:ABC-DEF1234ghIkl' } },
      '/bot{token}',
    ],
  ])('%s is the key of the account', async (url, variables, path) => {
    verifies('imports.servers')
    const { toolkit, tools, report } = await withServers([{ url, variables }], {})
    expect(tools[0]?.request.server).toEqual({ url: `https://api.chat.io${path}` })
    const name = /\{(\w+)\}/.exec(path)?.[1]
    expect(toolkit.authSchemes).toMatchObject([
      {
        mode: 'API_KEY',
        placements: [{ field: name, in: 'path', name }],
        accountFields: [{ name, isSecret: true, required: true }],
      },
    ])
    expect(tools[0]?.noAuth).toBe(false)
    expect(report.warnings).toEqual([])
  })
})

describe('of several servers', () => {
  it.each([
    [['https://api.sandbox.shop.io', 'https://api.shop.io'], 'https://api.shop.io'],
    [['http://api.shop.io', 'https://api.shop.io'], 'https://api.shop.io'],
    [['http://localhost:8080', 'https://api.shop.io'], 'https://api.shop.io'],
    [['https://eu.shop.io', 'https://us.shop.io'], 'https://eu.shop.io'],
    [['https://api-test.shop.io', 'http://api.shop.io'], 'http://api.shop.io'],
  ])('%j: the first for real is used', async (urls, expected) => {
    verifies('imports.servers')
    const { tools, report } = await withServers(urls.map((url) => ({ url })))
    expect(tools[0]?.request.server.url).toBe(expected)
    expect(report.warnings).toEqual([])
  })

  it('what is said of them counts', async () => {
    const { tools } = await withServers([
      { url: 'https://one.shop.io', description: 'Sandbox environment' },
      { url: 'https://two.shop.io', description: 'Live environment' },
    ])
    expect(tools[0]?.request.server.url).toBe('https://two.shop.io')
  })

  it('a sandbox alone is used, and warned of', async () => {
    const { tools, report } = await withServers([{ url: 'https://checkout-test.shop.io/v70' }])
    expect(tools[0]?.request.server.url).toBe('https://checkout-test.shop.io/v70')
    expect(report.warnings).toMatchObject([{ code: 'sandbox_host' }])
  })

  it('the one on this machine is no sandbox', async () => {
    const { report } = await withServers([{ url: 'http://localhost:8080' }])
    expect(report.warnings).toEqual([])
  })

  it('a choice of environments begins with a real one, and the account may choose', async () => {
    const { toolkit, tools } = await withServers([
      {
        url: 'https://{environment}.shop.io',
        variables: { environment: { default: 'sandbox', enum: ['sandbox', 'api'] } },
      },
    ])
    expect(tools[0]?.request.server.variables).toEqual({
      environment: { default: 'api', enum: ['sandbox', 'api'] },
    })
    expect(toolkit.authSchemes[0]?.accountFields.at(-1)).toMatchObject({
      name: 'environment',
      required: false,
      default: 'api',
      oneOf: ['sandbox', 'api'],
    })
  })
})
