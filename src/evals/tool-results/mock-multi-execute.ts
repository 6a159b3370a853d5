import { z } from 'zod'
import { readCalls } from '../../provider/calls/read-calls.ts'
import type { RecordedResult } from '../cassettes/recorded-result.ts'
import type { Mocks } from './create-mocks.ts'

type Call = { tool: string; arguments: Record<string, unknown> }

/**
 * Answers a multi-execute that contains mocked calls: those are not made, the others are made
 * together, and the results keep their order. Undefined if none is mocked; it is then handled as a
 * single call.
 */
export const mockMultiExecute = async (
  mocks: Mocks,
  call: Call,
  others: (call: Call) => Promise<RecordedResult>,
): Promise<RecordedResult | undefined> => {
  const calls = call.tool === 'SVC_MULTI_EXECUTE_TOOL' ? readCalls(call.arguments) : undefined
  const inner = calls?.map(({ slug, arguments: given }) => ({ tool: slug, arguments: given })) ?? []
  if (!inner.some((each) => mocks.has(each))) return undefined

  const taken = inner.map((each) => mocks.take(each))
  const left = entriesOf(call).filter((_, index) => taken[index] === undefined)
  const answered =
    left.length === 0
      ? []
      : readResults(
          await others({ ...call, arguments: { ...call.arguments, tools: left } }),
          left.length,
        )
  const results = inner.map(({ tool }, index) => {
    const { data, error } = taken[index] ?? answered.shift() ?? missing
    return { index, tool_slug: tool, successful: error === null, data, error }
  })
  const failed = results.filter(({ successful }) => !successful).length
  return {
    data: { results, succeeded: results.length - failed, failed },
    error: failed === results.length ? 'Every call failed; each result says why' : null,
  }
}

const entriesOf = ({ arguments: { tools } }: Call): unknown[] => (Array.isArray(tools) ? tools : [])

/** If the whole call was rejected, that is the result of each. */
const readResults = ({ data, error }: RecordedResult, count: number): RecordedResult[] =>
  answer.safeParse(data).data?.results ??
  Array.from({ length: count }, () => ({ data, error: error ?? missing.error }))

const answer = z.object({
  results: z.array(
    z.object({ data: z.record(z.string(), z.unknown()), error: z.string().nullable() }),
  ),
})

const missing: RecordedResult = {
  data: {},
  error: 'The answer does not contain the result of this call',
}
