import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Plugboard, type TypedEvent } from '../../../src/index.ts'
import { verifyWebhook } from '../../../src/webhooks/index.ts'
import { verifies } from '../../requirements.ts'
import { createRandom } from '../../support/generate/random.ts'
import { engine } from '../../support/start-service.ts'
import { fixedSeed } from '../../support/seed.ts'
import { countByLevel, isThorough } from '../../support/thorough.ts'
import { compare } from './ledger.ts'
import { startWorld } from './start-world.ts'
import { writeAtRandom, type Book, type Counts } from './write-at-random.ts'

const kills = countByLevel('kills of a service that writes, whose ledger must stay whole', {
  gate: 6,
  full: 300,
})
const wantedWrites = Math.max(320, kills * 35)
const pushes = 150
/** Of a process. */
const registrationsAtATime = 8
const writers = 3
/**
 * What died with its process is found within some seconds; then all that waited for it is worked
 * off.
 */
const patienceMs = 110_000

/** What belongs to something that is gone, or was to be done for it. */
const orphans = [
  'select count(*) as count from connected_accounts where auth_config_id not in (select id from auth_configs)',
  'select count(*) as count from trigger_instances where connected_account_id is not null and connected_account_id not in (select id from connected_accounts)',
  'select count(*) as count from webhook_deliveries where subscription_id not in (select id from webhook_subscriptions)',
  'select count(*) as count from trigger_items where instance_id not in (select id from trigger_instances)',
  'select count(*) as count from hook_removals',
]

