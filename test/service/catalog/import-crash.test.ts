import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createClient } from '../../../src/client/index.ts'
import { verifies } from '../../requirements.ts'
import { expireLeases } from '../../support/expire-leases.ts'
import { notesApi } from '../../support/notes-api.ts'
import { createSharedDatabase } from '../../support/shared-database.ts'
import { startNode, type ServiceNode } from '../../support/start-node.ts'
import { engine } from '../../support/start-service.ts'
import { json, startUpstream } from '../../support/start-upstream.ts'
import { isThorough } from '../../support/thorough.ts'

/**
 * Nodes one after the other on one database, and a description that is not answered while it is
 * held.
 */
const start = async () => {
  const shared = await createSharedDatabase()
  const { database } = shared
  const upstream = await startUpstream((_request, response) => {
    held.asked()
    if (!held.is) json(response, 200, notesApi('https://notes.example'))
  })
  const held = { is: true, asked: () => {} }
  const startNext = () =>
    startNode({
      ...('url' in database ? { DATABASE_URL: database.url } : { PLUGBOARD_DATA: database.folder }),
      PLUGBOARD_EGRESS_ALLOW: `import@${upstream.host}`,
    })
  const first = await startNext()
  await expect.poll(first.stdout).toContain('pbk_')
  const apiKey = /pbk_\w+/.exec(first.stdout())?.[0] ?? ''
  const clientOf = ({ url }: ServiceNode) => createClient({ baseUrl: url, apiKey, retries: 0 })
  const asked = new Promise<void>((resolve) => (held.asked = resolve))
  const { id } = await clientOf(first).toolkits.import({
    body: { slug: 'slow', source: { openapi: `${upstream.url}/openapi.json` } },
  })
  await asked
  await first.kill()
  await expireLeases(shared)
  return {
    shared,
    held,
    id,
    startNext,
    stateOf: (node: ServiceNode) => clientOf(node).toolkits.getImport({ params: { id } }),
  }
}

// Processes take a while to start, and on PostgreSQL a dead one is missed only after half a minute.
it.runIf(isThorough)(
  'an import whose process is killed is done by the next',
  { timeout: 300_000 },
  async () => {
    verifies('imports.kill')
    const { held, startNext, stateOf } = await start()
    held.is = false
    const next = await startNext()
    await expect
      .poll(async () => (await stateOf(next)).status, { timeout: 300_000 })
      .toBe('succeeded')
    expect((await stateOf(next)).report).toMatchObject({ made: 5 })
  },
)

it.runIf(isThorough && engine === 'sqlite')(
  'an import that ends every process that runs it is given up, and says so',
  { timeout: 300_000 },
  async () => {
    verifies('imports.kill.limit')
    const { shared, startNext, stateOf } = await start()
    // As if three more had died of it.
    const file = new DatabaseSync(
      join('folder' in shared.database ? shared.database.folder : '', 'plugboard.db'),
    )
    file.exec(`update jobs set attempt = 4 where queue = 'toolkit-import'`)
    file.close()
    const next = await startNext()
    await expect.poll(async () => (await stateOf(next)).status, { timeout: 300_000 }).toBe('failed')
    expect((await stateOf(next)).error).toContain('started 4 times')
  },
)
