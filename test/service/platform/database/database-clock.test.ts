import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { dayMs } from '../../../../src/service/platform/clock.ts'
import { openDatabaseClock } from '../../../../src/service/platform/database/index.ts'
import { createLog } from '../../../../src/service/platform/log.ts'
import { noMetrics } from '../../../../src/service/platform/metrics/index.ts'
import { describeEachEngine } from '../../../support/temporary-database.ts'

describeEachEngine('the clock of the database', (open, engine) => {
  describe.runIf(engine === 'postgres')('which nodes share', () => {
    it('is used however wrong the clock of the machine is, with one warning for each change', async () => {
      const database = await open()
      let aheadMs = 0
      const lines: Record<string, unknown>[] = []
      const readings: (() => unknown)[] = []
      const clock = await openDatabaseClock({
        database,
        clock: { now: () => new Date(Date.now() + aheadMs) },
        log: createLog('info', { write: (line) => void lines.push(JSON.parse(line)) }),
        metrics: { ...noMetrics, gauges: (_definitions, read) => void readings.push(read) },
        measureEveryMs: 20,
      })
      onTestFinished(clock.close)
      const differenceMs = () => Math.abs(clock.now().getTime() - Date.now())
      const skew = () => {
        const [reading] = readings.flatMap((read) => read() as { value: number }[])
        return reading?.value ?? Number.NaN
      }

      expect(differenceMs()).toBeLessThan(1_000)
      expect(Math.abs(skew())).toBeLessThan(1)

      aheadMs = 400 * dayMs
      await vi.waitFor(() => expect(skew()).toBeGreaterThan(399 * 86_400))
      expect(differenceMs()).toBeLessThan(1_000)
      await sleep(100)
      expect(lines).toMatchObject([{ level: 40, skewSeconds: expect.closeTo(34_560_000, -1) }])

      aheadMs = 0
      await vi.waitFor(() => expect(Math.abs(skew())).toBeLessThan(1))
      await sleep(100)
      expect(lines.map(({ level }) => level)).toEqual([40, 30])
    })

    it('goes on while the database does not answer', async () => {
      const database = await open()
      let monotonic = 0
      const clock = await openDatabaseClock({
        database,
        clock: { now: () => new Date() },
        log: createLog('silent'),
        metrics: noMetrics,
        monotonicMs: () => monotonic,
        measureEveryMs: 20,
      })
      const before = clock.now().getTime()
      await database.close()
      await sleep(60)
      monotonic += 5_000
      expect(clock.now().getTime()).toBe(before + 5_000)
      clock.close()
    })
  })
})
