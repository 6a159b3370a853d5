import type { RecordedResult } from '../cassettes/recorded-result.ts'
import { match } from '../matchers/index.ts'
import type { Matcher } from '../matchers/matcher.ts'
import type { ToolMock } from '../types.ts'

type Call = { tool: string; arguments: unknown }

/** The mocks of one run. */
export type Mocks = {
  has(call: Call): boolean
  /** The result of the first matching mock that is not used up. */
  take(call: Call): RecordedResult | undefined
}

export const createMocks = (mocks: readonly ToolMock[]): Mocks => {
  const used = new Map<ToolMock, number>()
  const find = (call: Call): ToolMock | undefined =>
    mocks.find(
      (each) =>
        each.tool === call.tool &&
        (used.get(each) ?? 0) < (each.times ?? Infinity) &&
        fits(each.arguments, call.arguments),
    )

  return {
    has: (call) => find(call) !== undefined,
    take: (call) => {
      const mock = find(call)
      if (!mock) return undefined
      used.set(mock, (used.get(mock) ?? 0) + 1)
      return { data: toData(mock.result ?? {}), error: mock.error ?? null }
    },
  }
}

/** Additional arguments may have any value. */
const fits = (expected: Record<string, Matcher> | undefined, actual: unknown): boolean =>
  expected === undefined || match({ $subset: expected }, actual).value === 1

/** Tools return objects. */
const toData = (result: unknown): Record<string, unknown> =>
  typeof result === 'object' && result !== null && !Array.isArray(result)
    ? (result as Record<string, unknown>)
    : { result }
