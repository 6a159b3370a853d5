import { expect, it } from 'vitest'
import { createClient } from '../../../../src/client/index.ts'
import { deleteExpired, retireUnused } from '../../../../src/service/platform/retention/index.ts'
import { searchRetention } from '../../../../src/service/search/retention.ts'
import { verifies } from '../../../requirements.ts'
import { createProject } from '../../../support/fill-project.ts'
import { findFreePort } from '../../../support/find-free-port.ts'
import { importToolkit } from '../../../support/import-toolkit.ts'
import { openServiceDatabase } from '../../../support/open-service-database.ts'
import { createSharedDatabase, type SharedDatabase } from '../../../support/shared-database.ts'
import { startLanguageModel, writing } from '../../../support/start-language-model.ts'
import { startService, type TestService } from '../../../support/start-service.ts'

const toApi = (operations: Record<string, string>, title = 'World') => ({
  openapi: '3.1.0',
  info: { title, version: '1' },
  servers: [{ url: 'https://world.example' }],
  paths: Object.fromEntries(
    Object.entries(operations).map(([name, summary]) => [
      `/${name}`,
      { get: { operationId: name, summary, responses: { 200: { description: 'ok' } } } },
    ]),
  ),
})

const world: Record<string, string> = {
  kitchen: 'Fetch kitchen',
  office: 'Fetch office',
  station: 'Fetch station',
}

const importWorld = async (service: Pick<TestService, 'client'>, operations = world) => {
  await importToolkit(service, { slug: 'world', source: { openapi: toApi(operations) } })
}

const german: Record<string, string[]> = {
  'Fetch kitchen': ['Sauerteig ansetzen', 'Brötchen backen'],
  'Fetch office': ['Gehaltsabrechnung nachsehen'],
  'Fetch station': ['Fahrkarte lösen'],
}
const english: Record<string, string[]> = {
  'Fetch kitchen': ['bake some sourdough'],
  'Fetch office': ['look up my salary'],
  'Fetch station': ['board the train'],
}

const search = async ({ client }: Pick<TestService, 'client'>, words: string) =>
  (await client.tools.list({ query: { search: words } })).items.map(({ slug }) => slug)

const explain = async ({ client }: Pick<TestService, 'client'>, use_case: string) => {
  const { session_id } = await client.sessions.create({ body: { user_id: 'ada' } })
  return client.sessions.search({
    params: { session_id },
    body: { queries: [{ use_case }], explain: true },
  })
}

const stateOf = async (service: Pick<TestService, 'client'>) =>
  (await explain(service, 'fetch kitchen')).enrichment

const toRecord = (code: string, useCases: string[]): Record<string, string[]> => ({
  [code]: useCases,
})

const patient = { timeout: 60_000 }

it('tools are found by use cases that the model wrote in the languages of the operator', async () => {
  verifies('search.enrichment', 'search.enrichment.state')
  const held = Promise.withResolvers<void>()
  const write = writing(({ name }) => ({ en: english[name] ?? [], de: german[name] ?? [] }))
  const model = await startLanguageModel(async (asked) => (await held.promise, write(asked)))
  const service = await startService({
    enrichment: { ...model.settings, languages: ['en', 'de'] },
  })
  // An import does not wait for the model.
  await importWorld(service)
  expect(await search(service, 'sauerteig')).toEqual([])
  expect(await stateOf(service)).toEqual({ enriched_tools: 0, waiting_tools: 3, failed_tools: 0 })

  held.resolve()
  await expect.poll(() => search(service, 'Sauerteig'), patient).toEqual(['WORLD_FETCH_KITCHEN'])
  expect(await search(service, 'salary')).toEqual(['WORLD_FETCH_OFFICE'])
  const found = await explain(service, 'Brötchen')
  expect(found.enrichment).toEqual({ enriched_tools: 3, waiting_tools: 0, failed_tools: 0 })
  expect(found.results[0]?.explanations?.[0]?.words[0]).toMatchObject({ fields: ['use cases'] })
  // What the model wrote is shown nowhere else.
  expect(JSON.stringify(found.tool_schemas)).not.toContain('backen')

  expect(new Set(model.requests.map(({ authorization }) => authorization))).toEqual(
    new Set(['Bearer key-of-the-operator']),
  )
  expect(model.requests[0]?.system).toContain('English ("en"), German ("de")')
  expect(model.requests[0]?.service.name).toBe('World')
})

