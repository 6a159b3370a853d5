import { expect, test, vi } from 'vitest'
import { aiTools, aiToolsOnDemand } from '../../adapters/ai/index.ts'
import {
  createClient,
  toolsOnDemand,
  type Plugboard,
  type PlugboardOptions,
} from '../../src/index.ts'
import { verifies } from '../requirements.ts'
import { openNotes } from './open-notes.ts'

const notes = openNotes()
const slug = 'OPEN_LIST_NOTES'

/** A client that counts its requests. */
const connect = (options: PlugboardOptions = {}): { plugboard: Plugboard; sent: string[] } => {
  const sent: string[] = []
  const counting: typeof fetch = (request, init) => {
    const { pathname, search } = new URL(`${request}`)
    const path = pathname.replace('/api/v3/tool_router/session', '').replace(/trs_\w+/, 'id')
    sent.push(`${init?.method} ${path}${search}`)
    return fetch(request, init)
  }
  return { plugboard: notes().connectTo({ fetch: counting, ...options }), sent }
}
/** A user whom no other test knows. */
let users = 0
const someone = () => `user ${(users += 1)}`

test('opening a session brings its tools: one request before the first token', async () => {
  verifies('toolkit.cache.requests')
  const { plugboard, sent } = connect()
  const session = await plugboard.createSession(someone())
  expect(Object.keys(await aiTools(session))).toContain('SVC_SEARCH_TOOLS')
  await aiToolsOnDemand(session)
  expect(sent).toEqual(['POST ?tools=true'])

  const preload = [slug, 'OPEN_GET_NOTE']
  const second = await plugboard.createSession(someone(), { preload })
  expect(Object.keys(await aiTools(second, { tools: [slug] }))).toEqual([slug])
  await second.tools({ tools: ['OPEN_GET_NOTE', 'SVC_SEARCH_TOOLS'] })
  expect(sent).toHaveLength(2)
  await aiTools(await plugboard.useSession(second.id, { preload }), { tools: preload })
  expect(sent).toHaveLength(3)
})

test('definitions are asked for once for a user and configuration', async () => {
  verifies('toolkit.cache.requests')
  const { plugboard, sent } = connect()
  const user = someone()
  const first = await plugboard.createSession(user)
  const [tool] = await first.tools({ tools: [slug] })
  expect(sent).toEqual(['POST ?tools=true', `GET /id/tools?tool_slugs=${slug}`])
  const [again] = await (await plugboard.createSession(user)).tools({ tools: [slug] })
  expect(sent).toHaveLength(3)
  expect(again?.inputSchema).toEqual(tool?.inputSchema)
  expect(again?.outputSchema).toEqual(tool?.outputSchema)
  await (await plugboard.useSession(first.id)).tools({ tools: [slug] })
  expect(sent).toHaveLength(4)
})

test('a search is one request, of the session and of its meta tool', async () => {
  verifies('toolkit.cache.search')
  const { plugboard, sent } = connect()
  const session = await plugboard.createSession(someone(), { toolkits: ['open'] })
  const { tools, ...answer } = await session.search('list notes', { select: true })
  expect(tools.find((tool) => tool.slug === slug)?.outputSchema).toMatchObject({ type: 'object' })
  expect(answer).not.toHaveProperty('definitions')
  expect(sent.splice(0)).toEqual(['POST ?tools=true', 'POST /id/search'])

  const agent = await plugboard.createSession(someone(), { toolkits: ['open'] })
  const { always, found } = await toolsOnDemand(agent, (tool) => tool)
  const search = always.find((tool) => tool.slug === 'SVC_SEARCH_TOOLS')
  const result = await search!.execute({ queries: [{ use_case: 'list notes' }] })
  const { output } = await search!.show(result)
  const loaded = await found([{ toolName: 'SVC_SEARCH_TOOLS', output }])
  expect(loaded.map((tool) => tool.slug)).toContain(slug)
  expect(sent).toEqual(['POST ?tools=true', 'POST /id/execute'])
})

test('no list is used for another user, key or project', async () => {
  verifies('toolkit.cache.apart')
  const keys = new Map<string, string>()
  const store = {
    get: (key: string) => keys.get(key),
    set: (key: string, value: string) => void keys.set(key, value),
  }
  const { plugboard, sent } = connect({ toolCache: { store } })
  await (await plugboard.createSession(someone())).tools({ tools: [slug] })
  const own = [...keys.keys()]
  await (await plugboard.createSession(someone())).tools({ tools: [slug] })
  expect(sent.filter((request) => request.includes('tool_slugs'))).toHaveLength(2)

  const { url: baseUrl, orgApiKey } = notes().service
  const created = await createClient({ baseUrl, orgApiKey }).projects.create({
    body: { name: 'Another one', should_create_api_key: true },
  })
  const apiKey = String(created.api_key)
  const other = connect({ apiKey, toolCache: { store } })
  const session = await other.plugboard.createSession('ada')
  expect(await session.tools({ tools: [slug], ignoreMissing: true })).toEqual([])
  expect(other.sent).toHaveLength(2)
  const text = JSON.stringify([...keys.keys()])
  for (const secret of [notes().service.apiKey, apiKey, 'ada', 'user '])
    expect(text).not.toContain(secret)
  const scopes = (list: string[]) => new Set(list.map((key) => key.split(':')[2]))
  expect([scopes(own).size, scopes([...keys.keys()]).size]).toEqual([1, 2])
})

