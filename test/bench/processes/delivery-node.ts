import { setTimeout as sleep } from 'node:timers/promises'
import { systemClock } from '../../../src/service/platform/clock.ts'
import { openDeliveryNode } from '../../support/open-delivery-node.ts'

/**
 * A node that delivers events, told what to do by messages, each answered when it is done:
 * `subscribe <from> <to>` (endpoints by number), `publish <count>` events at once, `pace <per
 * second> <count>`, and `start` to deliver.
 */
const [receiverUrl = '', folderOrUrl = ''] = process.argv.slice(2)
const node = await openDeliveryNode({
  database: folderOrUrl.startsWith('postgres')
    ? { engine: 'postgres', url: folderOrUrl, maximumConnections: 10 }
    : { engine: 'sqlite', folder: folderOrUrl },
  allow: [new URL(receiverUrl).host],
  clock: systemClock,
  attemptTimeoutMs: 30_000,
  retentionDays: 30,
  writeLog: process.stderr,
})

const triggers = 40
const aTransaction = 50
const text = 'The quick brown fox jumps over the lazy dog, and the benchmark counts how often.'
let number = 0

const publish = (count: number) =>
  node.database.transaction(async (transaction) => {
    for (let left = count; left > 0; left -= 1)
      await node.publishIn(transaction, `ti_${(number += 1) % triggers}`, {
        number,
        text,
        publishedAt: Date.now(),
      })
  })

const actions: Record<string, (...numbers: number[]) => Promise<void>> = {
  subscribe: async (from = 0, to = 1) => {
    for (let index = from; index < to; index += 1) {
      await node.subscriptions.create(node.project, {
        webhook_url: `${receiverUrl}/${index}`,
        version: 'V3',
        enabled_events: ['svc.trigger.message'],
      })
    }
  },
  publish: async (count = 0) => {
    for (let left = count; left > 0; left -= aTransaction)
      await publish(Math.min(left, aTransaction))
  },
  pace: async (perSecond = 1, count = 0) => {
    const begun = performance.now()
    const published: Promise<void>[] = []
    for (let index = 0; index < count; index += 1) {
      await sleep(Math.max(0, begun + (index * 1_000) / perSecond - performance.now()))
      published.push(publish(1))
    }
    await Promise.all(published)
  },
  start: () => node.jobs.start(),
}

process.on('message', async (message) => {
  const [name = '', ...numbers] = String(message).split(' ')
  await actions[name]?.(...numbers.map(Number))
  process.send?.('done')
})
process.once('SIGTERM', async () => {
  await node.jobs.stop({ graceMs: 2_000 })
  await node.close()
  process.exit(0)
})
console.log(JSON.stringify({}))
