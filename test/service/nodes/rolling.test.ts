import { describe, expect, it } from 'vitest'
import { createClient } from '../../../src/client/index.ts'
import { verifies } from '../../requirements.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { openNotesApi } from '../../support/notes-api.ts'
import { createSharedDatabase } from '../../support/shared-database.ts'
import { startBalancer } from '../../support/start-balancer.ts'
import { startNode } from '../../support/start-node.ts'
import { engine, startService } from '../../support/start-service.ts'
import { json, startUpstream } from '../../support/start-upstream.ts'
import { isThorough } from '../../support/thorough.ts'

const calls = isThorough ? 1_000 : 150
const atOnce = 8
const drainSeconds = 1

type Node = { url: string; stop(): Promise<unknown> }

describe.skipIf(engine === 'sqlite')('nodes that are replaced', () => {
  it('one by one fail no call and make none twice', { timeout: 300_000 }, async () => {
    verifies('nodes.rolling', 'nodes.start.traffic')
    const upstream = await startUpstream(async (request, response) => {
      // Some are under way whenever a node ends.
      await new Promise((resolve) => setTimeout(resolve, request.url?.endsWith('7') ? 400 : 5))
      json(response, 200, { id: request.url })
    })
    const { database } = await createSharedDatabase()
    const settings = { database, egressAllow: [upstream.host], drainMs: drainSeconds * 1000 }
    const first = await startService(settings)
    await importToolkit(first, { slug: 'open', source: { openapi: openNotesApi(upstream.url) } })
    const startHere = async (): Promise<Node> => {
      const { url, close } = await startService(settings)
      return { url, stop: close }
    }
    const environment = {
      DATABASE_URL: 'url' in database ? database.url : '',
      PLUGBOARD_EGRESS_ALLOW: upstream.host,
      PLUGBOARD_DATABASE_CONNECTIONS: '5',
      PLUGBOARD_DRAIN_SECONDS: String(drainSeconds),
    }
    const start = isThorough ? () => startNode(environment) : startHere
    const balancer = await startBalancer()
    const old: Node[] = [{ url: first.url, stop: first.close }, await start()]
    for (const { url } of old) balancer.add(url)
    const client = createClient({ baseUrl: balancer.url, apiKey: first.apiKey })
    upstream.received.length = 0

    const work = { begun: 0, isRolling: true }
    const failures: string[] = []
    const callOn = async () => {
      while (work.begun < calls || work.isRolling) {
        const id = `${(work.begun += 1)}`
        const outcome = await client.tools
          .execute({ params: { tool_slug: 'OPEN_GET_NOTE' }, body: { arguments: { id } } })
          .catch((error: unknown) => ({ error: String(error) }))
        if (outcome.error !== null) failures.push(`${id}: ${outcome.error}`)
      }
    }
    const roll = async () => {
      for (const node of old) {
        balancer.add((await start()).url)
        await node.stop()
      }
      work.isRolling = false
    }
    await Promise.all([roll(), ...Array.from({ length: atOnce }, callOn)])

    expect(failures).toEqual([])
    expect(work.begun).toBeGreaterThanOrEqual(calls)
    const received = upstream.received.map(({ url }) => url)
    expect(received).toHaveLength(work.begun)
    expect(new Set(received).size).toBe(work.begun)
  })
})
