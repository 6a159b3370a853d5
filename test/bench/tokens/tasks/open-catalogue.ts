import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectTracker } from '../../../../examples/support/connect-tracker.ts'
import { createClient, type Client } from '../../../../src/client/index.ts'
import { Plugboard } from '../../../../src/index.ts'
import { sampleToolkits } from '../../../../src/sample/sample-toolkits.ts'
import { startSampleService } from '../../../../src/sample/start-sample-service.ts'
import { startService } from '../../../../src/service/index.ts'
import { collectedData, hasCollected } from '../../../support/collected-data.ts'
import { importToolkit } from '../../../support/import-toolkit.ts'

/** A service whose tracker `ada` has connected, and the slugs of all its tools. */
export type Catalogue = AsyncDisposable & { plugboard: Plugboard; slugs: string[] }

/** The collected descriptions that make the catalogue as large as that of a real project. */
const others = ['asana.yaml']

export const openCatalogue = async (): Promise<Catalogue> => {
  const folder = await mkdtemp(join(tmpdir(), 'plugboard-tokens-'))
  const sample = await startSampleService()
  const service = await startService({
    host: '127.0.0.1',
    port: 0,
    database: { engine: 'sqlite', folder },
    rootKeys: `1:${Buffer.alloc(32, 7).toString('base64')}`,
    egressAllow: [new URL(sample.url).host],
    logLevel: 'error',
    toolTimeoutMs: 10_000,
    maximumResponseBytes: 5 * 1024 * 1024,
    retentionDays: 30,
    checkAnswers: false,
  })
  const apiKey = service.firstKeys?.apiKey ?? ''
  const client = createClient({ baseUrl: service.url, apiKey })
  for (const { slug, openapi } of sampleToolkits(sample))
    await importToolkit({ client }, { slug, source: { openapi } })
  if (hasCollected('apis', 'a larger catalogue'))
    for (const file of others)
      await importToolkit(
        { client },
        {
          slug: file.replace(/\..*$/, ''),
          source: { openapi: readFileSync(collectedData(`apis/${file}`), 'utf8') },
        },
      )
  await connectTracker(client, sample.trackerApiKey)
  return {
    plugboard: new Plugboard({ baseUrl: service.url, apiKey }),
    slugs: await listSlugs(client),
    [Symbol.asyncDispose]: async () => {
      await service.close()
      await sample.close()
      await rm(folder, { recursive: true })
    },
  }
}

const listSlugs = async (client: Client): Promise<string[]> => {
  const slugs: string[] = []
  for (let cursor: string | undefined; ;) {
    const page = await client.tools.list({ query: { limit: 200, ...(cursor && { cursor }) } })
    slugs.push(...page.items.map(({ slug }) => slug))
    if (!page.next_cursor) return slugs.filter((slug) => !slug.startsWith('SVC_'))
    cursor = page.next_cursor
  }
}