test.runIf(isThorough)(
  `what was acknowledged outlives ${kills} kills, and every event arrives`,
  { timeout: patienceMs + 120_000 + kills * 30_000 },
  async () => {
    verifies('ledger.acknowledged', 'ledger.whole', 'ledger.events')
    const {
      node: first,
      start,
      endLeases,
      apiKey,
      shared,
      source,
      receiver,
      subscription,
      kinds,
      triggers,
      client,
    } = await startWorld({ replays: Math.ceil(wantedWrites / 6) })
    const random = createRandom(fixedSeed)
    const book: Book = new Map()
    const counts: Counts = { acknowledged: 0, unanswered: 0 }
    const heard: TypedEvent[] = []
    await using stream = await new Plugboard({ baseUrl: first.url, apiKey }).triggers.subscribe(
      (event) => void heard.push(event),
      { filters: { types: ['svc.trigger.message'] }, onError: () => undefined },
    )

    let node = first
    let up = Promise.resolve()
    let killed = 0
    let pushed = 0
    let isOver = false
    const isEnough = () =>
      killed >= kills && counts.acknowledged + counts.unanswered >= wantedWrites && pushed >= pushes
    const killAtRandom = async () => {
      while (killed < kills) {
        const before = counts.acknowledged
        // In the middle of work: after some writes, and a moment that the seed names.
        await expect
          .poll(() => counts.acknowledged, { timeout: 300_000, interval: 5 })
          .toBeGreaterThanOrEqual(before + Math.floor(wantedWrites / (kills + 2)))
        await sleep(random() * 60)
        const { promise, resolve } = Promise.withResolvers<void>()
        up = promise
        await node.kill()
        killed += 1
        await endLeases()
        node = await start()
        resolve()
      }
    }
    const pushAtRandom = async () => {
      for (; pushed < pushes; pushed += 1) {
        if (random() < 0.5) source.addItem()
        await source.push(pushed, node.url, () => isOver)
        await sleep(random() * 30)
      }
    }
    try {
      const writing = Array.from({ length: writers }, (_each, index) =>
        writeAtRandom(kinds, book, counts, {
          random,
          seed: `s${fixedSeed}w${index}`,
          isEnough,
          whileDown: () => up,
        }),
      )
      await Promise.all([killAtRandom(), pushAtRandom(), ...writing])
    } finally {
      isOver = true
    }

    const inAll = pushes + source.countItems()
    const delivered = () => receiver.received.filter(({ path }) => path === '/events')
    const deliveredIds = () => new Set(delivered().map(({ id }) => id))
    await expect
      .poll(() => deliveredIds().size, { timeout: patienceMs })
      .toBeGreaterThanOrEqual(inAll)
    await expect
      .poll(() => new Set(heard.map(({ id }) => id)).size, { timeout: 300_000 })
      .toBeGreaterThanOrEqual(inAll)

    const events = await Promise.all(
      delivered().map(({ headers, body }) =>
        verifyWebhook({ headers, body }, subscription.secret, { toleranceSeconds: 3600 }),
      ),
    )
    for (const told of [events, heard]) {
      const numbersOf = (trigger: string | undefined) =>
        idsByNumber(told.filter(({ metadata }) => metadata.trigger_id === trigger))
      const polled = numbersOf(triggers.polled)
      const taken = numbersOf(triggers.pushed)
      expect([...polled.keys()].toSorted(inOrder)).toEqual(
        Array.from({ length: source.countItems() }, (_each, index) => index + 1),
      )
      expect([...taken.keys()].toSorted(inOrder)).toEqual(
        Array.from({ length: pushes }, (_each, index) => index),
      )
      // The same event twice has the same id.
      expect([...polled, ...taken].filter(([, ids]) => ids.size !== 1)).toEqual([])
    }

    for (const [name, kind] of Object.entries(kinds)) {
      // An import that was acknowledged is finished by a job.
      await expect
        .poll(async () => [name, ...compare(book.get(name) ?? [], await kind.list())], {
          timeout: 300_000,
          interval: 500,
        })
        .toEqual([name])
    }
    await expect
      .poll(
        async () =>
          (await Promise.all(orphans.map((sql) => shared.query(sql)))).map(([row]) =>
            Number(row?.['count']),
          ),
        { timeout: 300_000 },
      )
      .toEqual(orphans.map(() => 0))
    // What listens is registered. A node that dies while it registers may leave a hook of which
    // nobody knows the name.
    const listening = async () =>
      (
        await client.triggerInstances.listActive({
          query: { trigger_names: ['LEDGER_TOLD'], limit: 1000 },
        })
      ).items.map(({ trigger_data }) => JSON.parse(trigger_data ?? '{}').registration?.id)
    await expect
      .poll(async () => (await listening()).filter((id) => !source.hooks.has(id)), {
        timeout: 300_000,
        interval: 500,
      })
      .toEqual([])
    const countLeft = async () => source.hooks.size - (await listening()).length
    await expect
      .poll(countLeft, { timeout: 300_000, interval: 500 })
      .toBeLessThanOrEqual(kills * registrationsAtATime)
    const leftHooks = await countLeft()
    const [stored] = await shared.query(
      `select count(*) as count from webhook_deliveries where event_type = 'svc.trigger.message'`,
    )
    expect(Number(stored?.['count'])).toBe(inAll)

    const written = [...book].map(([name, records]) => `${records.length} ${name}`).join(', ')
    console.log(
      `Ledger on ${engine}, seed ${fixedSeed}: ${counts.acknowledged} writes acknowledged, ${counts.unanswered} not answered (${written}), ${killed} kills, ${inAll} events (${source.countItems()} polled, ${pushes} pushed), ${delivered().length} deliveries, ${leftHooks} hooks too many at the provider, ${heard.length} on the stream, 0 lost; position ${stream.lastEventId}`,
    )
  },
)

const inOrder = (one: number, other: number): number => one - other

/** The ids under which each number was told. */
const idsByNumber = (events: Pick<TypedEvent, 'id' | 'data'>[]): Map<number, Set<string>> => {
  const ids = new Map<number, Set<string>>()
  for (const { id, data } of events) {
    const { number } = data as { number: number }
    ids.set(number, (ids.get(number) ?? new Set()).add(id))
  }
  return ids
}
