import { expect, it } from 'vitest'
import { createClient } from '../../../../src/client/index.ts'
import { verifies } from '../../../requirements.ts'
import { expireLeases } from '../../../support/expire-leases.ts'
import { importToolkit } from '../../../support/import-toolkit.ts'
import { createSharedDatabase } from '../../../support/shared-database.ts'
import { startLanguageModel, writing } from '../../../support/start-language-model.ts'
import { startNode, type ServiceNode } from '../../../support/start-node.ts'
import { isThorough } from '../../../support/thorough.ts'

const shopApi = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  servers: [{ url: 'https://shop.example' }],
  paths: Object.fromEntries(
    Array.from({ length: 60 }, (_unused, number) => [
      `/shelf${number}`,
      {
        get: {
          operationId: `listShelf${number}`,
          summary: `List what is on shelf ${number}`,
          responses: { 200: { description: 'Fine' } },
        },
      },
    ]),
  ),
}

// Processes take a while to start, and on PostgreSQL a dead one is missed only after half a minute.
it.runIf(isThorough)(
  'use cases that a process left unfinished when it was killed are written by the next',
  { timeout: 300_000 },
  async () => {
    verifies('search.enrichment.resumed')
    const shared = await createSharedDatabase()
    const { database } = shared
    const answered = new Set<string>()
    let most = 2
    const write = writing(({ name }) => ({ en: [`zebra ${name}`] }))
    const model = await startLanguageModel((asked) => {
      if (most-- <= 0) return { hangs: true }
      for (const { name } of asked.operations) answered.add(name)
      return write(asked)
    })
    const startNext = () =>
      startNode({
        ...('url' in database
          ? { DATABASE_URL: database.url }
          : { PLUGBOARD_DATA: database.folder }),
        PLUGBOARD_ENRICHMENT_URL: model.settings.url,
        PLUGBOARD_ENRICHMENT_MODEL: 'writer',
        PLUGBOARD_ENRICHMENT_CONCURRENCY: '1',
      })
    const first = await startNext()
    await expect.poll(first.stdout).toContain('pbk_')
    const apiKey = /pbk_\w+/.exec(first.stdout())?.[0] ?? ''
    const clientOf = ({ url }: ServiceNode) => createClient({ baseUrl: url, apiKey, retries: 0 })
    await importToolkit({ client: clientOf(first) }, { slug: 'shop', source: { openapi: shopApi } })
    await expect.poll(() => model.requests.length, { timeout: 120_000 }).toBe(3)
    await first.kill()
    await expireLeases(shared)

    most = Infinity
    const before = new Set(answered)
    const { length } = model.requests
    const next = clientOf(await startNext())
    const found = async () =>
      (await next.tools.list({ query: { search: 'zebra', limit: 100 } })).items.length
    await expect.poll(found, { timeout: 240_000 }).toBe(60)
    const asked = model.requests.slice(length).flatMap(({ operations }) => operations)
    expect(before.size).toBeGreaterThan(0)
    expect(asked.filter(({ name }) => before.has(name))).toEqual([])
  },
)
