import { expect, it } from 'vitest'
import { verifies } from '../../requirements.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { startService, type TestService } from '../../support/start-service.ts'
import { startEmbeddingServer } from './embedding-server.ts'

const operations: Record<string, string> = {
  createInvoice: 'Create an invoice for a customer',
  refundCharge: 'Refund a charge that was paid by card',
  listSubscriptions: 'List the subscriptions of a customer',
  inviteMember: 'Invite a person to the team',
  removeMember: 'Remove a person from the team',
  createEvent: 'Create an event in a calendar',
  findBusyTimes: 'Find out when people are busy',
  sendMessage: 'Send a message to a channel',
  uploadFile: 'Upload a file to a folder',
  shareFile: 'Share a file with other people',
  createIssue: 'Create an issue in a repository',
  mergePullRequest: 'Merge a pull request',
  listDeployments: 'List deployments of an application',
  rollBack: 'Roll an application back to the version before',
  listAlerts: 'List alerts that are firing',
  createContact: 'Create a contact with phone number and address',
  translateText: 'Translate a text into another language',
  getForecast: 'Get the weather forecast of a place',
  createPlaylist: 'Create a playlist of songs',
  trackParcel: 'Track a parcel on its way',
}

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
    source: {
      openapi: {
        openapi: '3.1.0',
        info: { title: 'Everything', version: '1' },
        servers: [{ url: 'https://everything.example' }],
        paths: Object.fromEntries(
          Object.entries({ ...operations, ...others }).map(([operationId, summary]) => [
            `/${operationId}`,
            { post: { operationId, summary, responses: { 200: { description: 'ok' } } } },
          ]),
        ),
      },
    },
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
  for (const [operation, summary] of Object.entries(operations)) {
    const [first] = await find(byWords, summary)
    expect(await find(byMeaning, summary), operation).toContain(first)
  }
})
