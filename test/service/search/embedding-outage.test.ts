import { expect, it } from 'vitest'
import { verifies } from '../../requirements.ts'
import { startService, type TestService } from '../../support/start-service.ts'
import { toVector } from './embedding-models.ts'
import { startEmbeddingServer, type Answer } from './embedding-server.ts'
import { importWorld } from './import-world.ts'

const operations: Record<string, string> = {
  kitchen: 'of sourdough',
  office: 'of salary',
  cellar: 'unspeakable',
  station: 'of a ticket',
}

const start = async (answer: (input: string[]) => Answer) => {
  const server = await startEmbeddingServer(answer)
  const lines: string[] = []
  const service = await startService({
    embeddingEndpoint: { url: server.url, model: 'meanings' },
    logLevel: 'info',
    writeLog: { write: (line) => void lines.push(line) },
  })
  await importWorld(service, operations)
  const count = (text: string) => lines.filter((line) => line.includes(text)).length
  return { service, server, count }
}

const search = async ({ client }: TestService, words: string): Promise<string[]> =>
  (await client.tools.list({ query: { search: words } })).items.map(({ slug }) => slug)

const ofTools = (input: string[]) => input.some((text) => text.includes('(World)'))

it('searches go on by words while a model does not answer, and by meaning once it does', async () => {
  verifies('search.embeddings.optional')
  let isDown = true
  const { service, server, count } = await start((input) =>
    isDown && !ofTools(input) ? { status: 503 } : input.map(toVector),
  )
  await expect
    .poll(async () => (await search(service, 'thing of bread'), count('model failed')), {
      timeout: 60_000,
    })
    .toBe(1)
  expect(await search(service, 'fresh loaf')).toEqual([])
  isDown = false
  await expect
    .poll(() => search(service, 'fresh loaf'), { timeout: 60_000 })
    .toEqual(['WORLD_GET_THING_IN_KITCHEN'])
  expect(count('model failed')).toBe(1)
  expect(count('answers again')).toBe(1)
  expect(server.received.length).toBeGreaterThan(2)
})

it('a text that the model refuses is searched by words, and others by meaning', async () => {
  verifies('search.embeddings.refused')
  const { service, server, count } = await start((input) =>
    input.some((text) => text.includes('unspeakable')) ? { status: 400 } : input.map(toVector),
  )
  // The refused tool is among those that were sent together.
  await expect
    .poll(() => search(service, 'fresh loaf'), { timeout: 60_000 })
    .toEqual(['WORLD_GET_THING_IN_KITCHEN'])
  expect(await search(service, 'unspeakable')).toEqual(['WORLD_GET_THING_IN_CELLAR'])
  expect(await search(service, 'by train')).toEqual(['WORLD_GET_THING_IN_STATION'])
  expect(count('refused a text')).toBe(1)
  expect(count('model failed')).toBe(0)

  const before = server.received.length
  await search(service, 'unspeakable')
  await search(service, 'by train')
  expect(server.received).toHaveLength(before)
})
