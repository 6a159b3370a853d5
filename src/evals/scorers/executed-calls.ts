import { z } from 'zod'
import { readCalls } from '../../provider/calls/read-calls.ts'
import type { CaseRun, Expectation, ToolCall } from '../types.ts'

/** A call with the index of its step; calls of one step are made at the same time. */
export type ExecutedCall = {
  step: number
} & ToolCall

/**
 * The calls of a run that are compared with the expected ones: the calls inside a multi-execute
 * count individually, and the meta tools of a session for finding and connecting tools are ignored,
 * unless the case expects them by name.
 */
export const executedCalls = (run: CaseRun): ExecutedCall[] => {
  const named = namedTools(run.case.expect)
  return run.steps.flatMap(({ calls }, step) =>
    calls.flatMap((call) => {
      if (named.has(call.tool) || !call.tool.startsWith(metaPrefix)) return [{ ...call, step }]
      return innerCalls(call).map((inner) => ({ ...inner, step }))
    }),
  )
}

/** The calls inside a multi-execute. */
export const innerCalls = (call: ToolCall): ToolCall[] =>
  call.tool === multiExecute
    ? (readCalls(call.arguments)?.map((inner, index) => ({
        id: `${call.id}.${index + 1}`,
        tool: inner.slug,
        arguments: inner.arguments,
        ...readOutcome(call, index),
      })) ?? [])
    : []

/**
 * The result of one call inside a multi-execute; if it cannot be determined, the result of all of
 * them.
 */
const readOutcome = (
  { result, error }: ToolCall,
  index: number,
): Pick<ToolCall, 'result' | 'error'> => {
  const answer = multiAnswer.safeParse(result).data
  const results = answer && 'data' in answer ? answer.data.results : answer?.results
  const own = results?.[index]
  return own ? { result: own.data, error: own.error } : { result, error }
}

const results = z.object({
  results: z.array(z.object({ data: z.unknown(), error: z.string().nullable() })),
})

const multiAnswer = z.union([z.object({ data: results }), results])

const namedTools = ({ calls = [], forbidden = [] }: Expectation): Set<string> =>
  new Set([...calls.flatMap(({ tool }) => (typeof tool === 'string' ? [tool] : [])), ...forbidden])

const metaPrefix = 'SVC_'

const multiExecute = 'SVC_MULTI_EXECUTE_TOOL'
