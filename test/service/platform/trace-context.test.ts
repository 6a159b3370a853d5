import { describe, expect, it } from 'vitest'
import { readTraceContext } from '../../../src/service/platform/trace-context.ts'
import { verifies } from '../../requirements.ts'

const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
const read = (given: Record<string, unknown>) => readTraceContext((field) => given[field])

describe('a trace', () => {
  it('is taken as it is when it is sound', () => {
    verifies('mcp-protocol.trace')
    const whole = {
      traceparent,
      tracestate: 'rojo=00f067aa0ba902b7, congo@vendor=t61rcWkgMzE',
      baggage: 'userId=alice ; private, serverNode = DF%2028;ttl=5',
    }
    expect(read(whole)).toEqual(whole)
    expect(read({ baggage: 'a=1' })).toEqual({ baggage: 'a=1' })
  })

  it.each([
    '',
    'x',
    `${traceparent}-00`,
    traceparent.toUpperCase(),
    `ff${traceparent.slice(2)}`,
    '00-00000000000000000000000000000000-b7ad6b7169203331-01',
    '00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01',
    `${traceparent}\r\nx-evil: 1`,
    7,
    null,
    undefined,
  ])('is none with the parent %j, nor is its state', (bad) => {
    verifies('mcp-protocol.trace')
    expect(read({ traceparent: bad, tracestate: 'a=1' })).toBeUndefined()
  })

  it.each([
    [
      'tracestate',
      [
        '',
        'a',
        'A=1',
        'a=1,,b=2',
        'a=\n',
        `a=${'x'.repeat(257)}`,
        Array.from({ length: 33 }, (_, index) => `a${index}=1`).join(','),
        Array.from({ length: 4 }, (_, index) => `a${index}=${'x'.repeat(200)}`).join(','),
      ],
    ],
    [
      'baggage',
      [
        '',
        'a',
        '=1',
        'a=1,',
        'a b=1',
        'a="1"',
        'a=1\r\nx-evil: 1',
        'a=ü',
        `a=${' '.repeat(8000)}"`,
        `a=${'x'.repeat(8192)}`,
        Array.from({ length: 65 }, (_, index) => `a${index}=1`).join(','),
      ],
    ],
  ])('loses a %s that is malformed or too long', (field, values) => {
    verifies('mcp-protocol.trace')
    for (const bad of values)
      expect(read({ traceparent, [field]: bad }), bad.slice(0, 50)).toEqual({ traceparent })
  })
})