it('equal tools of other projects are not asked for again, and go with the last project', async () => {
  verifies('search.enrichment.shared')
  const model = await startLanguageModel(writing(({ name }) => ({ en: english[name] ?? [] })))
  const shared = await createSharedDatabase()
  const service = await startService({ database: shared.database, enrichment: model.settings })
  const two = await createProject(service, 'Two')
  await importWorld(service)
  await expect.poll(() => search(service, 'sourdough'), patient).toHaveLength(1)
  const { length } = model.requests
  await importWorld(two)
  expect(await search(two, 'sourdough')).toHaveLength(1)
  const uses = () => shared.query('select distinct project_id from search_project_use_cases')
  await expect.poll(uses, patient).toHaveLength(2)

  // One more operation: what the others say is kept.
  await importWorld(two, { ...world, airport: 'Fetch airport' })
  await expect.poll(() => stateOf(two), patient).toMatchObject({ waiting_tools: 0 })
  const names = model.requests.slice(length).flatMap((each) => each.operations)
  expect(names.map(({ name }) => name)).toContain('Fetch airport')
  expect(names.length).toBeLessThanOrEqual(3 * 4)
  await service.client.toolkits.delete({ params: { slug: 'world' } })
  await search(service, 'sourdough')
  await expect.poll(uses, patient).toEqual([{ project_id: two.id }])
  await tidy(shared)
  expect(await search(two, 'sourdough')).toHaveLength(1)

  await two.client.toolkits.delete({ params: { slug: 'world' } })
  await search(two, 'sourdough')
  await expect.poll(uses, patient).toEqual([])
  await tidy(shared)
  expect(await shared.query('select id from search_use_cases')).toEqual([])
})

/** What the retention job does every few minutes. */
const tidy = async ({ database }: SharedDatabase) => {
  const beside = await openServiceDatabase(database)
  await retireUnused(beside, searchRetention, new Date())
  await deleteExpired(beside.handle, searchRetention, new Date())
}

it('tools whose answers are invalid are left out after three requests', async () => {
  verifies('search.enrichment.invalid', 'search.enrichment.state')
  const answer = writing(({ name }) =>
    name === 'Fetch office' ? toRecord('fr', ['trop tard']) : toRecord('en', english[name] ?? []),
  )
  let malformed = 1
  const model = await startLanguageModel((asked) =>
    malformed-- > 0 ? { text: 'Sure! {"operations": [' } : answer(asked),
  )
  const port = await findFreePort()
  const service = await startService({
    enrichment: { ...model.settings, concurrency: 1 },
    metrics: { host: '127.0.0.1', port },
  })
  await importWorld(service)
  await expect
    .poll(() => stateOf(service), patient)
    .toEqual({ enriched_tools: 2, waiting_tools: 0, failed_tools: 1 })
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  for (const line of [
    'plugboard_enrichment_tools{state="enriched"} 2',
    'plugboard_enrichment_tools{state="failed"} 1',
    'plugboard_enrichment_tools{state="waiting"} 0',
    `plugboard_enrichment_tokens_total ${100 * model.requests.length}`,
    'plugboard_enrichment_requests_total{result="invalid"}',
  ])
    expect(metrics).toContain(line)
  expect(await search(service, 'sourdough')).toEqual(['WORLD_FETCH_KITCHEN'])
  const forOffice = model.requests.filter(({ operations }) =>
    operations.some(({ name }) => name === 'Fetch office'),
  )
  expect(forOffice).toHaveLength(3)
  // Of an operation that was answered, the model is not asked again.
  expect(forOffice.at(-1)?.operations.map(({ name }) => name)).toEqual(['Fetch office'])
})

it.each<[string, Parameters<typeof startLanguageModel>[0]]>([
  ['is overloaded', () => ({ status: 429, retryAfter: '0' })],
  ['is broken', () => ({ status: 500 })],
  ['hangs', () => ({ hangs: true })],
])(
  'a model that %s harms no search, is reported once, and asked again later',
  async (_what, fail) => {
    verifies('search.enrichment.optional')
    let works = false
    const write = writing(({ name }) => ({ en: english[name] ?? [] }))
    const model = await startLanguageModel((asked) => (works ? write(asked) : fail(asked)))
    const lines: string[] = []
    const service = await startService({
      enrichment: { ...model.settings, timeoutMs: 500, firstPauseMs: 50 },
      logLevel: 'info',
      writeLog: { write: (line) => void lines.push(line) },
    })
    await importWorld(service)
    await expect.poll(() => model.requests.length, patient).toBeGreaterThanOrEqual(3)
    expect(await search(service, 'fetch kitchen')).toContain('WORLD_FETCH_KITCHEN')
    expect(await stateOf(service)).toMatchObject({ enriched_tools: 0, waiting_tools: 3 })
    works = true
    await expect.poll(() => search(service, 'sourdough'), patient).toHaveLength(1)
    // On a busy machine the model may seem to hang once more.
    const reports = lines
      .filter((line) => line.includes('The language model'))
      .map((line) => (line.includes('works again') ? 'works' : 'failed'))
    expect(reports.slice(0, 2)).toEqual(['failed', 'works'])
    expect(reports.filter((report, at) => report === reports[at - 1])).toEqual([])
    expect(lines.join()).not.toContain('key-of-the-operator')
  },
)

