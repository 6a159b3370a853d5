import { expect, test } from 'vitest'
import {
  createSystemClock,
  dayMs,
  hourMs,
  systemClock,
  timestamp,
} from '../../../src/service/platform/clock.ts'

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

test('a jump of the system clock is noticed in both directions, a correction by minutes is none', () => {
  let wall = Date.parse('2026-11-21T12:00:00Z')
  let monotonic = 1_000
  const clock = createSystemClock(
    () => wall,
    () => monotonic,
  )
  const pass = (ms: number, jumpMs = 0) => {
    monotonic += ms
    wall += ms + jumpMs
    return clock.steadiness?.()
  }

  expect(pass(5_000)).toEqual({ forMs: 5_000, hasJumped: false })
  expect(pass(1_000, 10 * 60_000)).toEqual({ forMs: 6_000, hasJumped: false })
  expect(pass(1_000, 400 * dayMs)).toEqual({ forMs: 0, hasJumped: true })
  expect(pass(2 * hourMs)).toEqual({ forMs: 2 * hourMs, hasJumped: true })
  expect(pass(1_000, -400 * dayMs)).toEqual({ forMs: 0, hasJumped: true })
  expect(clock.now().getTime()).toBe(wall)
})
