import { expect, it } from 'vitest'
import { createLog } from '../../../src/service/platform/log.ts'

const write = (...given: [object, string]) => {
  const lines: string[] = []
  createLog('info', { write: (line) => void lines.push(line) }).info(...given)
  return JSON.parse(lines.join('')) as Record<string, unknown>
}

it('a line of the log has no value of what is called as a secret is, however deep', () => {
  const headers = { Authorization: 'Bearer canary', accept: 'text/html', 'X-Api-Key': 'canary' }
  const given = {
    requestId: 'req_1',
    password: 'canary',
    request: { headers, body: [{ client_secret: 'canary', name: 'Ada' }] },
  }
  const line = write(given, 'request')
  expect(JSON.stringify(line)).not.toContain('canary')
  expect(line).toMatchObject({
    level: 30,
    msg: 'request',
    requestId: 'req_1',
    password: '[redacted]',
    request: {
      headers: { Authorization: '[redacted]', accept: 'text/html' },
      body: [{ client_secret: '[redacted]', name: 'Ada' }],
    },
  })
  // What was given is still in use.
  expect([given.password, headers.Authorization]).toEqual(['canary', 'Bearer canary'])
})

it('an object that contains itself ends, and errors say what they are', () => {
  const round: Record<string, unknown> = { name: 'round' }
  round['self'] = round
  const line = write(
    { round, err: new Error('It broke', { cause: new Error('canary') }) },
    'failed',
  )
  expect(line).toMatchObject({
    round: { name: 'round', self: { name: 'round' } },
    err: { type: 'Error', message: expect.stringContaining('It broke') },
  })
})