it('no more tokens are used in a day than the operator allows', async () => {
  verifies('search.enrichment.bounded')
  const model = await startLanguageModel(writing(() => ({ en: ['do something'] })))
  const service = await startService({
    enrichment: { ...model.settings, tokensPerDay: 150, concurrency: 1 },
  })
  const many = Array.from({ length: 60 }, (_unused, n) => [`thing${n}`, `Fetch thing ${n}`])
  await importWorld(service, Object.fromEntries(many))
  await expect.poll(() => model.requests.length, patient).toBe(2)
  await expect
    .poll(async () => (await stateOf(service))?.enriched_tools, patient)
    .toBeGreaterThan(0)
  const state = await stateOf(service)
  expect(state?.enriched_tools).toBe(
    model.requests.reduce((sum, { operations }) => sum + operations.length, 0),
  )
  expect((state?.enriched_tools ?? 0) + (state?.waiting_tools ?? 0)).toBe(60)
  expect(model.requests).toHaveLength(2)
})

it('of a large toolkit a bounded number of tools get use cases', async () => {
  verifies('search.enrichment.bounded')
  const model = await startLanguageModel(writing(() => ({ en: ['do something'] })))
  const service = await startService({ enrichment: { ...model.settings, toolsPerToolkit: 20 } })
  const many = Array.from({ length: 60 }, (_unused, n) => [`thing${n}`, `Fetch thing ${n}`])
  await importWorld(service, Object.fromEntries(many))
  await expect
    .poll(() => stateOf(service), patient)
    .toMatchObject({ waiting_tools: 0, failed_tools: 0 })
  const enriched = (await stateOf(service))?.enriched_tools ?? 0
  expect(enriched).toBeGreaterThan(12)
  expect(enriched).toBeLessThanOrEqual(20)
})

it('a start with other settings searches what these have written, and asks for what is missing', async () => {
  verifies('search.enrichment.settings')
  const shared = await createSharedDatabase()
  const { database } = shared
  const all = { en: english, de: german, fr: { 'Fetch kitchen': ['pétrir du levain'] } }
  const write = (languages: ('en' | 'de')[]) =>
    writing(({ name }) =>
      Object.fromEntries(languages.map((code) => [code, all[code][name] ?? ['x']])),
    )
  const first = await startLanguageModel(write(['en', 'de']))
  const before = await startService({
    database,
    enrichment: { ...first.settings, languages: ['en', 'de'] },
  })
  const { apiKey } = before
  await importWorld(before)
  await expect.poll(() => search(before, 'Sauerteig'), patient).toHaveLength(1)
  await before.close()

  const restart = async (options: Parameters<typeof startService>[0]) => {
    const service = await startService({ database, ...options })
    return { ...service, client: createClient({ baseUrl: service.url, apiKey, retries: 0 }) }
  }
  const second = await startLanguageModel(write(['en']))
  const after = await restart({ enrichment: { ...second.settings, model: 'another' } })
  await expect.poll(() => search(after, 'sourdough'), patient).toHaveLength(1)
  expect(await search(after, 'Sauerteig')).toEqual([])
  expect(second.requests.length).toBeGreaterThan(0)
  await after.close()

  const { length } = second.requests
  const again = await restart({ enrichment: { ...second.settings, model: 'another' } })
  expect(await search(again, 'sourdough')).toHaveLength(1)
  await again.close()
  expect(second.requests).toHaveLength(length)

  const without = await restart({})
  expect(await search(without, 'sourdough')).toEqual([])
  expect(await search(without, 'fetch kitchen')).toContain('WORLD_FETCH_KITCHEN')
})

it('what was written before a stop is not asked for again', async () => {
  verifies('search.enrichment.resumed')
  const { database } = await createSharedDatabase()
  const answered = new Set<string>()
  let most = 2
  const model = await startLanguageModel((asked) => {
    if (most-- <= 0) return { hangs: true }
    for (const { name } of asked.operations) answered.add(name)
    return writing(() => ({ en: ['something'] }))(asked)
  })
  const enrichment = { ...model.settings, concurrency: 1 }
  const first = await startService({ database, enrichment })
  const many = Array.from({ length: 60 }, (_unused, n) => [`thing${n}`, `Fetch thing ${n}`])
  await importWorld(first, Object.fromEntries(many))
  await expect.poll(() => model.requests.length, patient).toBe(3)
  await first.close()

  most = Infinity
  const before = new Set(answered)
  const { length } = model.requests
  const service = await startService({ database, enrichment })
  const client = createClient({ baseUrl: service.url, apiKey: first.apiKey, retries: 0 })
  await expect
    .poll(() => stateOf({ client }), patient)
    .toEqual({ enriched_tools: 60, waiting_tools: 0, failed_tools: 0 })
  const asked = model.requests.slice(length).flatMap(({ operations }) => operations)
  expect(before.size).toBeGreaterThan(0)
  expect(asked.filter(({ name }) => before.has(name))).toEqual([])
  expect(asked).toHaveLength(60 - before.size)
})
