import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { systemClock } from '../../../src/service/platform/clock.ts'
import { createJobs } from '../../../src/service/platform/jobs/index.ts'
import { verifies } from '../../requirements.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { openServiceDatabase } from '../../support/open-service-database.ts'
import { createSharedDatabase } from '../../support/shared-database.ts'
import { engine, startService } from '../../support/start-service.ts'

/** An API with enough operations for a stored index. */
const shopApi = (count: number) => ({
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  servers: [{ url: 'https://shop.example' }],
  paths: Object.fromEntries(
    Array.from({ length: count }, (_unused, number) => [
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
})

const start = async () => {
  const shared = await createSharedDatabase()
  const service = await startService({ database: shared.database })
  const indexed = () =>
    shared.query(
      'select i.stamp, p.catalog_stamp from search_indexes i join projects p on p.id = i.project_id',
    )
  return { shared, service, indexed }
}

it('an import ends when the index of its tools is stored', async () => {
  verifies('imports.indexed')
  const { service, indexed } = await start()
  await importToolkit(service, { slug: 'shop', source: { openapi: shopApi(520) } })
  expect(await indexed()).toEqual([{ stamp: 1, catalog_stamp: 1 }])
  // A reimport of the same tools is a new version.
  await importToolkit(service, { slug: 'shop', source: { openapi: shopApi(520) } })
  expect(await indexed()).toEqual([{ stamp: 2, catalog_stamp: 2 }])
  const { items, index } = await service.client.tools.list({ query: { search: 'shelf 77' } })
  expect(items[0]?.slug).toMatch(/SHELF_?77$/)
  expect(index).toBeUndefined()
})

it('a version that is stored and not indexed yet keeps its number', async () => {
  verifies('imports.indexed.resumed')
  const { shared, service } = await start()
  const first = await importToolkit(service, { slug: 'shop', source: { openapi: shopApi(2) } })
  const beside = await openServiceDatabase(shared.database)
  await sql`update toolkit_imports set status = 'running', finished_at = null`.execute(
    beside.handle,
  )
  const second = await importToolkit(service, { slug: 'shop', source: { openapi: shopApi(3) } })
  expect(first.version).toMatch(/_00$/)
  expect(second.version).toMatch(/_01$/)
})

it.skipIf(engine === 'postgres')(
  'an import that was stored but not indexed when its process ended is resumed, and stored once',
  async () => {
    verifies('imports.indexed.resumed')
    const { shared, service, indexed } = await start()
    await importToolkit(service, { slug: 'shop', source: { openapi: shopApi(520) } })
    const beside = await openServiceDatabase(shared.database)
    // As the process leaves it that dies in between.
    await sql`update toolkit_imports set status = 'running', finished_at = null`.execute(
      beside.handle,
    )
    await sql`delete from search_indexes`.execute(beside.handle)
    await sql`delete from search_block_parts`.execute(beside.handle)
    const [row] = await shared.query('select id, project_id from toolkit_imports')
    const id = String(row?.['id'])
    const stateOf = () => service.client.toolkits.getImport({ params: { id } })
    expect(await stateOf()).toMatchObject({ status: 'running', report: null, finished_at: null })
    await service.close()

    const jobs = createJobs(beside, { clock: systemClock })
    jobs.define('toolkit-import', { retryDelaysSeconds: [] }, async () => {})
    await beside.transaction((transaction) =>
      jobs.enqueue(transaction, 'toolkit-import', {
        id,
        projectId: String(row?.['project_id']),
      }),
    )
    const next = await startService({ database: shared.database })
    await expect
      .poll(async () => (await shared.query('select status from toolkit_imports'))[0]?.['status'])
      .toBe('succeeded')
    expect(await indexed()).toEqual([{ stamp: 1, catalog_stamp: 1 }])
    const state = await next.request('GET', `/api/v3/toolkits/imports/${id}`, {
      headers: { 'x-api-key': service.apiKey },
    })
    expect(state.body).toMatchObject({ status: 'succeeded', report: { made: 520 } })
  },
)
