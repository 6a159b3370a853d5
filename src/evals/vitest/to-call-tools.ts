import { expect } from 'vitest'
import type { ToolSlug } from '../../index.ts'
import { isObject } from '../../schema/json-schema.ts'
import type { CheckedCalls, WrittenCall } from '../cases/index.ts'
import { failureReasons } from '../reports/texts.ts'
import { isPassed } from '../scorers/score-run.ts'
import { scoreCalls } from '../scorers/score-calls.ts'
import type { CaseRun, Expectation, ExpectedCall, ToolCall } from '../types.ts'

/** `tool` and `arguments` as in a case; without `arguments`, the call must have none. */
export type WantedCall = Omit<ExpectedCall, 'arguments'> & Partial<Pick<ExpectedCall, 'arguments'>>

export type CallOptions = Pick<Expectation, 'order' | 'extraCalls'>

/**
 * Checks that the calls of a run, or a list of `{tool, arguments}`, match the expected ones. The
 * rules of cases apply: matchers in arguments, any order, and no additional calls.
 *
 * @example
 * expect(run).toCallTools([{ tool: 'TRACKER_CREATE_ISSUE', arguments: { title: { $string: 'broken door', case: 'ignore' } } }])
 */
export const toCallTools = (
  received: unknown,
  wanted: readonly WrittenCall[],
  options: CallOptions = {},
): { pass: boolean; message: () => string } => {
  const run = toRun(received, {
    ...options,
    // Their readonly lists are only read.
    calls: wanted.map((call) => ({ ...call, arguments: call.arguments ?? {} })) as ExpectedCall[],
  })
  const scores = wanted.length === 0 && options.extraCalls === 'allowed' ? [] : scoreCalls(run)
  const pass = scores.length === 0 || isPassed(scores)
  return {
    pass,
    message: () =>
      pass
        ? 'Expected the calls not to match, but they do'
        : `The calls do not match the expected ones\n${failureReasons({ scores }).join('\n')}`,
  }
}

const toRun = (received: unknown, expectation: Expectation): CaseRun => {
  const given = Array.isArray(received)
    ? [{ calls: received as unknown[] }]
    : isObject(received) && Array.isArray(received['steps'])
      ? (received['steps'] as unknown[])
      : undefined
  if (!given)
    throw new TypeError(
      'toCallTools expects a run with its steps, or a list of calls {tool, arguments}',
    )
  const usage = { inputTokens: 0, outputTokens: 0 }
  const steps = given.map((step) => ({
    calls: isObject(step) && Array.isArray(step['calls']) ? step['calls'].map(toCall) : [],
    text: '',
    usage,
    ms: 0,
  }))
  const tools =
    isObject(received) && Array.isArray(received['tools'])
      ? (received['tools'] as CaseRun['tools'])
      : []
  return {
    case: { id: '', messages: [], tools, expect: expectation },
    adapter: '',
    trial: 1,
    tools,
    steps,
    text: '',
    calls: steps.flatMap(({ calls }) => calls),
    usage,
    ms: 0,
  }
}

const toCall = (call: unknown, index: number): ToolCall => {
  if (!isObject(call) || typeof call['tool'] !== 'string')
    throw new TypeError('toCallTools expects calls with a tool and arguments')
  const { tool, arguments: given, result, error } = call
  return {
    id: String(index),
    tool,
    arguments: given ?? {},
    result,
    ...(typeof error === 'string' && { error }),
  }
}

expect.extend({ toCallTools })

declare module 'vitest' {
  // eslint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown> {
    toCallTools<const Calls extends readonly WrittenCall[]>(
      wanted: Calls & CheckedCalls<Calls, ToolSlug>,
      options?: CallOptions,
    ): R
  }
}
