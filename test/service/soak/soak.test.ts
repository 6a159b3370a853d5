import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { createClient, type Client } from '../../../src/client/index.ts'
import { median } from '../../bench/figures/median.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { notesApi } from '../../support/notes-api.ts'
import { createSharedDatabase } from '../../support/shared-database.ts'
import { startNode } from '../../support/start-node.ts'
import { engine } from '../../support/start-service.ts'
import { json, startUpstream } from '../../support/start-upstream.ts'
import { runsInFull } from '../../support/thorough.ts'
import { settingsOf } from '../admin/admin-cli.ts'
import { countObjects, readHeap, type Heap } from './read-heap.ts'

/** `TEST_SOAK_MINUTES=30` is the whole length; the first sixth fills caches. */
const minutes = Number(process.env['TEST_SOAK_MINUTES'] ?? 6)
const warmUp = 1 / 6
const looks = 12
const callers = 6
const megabyte = 1024 ** 2
/** What the heap may differ by from one look to the next, of work that is under way. */
const airMegabytes = 8

const reporter = fileURLToPath(new URL('report-heap.mjs', import.meta.url))

test.runIf(runsInFull('mixed load for minutes, after which the heap must not have grown'))(
  `the heap does not grow in ${minutes} minutes of mixed load once caches are full`,
  { timeout: minutes * 60_000 + 600_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'plugboard-soak-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const upstream = await startUpstream((_, response) => json(response, 200, [{ id: 1 }]))
    const shared = await createSharedDatabase()
    const node = await startNode({
      ...settingsOf(shared),
      PLUGBOARD_EGRESS_ALLOW: upstream.host,
      PLUGBOARD_ACCESS_LOG_SHARE: '0',
      PLUGBOARD_LOG_LEVEL: 'info',
      NODE_OPTIONS: `--expose-gc --max-semi-space-size=8 --import ${reporter}`,
      SOAK_FOLDER: folder,
    })
    await expect.poll(node.stdout).toMatch(/pbk_\w+/)
    const apiKey = /pbk_\w+/.exec(node.stdout())?.[0] ?? ''
    const client = createClient({ baseUrl: node.url, apiKey, retries: 0 })
    await importToolkit({ client }, { slug: 'notes', source: { openapi: notesApi(upstream.url) } })
    const { auth_config } = await client.authConfigs.create({
      body: { toolkit: { slug: 'notes' } },
    })

    const over = new AbortController()
    let rounds = 0
    const load = async (caller: number) => {
      for (let round = 0; !over.signal.aborted; round += 1) {
        await useOnce(client, { authConfig: auth_config.id, user: `user ${caller} ${round}` })
        upstream.received.length = 0
        rounds += 1
      }
    }
    const working = Promise.all(Array.from({ length: callers }, (_each, index) => load(index)))
    const heaps: Heap[] = []
    const watch = async () => {
      await sleep(minutes * warmUp * 60_000)
      const before = await countObjects(node, folder)
      for (let look = 0; look < looks; look += 1) {
        heaps.push(await readHeap(node))
        await sleep((minutes * (1 - warmUp) * 60_000) / looks)
      }
      return { before, after: await countObjects(node, folder) }
    }
    const { before, after } = await watch().finally(() => over.abort())
    await working

    const used = heaps.map(({ heapUsed, external }) => (heapUsed + external) / megabyte)
    const grown = [...after]
      .map(([name, count]) => ({ name, more: count - (before.get(name) ?? 0) }))
      .toSorted((one, other) => other.more - one.more)
      .slice(0, 8)
    const third = Math.floor(looks / 3)
    const [early, late] = [median(used.slice(0, third)), median(used.slice(-third))]
    console.log(
      `Soak on ${engine}, ${minutes} min: ${rounds} rounds; heap after collection ${used.map((each) => each.toFixed(0)).join(' ')} MB, resident ${heaps.map(({ rss }) => (rss / megabyte).toFixed(0)).join(' ')} MB; most added objects: ${grown.map(({ name, more }) => `${name} ${more}`).join(', ')}`,
    )
    expect(late).toBeLessThan(early + airMegabytes)
  },
)

/** What a user of a product does, from the first connection to the last. */
const useOnce = async (
  client: Client,
  { authConfig, user }: { authConfig: string; user: string },
): Promise<void> => {
  const account = await client.connectedAccounts.create({
    body: {
      auth_config: { id: authConfig },
      connection: {
        user_id: user,
        state: { authScheme: 'API_KEY', val: { generic_api_key: 'a secret of nobody' } },
      },
    },
  })
  const { session_id } = await client.sessions.create({ body: { user_id: user } })
  const params = { session_id }
  await client.sessions.search({ params, body: { queries: [{ use_case: `list notes ${user}` }] } })
  for (const tool_slug of ['NOTES_LIST_NOTES', 'NOTES_GET_NOTE'])
    await client.sessions.execute({ params, body: { tool_slug, arguments: { id: user } } })
  await client.sessions
    .execute({ params, body: { tool_slug: 'NOTES_NO_SUCH', arguments: {} } })
    .catch(() => undefined)
  await client.logs.list({ query: { limit: 20, user_ids: [user] } })
  await client.connectedAccounts.list({ query: { limit: 20 } })
  await client.tools.list({ query: { search: `note ${user}`, limit: 5 } })
  await client.sessions.delete({ params })
  await client.connectedAccounts.delete({ params: { nanoid: account.id } })
}
