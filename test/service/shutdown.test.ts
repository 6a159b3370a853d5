import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { importToolkit } from '../support/import-toolkit.ts'
import { openNotesApi } from '../support/notes-api.ts'
import { startService } from '../support/start-service.ts'
import { json, startUpstream } from '../support/start-upstream.ts'

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
  await expect.poll(() => fetch(`${service.url}/healthz`).then(() => 'open', () => 'closed')).toBe('closed')
  release.resolve()
  expect(await call).toMatchObject({ error: null, data: { finished: true } })
  await closed
})

it('a service that is closed does not wait for a connection on which nothing was ever asked', { timeout: 8_000 }, async () => {
  const service = await startService({ keep: true })
  const { hostname, port } = new URL(service.url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  const ended = once(socket, 'close')
  await service.close()
  await ended
})
