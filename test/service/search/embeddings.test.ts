import { expect, it } from 'vitest'
import type { EmbeddingModel } from '../../../src/service/index.ts'
import { knowsText } from '../../../src/service/search/embeddings/knows-text.ts'
import { fromText, toText, toVector } from '../../../src/service/search/embeddings/vector.ts'
import { verifies } from '../../requirements.ts'
import { startService, type StartOptions, type TestService } from '../../support/start-service.ts'
import { createBrokenModel, createMeaningModel, toVector as toMeaning } from './embedding-models.ts'
import { startEmbeddingServer } from './embedding-server.ts'
import { importWorld } from './import-world.ts'

const operations = { kitchen: 'of sourdough', office: 'of salary', station: 'of a ticket' }

const start = async (
  options: StartOptions,
  described: Record<string, string> = operations,
): Promise<TestService> => {
  const service = await startService(options)
  await importWorld(service, described)
  return service
}

const search = async ({ client }: TestService, words: string): Promise<string[]> =>
  (await client.tools.list({ query: { search: words } })).items.map(({ slug }) => slug)

const byWords = [
  'WORLD_GET_THING_IN_KITCHEN',
  'WORLD_GET_THING_IN_OFFICE',
  'WORLD_GET_THING_IN_STATION',
]

it('what words do not tell apart is ranked by meaning, once the vectors are made', async () => {
  verifies('search.embeddings')
  const model = createMeaningModel()
  const service = await start({ embeddingModel: model })
  await expect
    .poll(async () => (await search(service, 'get a thing for the train'))[0], { timeout: 60_000 })
    .toBe('WORLD_GET_THING_IN_STATION')
  expect((await search(service, 'get a thing of bread'))[0]).toBe('WORLD_GET_THING_IN_KITCHEN')
  expect((await search(service, 'get a thing about an invoice'))[0]).toBe(
    'WORLD_GET_THING_IN_OFFICE',
  )
  const ofTools = model.values.filter((values) => values[0]?.includes('(World)'))
  expect(ofTools.flat()).toHaveLength(3)

  const { session_id } = await service.client.sessions.create({ body: { user_id: 'ada' } })
  const found = await service.client.sessions.search({
    params: { session_id },
    body: { queries: [{ use_case: 'get a thing about an invoice' }] },
  })
  expect(found.results[0]?.primary_tool_slugs[0]).toBe('WORLD_GET_THING_IN_OFFICE')
})

it('tools that share no word with the request are found by meaning', async () => {
  verifies('search.embeddings.retrieval')
  const service = await start({ embeddingModel: createMeaningModel() })
  await expect
    .poll(() => search(service, 'fresh loaf'), { timeout: 60_000 })
    .toEqual(['WORLD_GET_THING_IN_KITCHEN'])
  // What has no meaning for the model is near to nothing.
  expect(await search(service, 'xylophone')).toEqual([])
  const { items } = await service.client.tools.list({
    query: { search: 'fresh loaf', tool_slugs: ['WORLD_GET_THING_IN_OFFICE'] },
  })
  expect(items).toEqual([])
})

it('a tool that stands out in meaning fits, though no word says so', async () => {
  verifies('search.embeddings.fits')
  const rooms = Array.from({ length: 30 }, (_unused, at) => [`room${at}`, 'of nothing'])
  const service = await start(
    { embeddingModel: createMeaningModel() },
    { ...operations, ...Object.fromEntries(rooms) },
  )
  const { session_id } = await service.client.sessions.create({ body: { user_id: 'ada' } })
  const ask = async (use_case: string) => {
    const { results } = await service.client.sessions.search({
      params: { session_id },
      body: { queries: [{ use_case }] },
    })
    return results[0]
  }
  await expect
    .poll(() => ask('fresh loaf'), { timeout: 60_000 })
    .toMatchObject({ primary_tool_slugs: ['WORLD_GET_THING_IN_KITCHEN'], fits: true })
  // The best by words is not what is meant, nor does it stand out.
  expect(await ask('paint something with a brush and a xylophone')).toMatchObject({ fits: false })
})

