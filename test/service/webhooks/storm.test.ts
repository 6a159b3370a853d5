import { Webhook as StandardWebhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'
import { expect, it } from 'vitest'
import type { WebhookDelivery } from '../../../src/contract/webhooks.ts'
import { verifies } from '../../requirements.ts'
import { startReceiver, type Reaction, type Received } from '../../support/start-receiver.ts'
import { countByLevel, isThorough } from '../../support/thorough.ts'
import { startDelivering } from './start-delivering.ts'

const count = countByLevel('events delivered to a receiver in trouble', {
  gate: 1_000,
  full: 10_000,
})
const triggers = 40
/**
 * The sweeps that real hours bring come at this pace every second: faster, and they would be what
 * is measured.
 */
const pace = 1_000
const pollSeconds = 0.5
const waitsSeconds = [5, 300, 1_800, 7_200]
/**
 * 10 s is the most that is granted before the first retry; before later ones the table asks for
 * more.
 */
const busy: Reaction = { status: 429, headers: { 'retry-after': '60' } }
const troubles: Reaction[] = [busy, { status: 500 }, 'close', busy, { status: 500 }]
/**
 * One in so many hangs at first: each that does takes its place for the whole time of a try, and
 * the next of its trigger waits for it. A number that shares no divisor with that of the triggers,
 * so that all of them have their share.
 */
const hangsEvery = 31

it.runIf(isThorough)(
  'none of many events is lost at a receiver that answers 429 or 500, hangs or closes',
  { timeout: 900_000 },
  async () => {
    verifies('webhooks.retries', 'webhooks.retry-after', 'webhooks.sent.signed')
    const tries = new Map<string, number>()
    // The same troubles in every run: by the number of the event, at most four times.
    const receiver = await startReceiver(({ id, body }) => {
      const tried = tries.get(id) ?? 0
      tries.set(id, tried + 1)
      const { number } = (JSON.parse(body) as { data: { number: number } }).data
      if (tried === 0 && number % hangsEvery === 0) return 'hang'
      const trouble =
        tried < (number * 7) % 5 ? troubles[(number + tried) % troubles.length] : undefined
      return trouble ?? { status: 200 }
    })
    const begun = Date.now()
    const node = await startDelivering({
      allow: [receiver.host],
      clock: { now: () => new Date(begun + (Date.now() - begun) * pace), pace },
      attemptTimeoutMs: 1_000,
      pollSeconds,
      retentionDays: 365,
    })
    const { id: subscription, secrets } = await node.subscribe(receiver.url)
    await node.jobs.start()

    const published: string[] = []
    for (let first = 0; first < count; first += 100) {
      await node.database.transaction(async (transaction) => {
        for (let number = first; number < Math.min(count, first + 100); number += 1)
          published.push(await node.publishIn(transaction, `ti_${number % triggers}`, { number }))
      })
    }

    const unfinished = `select count(*) as count from webhook_deliveries where status <> 'delivered'`
    await expect
      .poll(async () => Number((await node.place.query(unfinished))[0]?.['count']), {
        timeout: 800_000,
        interval: 500,
      })
      .toBe(0)
    const accepted = receiver.received.filter(
      ({ reaction }) => typeof reaction === 'object' && reaction.status === 200,
    )
    expect(new Set(accepted.map(({ id }) => id))).toEqual(new Set(published))
    const signed = secrets?.current ?? ''
    expect(receiver.received.filter((delivery) => !isSigned(delivery, signed))).toEqual([])
    const rows = await node.place.query('select attempts from webhook_deliveries')
    const early = rows.flatMap((row) =>
      tooEarly(JSON.parse(String(row['attempts'])) as WebhookDelivery['attempts']),
    )
    expect(early).toEqual([])
    console.info(
      `${published.length} events, ${receiver.received.length} tries, ${accepted.length} accepted, ${published.length - new Set(accepted.map(({ id }) => id)).size} lost`,
    )
    expect(
      (await node.deliveries.list(node.project, subscription, 'delivered', { limit: 1 }))
        .total_items,
    ).toBe(count)
  },
)

/** As both packages sign; they refuse to verify the times of a clock that runs ahead. */
const isSigned = ({ id, headers, body }: Received, secret: string): boolean => {
  const at = new Date(Number(headers['webhook-timestamp']) * 1_000)
  return [new StandardWebhook(secret), new SvixWebhook(secret)].every(
    (webhook) => webhook.sign(id, at, body) === headers['webhook-signature'],
  )
}

/** Retries that came before the table, or the Retry-After of the receiver, lets them. */
const tooEarly = (attempts: WebhookDelivery['attempts']) =>
  attempts.slice(1).flatMap(({ at }, index) => {
    const before = attempts[index]
    const wait = waitsSeconds[index] ?? 0
    const least =
      before?.status_code === 429 ? Math.max(0.8 * wait, Math.min(60, 2 * wait)) : 0.8 * wait
    const passed = (Date.parse(at) - Date.parse(before?.at ?? at)) / 1_000
    return passed < least ? [{ passed, least, index }] : []
  })
