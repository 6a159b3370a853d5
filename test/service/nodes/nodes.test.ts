import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifies } from '../../requirements.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { openNotesApi } from '../../support/notes-api.ts'
import { createSharedDatabase, type SharedDatabase } from '../../support/shared-database.ts'
import { engine, startService, type TestService } from '../../support/start-service.ts'
import { json, startUpstream } from '../../support/start-upstream.ts'

describe.skipIf(engine === 'sqlite')('nodes that start at once on an empty database', () => {
  let shared: SharedDatabase
  let nodes: TestService[]
  beforeAll(async () => {
    shared = await createSharedDatabase({ keep: true })
    nodes = await Promise.all(
      [1, 2].map(() => startService({ database: shared.database, keep: true })),
    )
  })
  afterAll(async () => {
    await Promise.all(nodes.map(({ close }) => close()))
    await shared.remove()
  })
  const first = () => nodes.find(({ apiKey }) => apiKey !== '')
  const statuses = (key: string) =>
    Promise.all(
      nodes.map(
        async ({ url }) =>
          (await fetch(`${url}/api/v3/tools`, { headers: { 'x-api-key': key } })).status,
      ),
    )

  it('migrate it once and make one first project', async () => {
    verifies('nodes.start')
    expect(nodes.filter(({ apiKey }) => apiKey !== '')).toHaveLength(1)
    expect(await shared.query('select count(*)::int as count from projects')).toEqual([
      { count: 1 },
    ])
    expect(await statuses(first()?.apiKey ?? '')).toEqual([200, 200])
  })

  it('all refuse a key that was replaced on one, within a second', async () => {
    verifies('nodes.revoked')
    const client = first()?.client
    const { id = '', api_key } =
      (await client?.projects.create({ body: { name: 'Second', should_create_api_key: true } })) ??
      {}
    const key = String(api_key)
    expect(await statuses(key)).toEqual([200, 200])

    const made = await client?.projects.regenerateApiKey({ params: { nano_id: id } })
    await expect.poll(() => statuses(key), { timeout: 1_000, interval: 50 }).toEqual([401, 401])
    expect(await statuses(String(made?.api_key.key))).toEqual([200, 200])
  })
})

it('a node that is told to stop says so, answers for a while, and ends connections by its answers', async () => {
  verifies('nodes.drain')
  const release = Promise.withResolvers<void>()
  const arrived = Promise.withResolvers<void>()
  const upstream = await startUpstream(async (_request, response) => {
    arrived.resolve()
    await release.promise
    json(response, 200, { finished: true })
  })
  const service = await startService({ egressAllow: [upstream.host], drainMs: 2_000 })
  await importToolkit(service, { slug: 'open', source: { openapi: openNotesApi(upstream.url) } })
  const ask = (path: string) =>
    fetch(service.url + path, { headers: { 'x-api-key': service.apiKey } })
  expect((await ask('/readyz')).headers.get('connection')).not.toBe('close')
  const underWay = service.client.tools.execute({
    params: { tool_slug: 'OPEN_LIST_NOTES' },
    body: {},
  })
  await arrived.promise

  const closed = service.close()
  const [readiness, answer] = [await ask('/readyz'), await ask('/api/v3/tools')]
  expect([readiness.status, readiness.headers.get('connection')]).toEqual([503, 'close'])
  expect(await readiness.json()).toEqual({ status: 'not ready', reason: 'stopping' })
  expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close'])
  await expect
    .poll(
      () =>
        ask('/healthz').then(
          () => 'open',
          () => 'closed',
        ),
      { timeout: 60_000 },
    )
    .toBe('closed')
  release.resolve()
  expect(await underWay).toMatchObject({ error: null, data: { finished: true } })
  await closed
})
