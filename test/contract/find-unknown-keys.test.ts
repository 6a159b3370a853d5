import { expect, it } from 'vitest'
import { contract } from '../../src/contract/index.ts'
import { findSimilarKey } from '../../src/contract/find-similar-key.ts'
import {
  findUnknownKeys,
  mostObjects,
  mostUnknownKeys,
} from '../../src/contract/find-unknown-keys.ts'

const unknownIn = (endpoint: Parameters<typeof findUnknownKeys>[0], body: unknown) =>
  findUnknownKeys(endpoint, body).keys.map(({ path, similar }) =>
    similar === undefined ? path : `${path} ~ ${similar}`,
  )

const known = Object.keys(contract.sessions.create.body.shape)

it.each([
  ['toolkit', 'toolkits'],
  ['Toolkits', 'toolkits'],
  ['tool_kits', 'toolkits'],
  ['tooklits', 'toolkits'],
  ['toolkitts', 'toolkits'],
  ['tag', 'tags'],
  ['tagss', 'tags'],
  ['tgas', 'tags'],
  ['userId', 'user_id'],
  ['authConfigs', 'auth_configs'],
  ['auth_config', 'auth_configs'],
  ['connected-accounts', 'connected_accounts'],
  ['connectedAccount', 'connected_accounts'],
  ['manage_conections', 'manage_connections'],
  ['multi_acount', 'multi_account'],
  ['aprovals', 'approvals'],
  ['tols', 'tools'],
  ['workbnech', 'workbench'],
  ['user', 'user_id'],
])('takes %s for %s', (key, meant) => {
  expect(findSimilarKey(key, known)).toBe(meant)
})

// Fields of other generations of clients, and words that stand near ours.
it.each([
  'preload',
  'sandbox',
  'type',
  'name',
  'mcp',
  'config',
  'labels',
  'account',
  'execution',
  'ids',
  'x',
  '',
  'search',
  'session_id',
  'custom_tools',
])('takes %s for none', (key) => {
  expect(findSimilarKey(key, known)).toBeUndefined()
})

it('looks into nested objects, lists and maps of objects, and each form that a value may have', () => {
  const body = {
    user_id: 'ada',
    preload: {},
    toolkits: { enabel: ['github'] },
    tools: { github: { disable: [], tag: ['readOnlyHint'] }, slack: { tag: [] } },
    manage_connections: { enbale: false, later: 1 },
    experimental: {
      custom_tools: [
        { slug: 'A', inputSchema: {} },
        { slug: 'B', inputSchema: {} },
      ],
    },
  }
  expect(unknownIn(contract.sessions.create, body)).toEqual([
    'preload',
    'toolkits.enabel ~ enable',
    'tools.github.tag ~ tags',
    'manage_connections.enbale ~ enable',
    'manage_connections.later',
    'experimental.custom_tools.0.inputSchema ~ input_schema',
  ])
})

it('finds nothing in open maps', () => {
  const open = { credential: 1, toolkits: 1, nested: { authscheme: 1 } }
  const body = {
    toolkit: { slug: 'github' },
    auth_config: { credentials: open, shared_credentials: open, scopes: { a: 1 } },
  }
  expect(unknownIn(contract.authConfigs.create, body)).toEqual([])
  expect(
    unknownIn(contract.triggerInstances.upsert, {
      trigger_config: open,
      toolkit_versions: { triggerconfig: '1' },
    }),
  ).toEqual([])
  const connection = { state: { authScheme: 'API_KEY', val: open } }
  expect(
    unknownIn(contract.connectedAccounts.create, { auth_config: { id: 'ac_1' }, connection }),
  ).toEqual([])
})

it('knows the deprecated names of fields, and what was probably meant for one', () => {
  expect(
    unknownIn(contract.triggerInstances.upsert, {
      connectedAuthId: 'ca_1',
      triggerConfig: {},
      version: '1',
    }),
  ).toEqual([])
  expect(unknownIn(contract.triggerInstances.upsert, { conectedAuthId: 'ca_1' })).toEqual([
    'conectedAuthId ~ connectedAuthId',
  ])
})

it('tells the forms of a body apart by its type', () => {
  expect(unknownIn(contract.authConfigs.update, { type: 'custom', proxy_config: null })).toEqual([])
  expect(unknownIn(contract.authConfigs.update, { type: 'default', proxy_config: null })).toEqual([
    'proxy_config',
  ])
  expect(
    unknownIn(contract.authConfigs.update, {
      type: 'custom',
      tool_access_config: { tools_available_for_executions: [] },
    }),
  ).toEqual(['tool_access_config.tools_available_for_executions ~ tools_available_for_execution'])
})

it('stops where there are too many, and copies no long key', () => {
  const body = Object.fromEntries(
    Array.from({ length: 100_000 }, (_, index) => [`unknown_${index}`, index]),
  )
  expect(findUnknownKeys(contract.sessions.create, body)).toMatchObject({
    cut: 'keys',
    keys: { length: mostUnknownKeys },
  })
  const {
    keys: [long],
  } = findUnknownKeys(contract.sessions.create, { ['k'.repeat(1_000_000)]: 1 })
  expect(long?.path.length).toBeLessThan(100)
})

it('looks through no more objects than its bound, and into none of an open map', () => {
  let read = 0
  const watched = () =>
    Object.defineProperty({}, 'slug', { enumerable: true, get: () => (read += 1) })
  const tools = Array.from({ length: mostObjects * 2 }, watched)
  expect(
    findUnknownKeys(contract.sessions.create, { experimental: { custom_tools: tools } }),
  ).toEqual({ keys: [], cut: 'objects' })
  expect(read).toBeLessThanOrEqual(mostObjects)
  const before = read
  expect(
    findUnknownKeys(contract.triggerInstances.upsert, { trigger_config: { tools, deep: tools } }),
  ).toEqual({ keys: [] })
  expect(read).toBe(before)
})

it.each([
  ['nothing', undefined],
  ['null', null],
  ['a text', 'x'],
  ['a list', [1]],
])('finds nothing in %s', (_, body) => {
  expect(findUnknownKeys(contract.sessions.create, body)).toEqual({ keys: [] })
})
