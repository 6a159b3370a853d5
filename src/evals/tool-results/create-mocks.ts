import type { RecordedResult } from '../cassettes/recorded-result.ts'
import { match } from '../matchers/index.ts'
import type { Matcher } from '../matchers/matcher.ts'
import type { ToolMock } from '../types.ts'

/** Answers calls by the first mock that fits them and is not used up; for one run. */
export const createMocks = (mocks: readonly ToolMock[]) => {
  const used = new Map<ToolMock, number>()

  return (call: { tool: string; arguments: unknown }): RecordedResult | undefined => {
    const mock = mocks.find((each) => each.tool === call.tool && (used.get(each) ?? 0) < (each.times ?? Infinity) && fits(each.arguments, call.arguments))
    if (!mock) return undefined
    used.set(mock, (used.get(mock) ?? 0) + 1)
    return { data: toData(mock.result ?? {}), error: mock.error ?? null }
  }
}

/** Further arguments may be anything. */
const fits = (expected: Record<string, Matcher> | undefined, actual: unknown): boolean => expected === undefined || match({ $subset: expected }, actual).value === 1

/** Tools answer objects. */
const toData = (result: unknown): Record<string, unknown> => (typeof result === 'object' && result !== null && !Array.isArray(result) ? (result as Record<string, unknown>) : { result })
