import { expect, it } from 'vitest'
import { verifies } from '../../requirements.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { startService, type TestService } from '../../support/start-service.ts'
import { startEmbeddingServer } from './embedding-server.ts'
import { describeOperations, everydayOperations } from './everyday-operations.ts'

/** What the requests are not about: of few tools, none can stand out. */
const others = Object.fromEntries(
  Array.from({ length: 120 }, (_unused, at) => [`readGauge${at}`, `Read gauge number ${at}`]),
)

/** Requests in languages of which the engine has no table, and the tool that is meant. */
const requests: Record<string, string> = {
  'maak een factuur voor de klant': 'INVOICE',
  'che tempo farà domani a Roma?': 'FORECAST',
  'przetłumacz ten tekst': 'TRANSLATE',
  'gdzie jest moja paczka?': 'PARCEL',
  'condividi il documento con i colleghi': 'SHARE',
  'stuur een bericht naar het kanaal': 'MESSAGE',
  'bjud in Karin till laget': 'INVITE',
  'zwróć pieniądze klientowi': 'REFUND',
  'crea una scaletta con le mie canzoni': 'PLAYLIST',
  'lägg ett möte i kalendern': 'EVENT',
  'wie heeft er nu geen tijd?': 'BUSY',
  'верни деньги покупателю': 'REFUND',
}

/** What a model of many languages has learned, for a few meanings: words begin with these. */
const meanings = [
  'invoice factuur fattur faktur',
  'weather forecast temp rain pogod',
  'translate language przetłumacz text tekst',
  'parcel track paczk pakket',
  'share condivid people colleghi',
  'file document bestand plik',
  'message send stuur bericht',
  'channel kanaal kanał',
  'invite bjud',
  'person team laget karin',
  'refund zwróć pieniądz верни деньг charge paid',
  'customer klant klient покупател',
  'playlist song canzon scaletta',
  'event calendar möte kalender',
  'busy tijd when',
  'create maak crea',
].map((words) => words.split(' '))

const toVector = (text: string): number[] => {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? []
  const counts = meanings.map(
    (known) => words.filter((word) => known.some((start) => word.startsWith(start))).length,
  )
  return [...counts, 0.1]
}

const find = async ({ client }: TestService, search: string): Promise<string[]> =>
  (await client.tools.list({ query: { search, limit: 5 } })).items.map(({ slug }) => slug)

const start = async (embeddingEndpoint?: { url: string; model: string }) => {
  const service = await startService({ ...(embeddingEndpoint && { embeddingEndpoint }) })
  await importToolkit(service, {
    slug: 'all',
    source: { openapi: describeOperations({ ...everydayOperations, ...others }) },
  })
  return service
}

const countFound = async (service: TestService): Promise<number> => {
  let found = 0
  for (const [request, meant] of Object.entries(requests))
    if ((await find(service, request)).some((slug) => slug.includes(meant))) found += 1
  return found
}

it('a model of many languages finds what words of other languages do not', async () => {
  verifies('search.embeddings.languages')
  const server = await startEmbeddingServer((input) => input.map(toVector))
  const byMeaning = await start({ url: server.url, model: 'many-languages' })
  const byWords = await start()
  const all = Object.keys(requests).length
  await expect
    .poll(() => countFound(byMeaning), { timeout: 60_000 })
    .toBeGreaterThanOrEqual(0.75 * all)
  expect(await countFound(byWords)).toBeLessThanOrEqual(0.25 * all)
  // English requests find at least what they find by words.
  for (const [operation, summary] of Object.entries(everydayOperations)) {
    const [first] = await find(byWords, summary)
    expect(await find(byMeaning, summary), operation).toContain(first)
  }
})