test('a change of the session holds at once in its object, and after the bound elsewhere', async () => {
  verifies('toolkit.cache.bound')
  const { plugboard, sent } = connect({ toolCache: { maximumAgeMs: 1000 } })
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    const session = await plugboard.createSession(someone(), { preload: [slug] })
    const elsewhere = await plugboard.useSession(session.id, { preload: [slug] })
    const isOpen = async (each: typeof session) =>
      (await each.tools({ tools: [slug], ignoreMissing: true })).length === 1
    expect([await isOpen(session), await isOpen(elsewhere)]).toEqual([true, true])
    await session.update({ tools: { open: { disable: [slug] } } })
    expect([await isOpen(session), await isOpen(elsewhere)]).toEqual([false, true])
    // What is cached grants nothing: the service judges each call.
    await expect(elsewhere.execute(slug)).rejects.toMatchObject({ slug: 'forbidden' })

    vi.setSystemTime(Date.now() + 1001)
    expect(await isOpen(elsewhere)).toBe(false)

    // While nothing changes, the service is asked, and answers without a body.
    await session.update({ tools: null })
    await isOpen(session)
    sent.splice(0)
    vi.setSystemTime(Date.now() + 1001)
    expect(await isOpen(session)).toBe(true)
    expect(await isOpen(session)).toBe(true)
    expect(sent).toEqual(['GET /id/tools'])

    await notes().service.client.tools.annotate({
      params: { tool_slug: slug },
      body: { destructiveHint: true },
    })
    vi.setSystemTime(Date.now() + 1001)
    const [hinted] = await session.tools({ tools: [slug] })
    expect(hinted?.annotations).toMatchObject({ destructiveHint: true })

    await session.delete()
    vi.setSystemTime(Date.now() + 1001)
    await expect(session.tools()).rejects.toMatchObject({ slug: 'not_found' })
  } finally {
    vi.useRealTimers()
  }
})

test('a store shares definitions between processes, and may fail', async () => {
  verifies('toolkit.cache.store')
  const keys = new Map<string, unknown>()
  const user = someone()
  const ask = async (store: { get: (key: string) => unknown; set: () => unknown }) => {
    // Another process: nothing is known but what the store has.
    vi.resetModules()
    const { Plugboard: Fresh } = await import('../../src/index.ts')
    const sent: string[] = []
    const plugboard = new Fresh({
      baseUrl: notes().service.url,
      apiKey: notes().service.apiKey,
      fetch: (request, init) => {
        sent.push(`${request}`)
        return fetch(request, init)
      },
      toolCache: { store },
    })
    const tools = await (await plugboard.createSession(user)).tools({ tools: [slug] })
    expect(tools.map((tool) => tool.inputSchema['type'])).toEqual(['object'])
    return sent.length
  }
  const shared = { get: (key: string) => keys.get(key), set: keys.set.bind(keys) as () => unknown }
  expect(await ask(shared)).toBe(2)
  expect(await ask(shared)).toBe(1)
  // As a client that parses JSON by itself.
  for (const [key, value] of keys) keys.set(key, JSON.parse(String(value)))
  expect(await ask(shared)).toBe(1)
  for (const key of keys.keys()) keys.set(key, '{"not": "a definition"}')
  expect(await ask(shared)).toBe(2)
  const broken = () => Promise.reject(new Error('no store'))
  expect(await ask({ get: broken, set: broken })).toBe(2)
  const silent = () => new Promise(() => {})
  expect(await ask({ get: silent, set: silent })).toBe(2)
})

test('an answer that was asked for before a change does not hide it', async () => {
  verifies('toolkit.cache.bound')
  const late = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  const plugboard = notes().connectTo({
    fetch: async (request, init) => {
      const answer = await fetch(request, init)
      if (!`${request}`.includes('/tools?')) return answer
      asked.resolve()
      await late.promise
      return answer
    },
  })
  const session = await plugboard.createSession(someone())
  const before = session.tools({ tools: [slug] })
  await asked.promise
  // A later millisecond than that of the request.
  await expect.poll(() => Date.now(), { interval: 2 }).toBeGreaterThan(Date.now())
  await session.update({ tools: { open: { disable: [slug] } } })
  late.resolve()
  expect(await before).toHaveLength(1)
  expect(await session.tools({ tools: [slug], ignoreMissing: true })).toEqual([])
})

test('without a cache, the service is asked each time', async () => {
  verifies('toolkit.cache.store')
  const { plugboard, sent } = connect({ toolCache: false })
  const session = await plugboard.createSession(someone())
  await session.tools({ tools: [slug] })
  await session.tools({ tools: [slug] })
  expect(sent).toEqual(['POST ', ...Array(2).fill(`GET /id/tools?tool_slugs=${slug}`)])
})

test.each([
  [undefined, true],
  [false as const, undefined],
])(
  'definitions come with what finds tools where they are kept (toolCache: %s)',
  async (toolCache, definitions) => {
    verifies('toolkit.cache.store')
    const bodies: unknown[] = []
    const plugboard = notes().connectTo({
      toolCache,
      fetch: (request, init) => {
        if (`${request}`.endsWith('/execute')) bodies.push(JSON.parse(`${init?.body}`))
        return fetch(request, init)
      },
    })
    const session = await plugboard.createSession(someone())
    await aiToolsOnDemand(session)
    await session.execute('SVC_SEARCH_TOOLS', { queries: [{ use_case: 'list notes' }] })
    expect(bodies).toEqual([expect.objectContaining({ tool_slug: 'SVC_SEARCH_TOOLS' })])
    expect(bodies).toEqual([
      definitions === undefined
        ? expect.not.objectContaining({ definitions: expect.anything() })
        : expect.objectContaining({ definitions }),
    ])
  },
)
