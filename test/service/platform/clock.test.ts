import { expect, test } from 'vitest'
import { systemClock, timestamp } from '../../../src/service/platform/clock.ts'

test('a timestamp is ISO 8601 in UTC', () => {
  const clock = { now: () => new Date('2026-11-21T12:00:00+02:00') }
  expect(timestamp(clock)).toBe('2026-11-21T10:00:00.000Z')
})

test("the system's clock goes on", () => {
  const before = Date.now()
  const now = systemClock.now().getTime()
  expect(now).toBeGreaterThanOrEqual(before)
  expect(now).toBeLessThanOrEqual(Date.now())
})
