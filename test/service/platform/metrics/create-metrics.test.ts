import { expect, it } from 'vitest'
import { createLog } from '../../../../src/service/platform/log.ts'
import { createMetrics } from '../../../../src/service/platform/metrics/create-metrics.ts'
import { verifies } from '../../../requirements.ts'

it('a label keeps 200 values, and counts the rest together', async () => {
  verifies('telemetry.metrics.bounded')
  const metrics = createMetrics({ log: createLog('silent') })
  const count = metrics.counter({ name: 'calls_total', help: 'Calls', labels: ['toolkit'] })
  for (let round = 0; round < 2; round += 1)
    for (let number = 0; number < 300; number += 1) count({ toolkit: `toolkit${number}` })

  const series = (await metrics.text())
    .split('\n')
    .filter((line) => line.startsWith('calls_total{'))
  expect(series).toHaveLength(201)
  expect(series).toContain('calls_total{toolkit="toolkit199"} 2')
  expect(series).toContain('calls_total{toolkit="other"} 200')
})

it('figures that cannot be read keep their values and show their age, and the log says so once', async () => {
  verifies('telemetry.metrics.outage')
  const lines: string[] = []
  const metrics = createMetrics({ log: createLog('warn', { write: (line) => lines.push(line) }) })
  let isAway = false
  metrics.gauges([{ name: 'queue_depth', help: 'Depth', labels: ['queue'] }], async () => {
    if (isAway) throw new Error('the database is away')
    return [{ name: 'queue_depth', labels: { queue: 'mail' }, value: 3 }]
  })
  metrics.counter({ name: 'calls_total', help: 'Calls', labels: [] })({})

  const fresh = await metrics.text()
  expect(fresh).toContain('queue_depth{queue="mail"} 3')
  expect(ageIn(fresh)).toBeLessThan(1)
  isAway = true
  await metrics.text()
  const text = await metrics.text()
  expect(text).toContain('queue_depth{queue="mail"} 3')
  expect(ageIn(text)).toBeGreaterThan(ageIn(fresh))
  expect(text).toContain('calls_total 1')
  expect(lines.filter((line) => line.includes('the database is away'))).toHaveLength(1)
})

it('a figure that is never answered holds nothing back, and is asked for once at a time', async () => {
  verifies('telemetry.metrics.outage')
  const metrics = createMetrics({ log: createLog('silent') })
  const answer = Promise.withResolvers<{ name: string; labels: {}; value: number }[]>()
  let asked = 0
  metrics.gauges([{ name: 'slow', help: 'Slow', labels: [] }], () => {
    asked += 1
    return answer.promise
  })
  metrics.gauges([{ name: 'quick', help: 'Quick', labels: [] }], () => [
    { name: 'quick', labels: {}, value: 1 },
  ])
  expect(await metrics.text()).toMatch(/^quick 1$/m)
  await metrics.text()
  expect(asked).toBe(1)
  answer.resolve([{ name: 'slow', labels: {}, value: 7 }])
  await answer.promise
  expect(await metrics.text()).toMatch(/^slow 7$/m)
})

const ageIn = (text: string): number =>
  Number(/plugboard_metrics_age_seconds\{metric="queue_depth"\} (\S+)/.exec(text)?.[1])
