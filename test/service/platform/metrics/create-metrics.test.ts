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

it('figures that cannot be read are left out, and the log says so', async () => {
  const lines: string[] = []
  const metrics = createMetrics({ log: createLog('warn', { write: (line) => lines.push(line) }) })
  let isAway = false
  metrics.gauges([{ name: 'queue_depth', help: 'Depth', labels: ['queue'] }], async () => {
    if (isAway) throw new Error('the database is away')
    return [{ name: 'queue_depth', labels: { queue: 'mail' }, value: 3 }]
  })
  metrics.counter({ name: 'calls_total', help: 'Calls', labels: [] })({})

  expect(await metrics.text()).toContain('queue_depth{queue="mail"} 3')
  isAway = true
  const text = await metrics.text()
  expect(text).not.toContain('queue_depth{')
  expect(text).toContain('calls_total 1')
  expect(lines.join('')).toContain('the database is away')
})
