import { describe, expect, it } from 'vitest'
import {
  nextWaitMs,
  parseRetryAfter,
} from '../../../src/service/webhooks/deliveries/retry-schedule.ts'
import { verifies } from '../../requirements.ts'
import { startReceiver } from '../../support/start-receiver.ts'
import { startDelivering } from './start-delivering.ts'

const tableSeconds = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400]

describe('the wait before a retry', () => {
  it('is that of the table, give or take a fifth; after the last there is none', () => {
    verifies('webhooks.retries')
    for (const [index, seconds] of tableSeconds.entries()) {
      for (const [random, share] of [
        [0, 0.8],
        [0.5, 1],
        [1, 1.2],
      ] as const)
        expect(nextWaitMs(index + 1, undefined, () => random)).toBeCloseTo(seconds * 1_000 * share)
    }
    expect(nextWaitMs(8, undefined, Math.random)).toBeUndefined()
  })

  it('is lengthened by Retry-After to at most twice the table, never shortened', () => {
    verifies('webhooks.retry-after')
    const wait = (retryAfterMs: number) => nextWaitMs(2, retryAfterMs, () => 0.5)
    expect([0, 1_000, 400_000, 600_000, 86_400_000].map(wait)).toEqual([
      300_000, 300_000, 400_000, 600_000, 600_000,
    ])
  })

  it('is read from seconds or a date', () => {
    const now = new Date('2026-11-21T10:00:00Z')
    expect(parseRetryAfter('120', now)).toBe(120_000)
    expect(parseRetryAfter('Sat, 21 Nov 2026 10:02:00 GMT', now)).toBe(120_000)
    expect(parseRetryAfter('Sat, 21 Nov 2020 10:02:00 GMT', now)).toBe(0)
    for (const value of [undefined, '', 'soon', '-1 s'])
      expect(parseRetryAfter(value, now)).toBeUndefined()
  })
})

it(
  'a delivery is tried at the times of the table, under a clock that runs ahead',
  { timeout: 300_000 },
  async () => {
    verifies('webhooks.retries', 'webhooks.dead-letter')
    const receiver = await startReceiver(() => ({ status: 503 }))
    const begun = Date.now()
    // Faster, and a machine that is busy would come to the five days after which the subscription
    // is disabled.
    const pace = 30_000
    const pollSeconds = 5
    const node = await startDelivering({
      allow: [receiver.host],
      clock: { now: () => new Date(begun + (Date.now() - begun) * pace), pace },
      pollSeconds,
    })
    const { id } = await node.subscribe(receiver.url)
    await node.jobs.start()
    for (let trigger = 0; trigger < 8; trigger += 1) await node.publish(`ti_${trigger}`, {})

    await expect
      .poll(() => node.listDeliveries(id, 'dead'), { timeout: 60_000, interval: 100 })
      .toHaveLength(8)
    for (const { attempts } of await node.listDeliveries(id)) {
      expect(attempts).toHaveLength(8)
      for (const [index, { at }] of attempts.slice(1).entries()) {
        const before = attempts[index]
        const wait = (tableSeconds[index] ?? 0) * 1_000
        const passed =
          Date.parse(at) - Date.parse(before?.at ?? '') - (before?.duration_ms ?? 0) * pace
        expect(passed).toBeGreaterThanOrEqual(0.8 * wait - pace)
        expect((passed - 1.2 * wait) / pace).toBeLessThan(pollSeconds * 1_000)
      }
    }
  },
)
