import { expect, it, onTestFinished, vi } from 'vitest'
import { createLog } from '../../../src/service/platform/log.ts'
import { logRepeated } from '../../../src/service/platform/log-repeated.ts'
import { verifies } from '../../requirements.ts'

const open = () => {
  const lines: Record<string, unknown>[] = []
  const log = createLog('info', {
    write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>),
  })
  return { lines, log }
}

it('logs an error that comes again and again once a minute, with how often it came', () => {
  verifies('telemetry.outages')
  const { lines, log } = open()
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  let at = 0
  for (const pause of [0, 1_000, 1_000, 57_000, 2_000, 1_000]) {
    vi.advanceTimersByTime(pause)
    at += pause
    logRepeated(log, { queue: 'mail', err: new Error(`at ${at}`) }, 'Jobs could not be fetched')
  }
  logRepeated(log, { err: new Error('other') }, 'Another one')
  expect(lines).toMatchObject([
    { msg: 'Jobs could not be fetched', queue: 'mail', err: { message: 'at 0' } },
    { msg: 'Jobs could not be fetched', repeated: 3, err: { message: 'at 61000' } },
    { msg: 'Another one' },
  ])
  expect(lines[0]).not.toHaveProperty('repeated')
})

it('writes what an error says and by which code, and not what hangs on it', () => {
  const { lines, log } = open()
  const cause = new Error('refused')
  log.error(
    {
      err: Object.assign(new Error('gone', { cause }), {
        code: 'ECONNREFUSED',
        client: { user: 'postgres', secretKey: 17 },
      }),
    },
    'It failed',
  )
  expect(lines).toMatchObject([
    {
      err: { type: 'Error', message: expect.stringContaining('gone'), code: 'ECONNREFUSED' },
    },
  ])
  const { err } = lines[0] as { err: { stack: string } }
  expect(err.stack).toContain('caused by: Error: refused')
  expect(Object.keys(err).toSorted()).toEqual(['code', 'message', 'stack', 'type'])
})
