import { expect, it } from 'vitest'
import { createClient } from '../../../src/client/index.ts'
import { dayMs } from '../../../src/service/platform/clock.ts'
import { verifies } from '../../requirements.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { createSharedDatabase } from '../../support/shared-database.ts'
import { startService } from '../../support/start-service.ts'

const start = new Date('2026-11-28T12:00:00.000Z')

const description = (name: string) => ({
  openapi: '3.1.0',
  info: { title: 'Notes', version: '1' },
  servers: [{ url: 'https://notes.example' }],
  paths: {
    '/notes': { get: { operationId: 'list', summary: `List ${name}`, responses: {} } },
    '/same': { get: { operationId: 'same', summary: 'Always the same', responses: {} } },
  },
})

it('a toolkit version goes half a year after it was superseded, unless a session was created with it', async () => {
  verifies('catalog.superseded')
  const { database, query } = await createSharedDatabase()
  let now = start
  const startOn = (days: number) => {
    now = new Date(start.getTime() + days * dayMs)
    return startService({ database, clock: { now: () => now }, kept: { sessionIdle: 200 } })
  }
  const first = await startOn(0)
  const add = (name: string) =>
    importToolkit(first, { slug: 'notes', source: { openapi: description(name) } })
  await add('first')
  await add('second')
  await first.client.sessions.create({ body: { user_id: 'ada' } })
  await add('third')
  const versions = async () =>
    (await query('select version from toolkit_versions order by stamp')).map(
      ({ version }) => version,
    )
  const [, second, third] = await versions()
  const rows = async () =>
    Number(
      (
        await query(`select count(*) as rows from tool_documents where toolkit_slug = 'notes'`)
      )[0]?.['rows'],
    )
  const before = await rows()
  await first.close()

  const half = await startOn(181)
  const client = createClient({ baseUrl: half.url, apiKey: first.apiKey })
  await expect.poll(versions, { timeout: 60_000 }).toEqual([second, third])
  // What the others hold as well stays: only one tool differed.
  expect(await rows()).toBe(before - 1)
  const found = await client.tools.list({ query: { toolkit_slug: 'notes' } })
  expect(found.items.map(({ slug }) => slug).toSorted()).toEqual([
    'NOTES_GET_SAME',
    'NOTES_LIST_FIRST',
  ])
  await half.close()

  // The session that was created with the second has ended.
  await startOn(365)
  await expect.poll(versions, { timeout: 60_000 }).toEqual([third])
})
