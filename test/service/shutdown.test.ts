import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { createClient } from '../../src/client/index.ts'
import { importToolkit } from '../support/import-toolkit.ts'
import { verifies } from '../requirements.ts'
import { notesApi, openNotesApi } from '../support/notes-api.ts'
import { createSharedDatabase } from '../support/shared-database.ts'
import { startService } from '../support/start-service.ts'
import { json, startUpstream } from '../support/start-upstream.ts'
import { isThorough } from '../support/thorough.ts'

it('a service that is closed finishes the calls under way and takes no more', async () => {
  const arrived = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const upstream = await startUpstream(async (_request, response) => {
    arrived.resolve()
    await release.promise
    json(response, 200, { finished: true })
  })
  const service = await startService({ egressAllow: [upstream.host] })
  await importToolkit(service, { slug: 'open', source: { openapi: openNotesApi(upstream.url) } })

  const call = service.client.tools.execute({ params: { tool_slug: 'OPEN_LIST_NOTES' }, body: {} })
  await arrived.promise
  const closed = service.close()
  await expect
    .poll(() =>
      fetch(`${service.url}/healthz`).then(
        () => 'open',
        () => 'closed',
      ),
    )
    .toBe('closed')
  release.resolve()
  expect(await call).toMatchObject({ error: null, data: { finished: true } })
  await closed
})

it('a service that is closed cuts calls that take longer than its grace', async () => {
  verifies('start.grace')
  const arrived = Promise.withResolvers<void>()
  const upstream = await startUpstream(() => arrived.resolve())
  const service = await startService({ egressAllow: [upstream.host], graceMs: 100 })
  await importToolkit(service, { slug: 'open', source: { openapi: openNotesApi(upstream.url) } })
  const call = fetch(`${service.url}/api/v3/tools/execute/OPEN_LIST_NOTES`, {
    method: 'POST',
    headers: { 'x-api-key': service.apiKey, 'content-type': 'application/json' },
    body: '{}',
  })
  const cut = expect(call).rejects.toThrow('fetch failed')
  await arrived.promise
  await service.close()
  await cut
})

it(
  'a service that is closed does not wait for a connection on which nothing was ever asked',
  { timeout: 60_000 },
  async () => {
    const service = await startService({ keep: true })
    const { hostname, port } = new URL(service.url)
    const socket = connect(Number(port), hostname)
    await once(socket, 'connect')
    const ended = once(socket, 'close')
    await service.close()
    await ended
  },
)

// Jobs have ten seconds to end, and this one takes them all.
it.runIf(isThorough)(
  'an import that is under way when its process stops is done by the next',
  { timeout: 300_000 },
  async () => {
    verifies('imports.stop')
    const asked = Promise.withResolvers<void>()
    let isHeld = true
    const upstream = await startUpstream((_request, response) => {
      asked.resolve()
      if (!isHeld) json(response, 200, notesApi('https://notes.example'))
    })
    const shared = await createSharedDatabase()
    const start = () =>
      startService({ database: shared.database, egressAllow: [`import@${upstream.host}`] })
    const first = await start()
    const { id } = await first.client.toolkits.import({
      body: { slug: 'slow', source: { openapi: `${upstream.url}/openapi.json` } },
    })
    await asked.promise
    await first.close()
    isHeld = false

    const { url } = await start()
    const next = createClient({ baseUrl: url, apiKey: first.apiKey, retries: 0 })
    await expect
      .poll(async () => (await next.toolkits.getImport({ params: { id } })).status, {
        timeout: 60_000,
      })
      .toBe('succeeded')
  },
)
