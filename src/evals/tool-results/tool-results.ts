import type { Cassettes } from '../cassettes/open-cassettes.ts'
import type { RecordedResult } from '../cassettes/recorded-result.ts'
import { toCanonicalJson } from '../cassettes/to-canonical.ts'
import type { EvalCase } from '../types.ts'
import { mockMultiExecute } from './mock-multi-execute.ts'
import { createMocks } from './create-mocks.ts'

/** Provides the results of tool calls in one run. */
type ToolResults = (
  call: Call,
  live: ((call: Call) => Promise<RecordedResult>) | undefined,
) => Promise<RecordedResult>

type Call = { tool: string; arguments: Record<string, unknown> }

/** The sources of tool results: the mocks of the case, then recordings, then the service. */
export const createToolResults = (
  { cassettes }: { cassettes: Cassettes },
  { evalCase, trial }: { evalCase: EvalCase; trial: number },
): ToolResults => {
  const mocks = createMocks(evalCase.mocks ?? [])
  const asked = new Map<string, number>()

  const beyondMocks = (
    call: Call,
    live: ((call: Call) => Promise<RecordedResult>) | undefined,
  ): Promise<RecordedResult> => {
    const text = toCanonicalJson(call)
    const occurrence = (asked.get(text) ?? 0) + 1
    asked.set(text, occurrence)
    return cassettes.result(
      { caseId: evalCase.id, trial, tool: call.tool, arguments: call.arguments, occurrence },
      live && (() => live(call)),
    )
  }

  return async (call, live) =>
    mocks.take(call) ??
    (await mockMultiExecute(mocks, call, (others) => beyondMocks(others, live))) ??
    beyondMocks(call, live)
}
