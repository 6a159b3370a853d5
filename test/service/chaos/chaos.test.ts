import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createClient } from '../../../src/client/index.ts'
import { createRandom } from '../../support/generate/random.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { openNotesApi } from '../../support/notes-api.ts'
import { fixedSeed } from '../../support/seed.ts'
import { startDatabaseProxy } from '../../support/start-database-proxy.ts'
import { startReceiver } from '../../support/start-receiver.ts'
import { engine } from '../../support/start-service.ts'
import { json, startUpstream } from '../../support/start-upstream.ts'
import { runsInFull } from '../../support/thorough.ts'
import { admin } from '../admin/admin-cli.ts'
import { sourceTriggers, startSource } from '../ledger/source.ts'
import { callUntilKnown, makeUntilKnown, type Entry } from './call-ledger.ts'
import { createFaults } from './faults.ts'
import { openStage } from './open-stage.ts'
import { runNode } from './run-nodes.ts'
import { fileURLToPath } from 'node:url'

/** On each engine; both together are bounded to 15 minutes. */
const minutes = Number(process.env['TEST_CHAOS_MINUTES'] ?? 6)
const callers = 4
const certificates = fileURLToPath(
  new URL('../../support/certificates/authority.pem', import.meta.url),
)

const isRoot = process.getuid?.() === 0
if (!isRoot) console.warn('The chaos run is skipped: only root can mount a small disk')

test.runIf(runsInFull('faults one after another for minutes, with a ledger') && isRoot)(
  `nothing is lost or done twice in ${minutes} minutes of faults`,
  { timeout: minutes * 60_000 + 2_700_000 },
  async () => {
    const random = createRandom(fixedSeed)
    const made = new Map<string, number>()
    const calls = await startUpstream(({ method, body }, response) => {
      const { text } = method === 'POST' ? JSON.parse(body) : { text: 'read' }
      made.set(text, (made.get(text) ?? 0) + 1)
      json(response, 201, { text })
    })
    const source = await startSource()
    const receiver = await startReceiver(() => ({ status: 204 }))
    const stage = await openStage()
    const proxy = stage.cluster && (await startDatabaseProxy(new URL(stage.cluster.url)))
    const settings = {
      ...(proxy ? { DATABASE_URL: proxy.url } : { PLUGBOARD_DATA: stage.disk }),
      PLUGBOARD_EGRESS_ALLOW: [calls.host, source.host, receiver.host].join(','),
      PLUGBOARD_EXTRA_CA: certificates,
    }
    const nodes = [await runNode(settings)]
    if (engine === 'postgres') nodes.push(await runNode(settings))
    const [first] = nodes
    await expect.poll(() => first?.current().stdout()).toMatch(/pbk_\w+/)
    const apiKey = /pbk_\w+/.exec(first?.current().stdout() ?? '')?.[0] ?? ''
    const client = createClient({ baseUrl: first?.url ?? '', apiKey, retries: 5 })
    await setUp(client, { calls: calls.url, source, receiver: receiver.url })

    const over = new AbortController()
    const faults = createFaults({ nodes, stage, proxy, random })
    const happened = new Map<string, number>()
    const harm = async () => {
      const until = performance.now() + minutes * 60_000
      // Each at least once, however slow the machine is.
      for (let round = 1; round === 1 || performance.now() < until; round += 1)
        for (const [name, fault] of Object.entries(faults)) {
          if (round > 1 && performance.now() >= until) break
          await fault()
          happened.set(name, (happened.get(name) ?? 0) + 1)
          await sleep(2_000)
        }
    }
    const caller = { urls: nodes.map(({ url }) => url), apiKey, random }
    const called: Entry[] = []
    const sessions: Entry[] = []
    let next = 0
    const call = async () => {
      while (!over.signal.aborted) {
        const number = (next += 1)
        if (number % 3 === 0) sessions.push(await makeUntilKnown(caller, number))
        else called.push(await callUntilKnown(caller, number))
        if (number % 10 === 0) source.addItem()
        await sleep(20)
      }
    }
    await Promise.all([
      harm().finally(() => over.abort()),
      ...Array.from({ length: callers }, call),
    ])

    // Events of every item arrive, each under one id.
    const events = () => {
      const ids = new Map<number, Set<string>>()
      for (const { id, body } of receiver.received) {
        const { number } = JSON.parse(body).data as { number: number }
        ids.set(number, (ids.get(number) ?? new Set()).add(id))
      }
      return ids
    }
    await expect.poll(() => events().size, { timeout: 600_000 }).toBe(source.countItems())
    expect([...events()].filter(([, ids]) => ids.size > 1)).toEqual([])

    const of = (outcome: Entry['outcome'], entries: Entry[]) =>
      entries.filter((entry) => entry.outcome === outcome)
    const timesOf = ({ number }: Entry) => made.get(`call ${number}`) ?? 0
    expect(of('done', called).filter((entry) => timesOf(entry) !== 1)).toEqual([])
    expect([...made].filter(([, times]) => times > 1)).toEqual([])
    expect([...of('unanswered', called), ...of('unanswered', sessions)]).toEqual([])
    const lost: string[] = []
    for (const { id = '' } of of('done', sessions))
      await client.sessions.get({ params: { session_id: id } }).catch(() => lost.push(id))
    expect(lost).toEqual([])
    for (const node of nodes) await node.current().stop()
    const { answer } = await admin(['check'], settings)
    // Times of a clock that was ahead are moved back an hour after its last jump.
    const findings: { check: string; problems: number }[] = answer.findings
    expect(findings.filter(({ check, problems }) => problems > 0 && check !== 'due times')).toEqual(
      [],
    )
    console.log(
      `Chaos on ${engine}, seed ${fixedSeed}, ${minutes} min: ${called.length} calls (${of('unknown', called).length} unknown), ${sessions.length} sessions (${of('unknown', sessions).length} unknown), ${source.countItems()} events in ${receiver.received.length} deliveries, 0 lost, 0 doubled; ${[...happened].map(([name, times]) => `${name} ${times}x`).join(', ')}`,
    )
  },
)

const setUp = async (
  client: ReturnType<typeof createClient>,
  given: { calls: string; source: Awaited<ReturnType<typeof startSource>>; receiver: string },
): Promise<void> => {
  const { source } = given
  await importToolkit({ client }, { slug: 'calls', source: { openapi: openNotesApi(given.calls) } })
  await importToolkit(
    { client },
    { slug: 'ledger', source: { openapi: source.document }, triggers: sourceTriggers },
  )
  const { auth_config } = await client.authConfigs.create({ body: { toolkit: { slug: 'ledger' } } })
  const account = await client.connectedAccounts.create({
    body: {
      auth_config: { id: auth_config.id },
      connection: {
        user_id: 'ada',
        state: { authScheme: 'API_KEY', val: { generic_api_key: 'key' } },
      },
    },
  })
  await client.webhookSubscriptions.create({
    body: { webhook_url: `${given.receiver}/events`, enabled_events: ['svc.trigger.message'] },
  })
  await client.triggerInstances.upsert({
    params: { slug: 'LEDGER_ADDED' },
    body: { connected_account_id: account.id, trigger_config: { include_existing: true } },
  })
}