it('a local model runs in a thread, and is asked only for texts of its language', async () => {
  verifies('search.embeddings.local')
  const standIn = new URL('local-stand-in.ts', import.meta.url).href
  const service = await start({ localEmbedding: { library: standIn, weights: standIn } })
  await expect
    .poll(() => search(service, 'fresh loaf'), { timeout: 60_000 })
    .toEqual(['WORLD_GET_THING_IN_KITCHEN'])
  // Near in meaning, had the model read them.
  expect(await search(service, 'brötchen')).toEqual([])
  expect(await search(service, 'パン')).toEqual([])
})

it('a text is known whose words are whole in the vocabulary of a model', () => {
  verifies('search.embeddings.local')
  const whole = new Set(['create', 'an', 'issue', 'for', 'customer'])
  const knows = (text: string) => knowsText(text, (word) => (whole.has(word) ? 1 : 3))
  expect(knows('Create an issue for customer Xyz')).toBe(true)
  expect(knows('Erstelle ein Ticket')).toBe(false)
  expect(knows('create an issue 作成')).toBe(false)
  expect(knows('42 !')).toBe(false)
})

it.each<[string, () => Promise<never>]>([
  ['fails', () => Promise.reject(new Error('no model today'))],
  ['never answers', () => new Promise<never>(() => {})],
])('a model that %s leaves the rank of words, and is logged once', async (_name, onUseCase) => {
  verifies('search.embeddings.optional')
  let asked = 0
  const lines: string[] = []
  const service = await start({
    embeddingModel: createBrokenModel(() => (asked++, onUseCase())),
    logLevel: 'warn',
    writeLog: { write: (line) => void lines.push(line) },
  })
  await expect
    .poll(async () => (await search(service, 'get a thing of bread'), asked), { timeout: 60_000 })
    .toBeGreaterThan(0)
  expect((await search(service, 'get a thing of bread')).toSorted()).toEqual(byWords)
  // One failure or more, depending on how long this took: none but the first is logged.
  expect(lines.filter((line) => line.includes('The embedding model failed'))).toHaveLength(1)
})

it('model behind an OpenAI-compatible API is used with its key', async () => {
  verifies('search.embeddings')
  const server = await startEmbeddingServer((input) => input.map(toMeaning))
  const service = await start({
    embeddingEndpoint: {
      url: `${server.url}/`,
      model: 'meanings',
      key: 'key-of-the-operator',
    },
  })
  await expect
    .poll(async () => (await search(service, 'get a thing for the train'))[0], { timeout: 60_000 })
    .toBe('WORLD_GET_THING_IN_STATION')
  // A model of many languages makes requests in any of them find tools that are described in another.
  expect(await search(service, '切符')).toEqual(['WORLD_GET_THING_IN_STATION'])
  expect((await search(service, 'gehalt überweisen'))[0]).toBe('WORLD_GET_THING_IN_OFFICE')
  expect(server.received[0]).toMatchObject({
    path: '/v1/embeddings',
    authorization: 'Bearer key-of-the-operator',
  })
})

it('models of each version of the interface fit', () => {
  const models: EmbeddingModel[] = [
    createMeaningModel(),
    createBrokenModel(() => Promise.reject(new Error())),
  ]
  expect(models.map(({ modelId }) => modelId)).toEqual(['meanings', 'broken'])
})

it('a vector in bytes points where the numbers do', () => {
  const numbers = [0.4, -0.02, 0.3, 0.9, -0.77]
  expect(toVector(numbers)).toEqual(toVector(numbers.map((value) => value * 1000)))
  expect([...toVector(numbers)]).toEqual([56, -3, 42, 127, -109])
  expect(fromText(toText(toVector(numbers)))).toEqual(toVector(numbers))
  expect(() => toVector([0, 0])).toThrow('without a direction')
  expect(() => toVector([Number.NaN, 1])).toThrow('without a direction')
})
