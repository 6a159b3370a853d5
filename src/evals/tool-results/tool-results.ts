import type { Cassettes } from '../cassettes/open-cassettes.ts'
import type { RecordedResult } from '../cassettes/recorded-result.ts'
import { toCanonicalJson } from '../cassettes/to-canonical.ts'
import type { EvalCase } from '../types.ts'
import { createMocks } from './create-mocks.ts'

/** Answers the calls of one run. */
export type ToolResults = (call: { tool: string; arguments: unknown }, live: (() => Promise<RecordedResult>) | undefined) => Promise<RecordedResult>

/** Where the results of tools come from: the mocks of the case, then recordings, then the service. */
export const createToolResults = ({ cassettes }: { cassettes: Cassettes }, { evalCase, trial }: { evalCase: EvalCase; trial: number }): ToolResults => {
  const mocked = createMocks(evalCase.mocks ?? [])
  const asked = new Map<string, number>()

  return async (call, live) => {
    const mock = mocked(call)
    if (mock) return mock
    const text = toCanonicalJson(call)
    const occurrence = (asked.get(text) ?? 0) + 1
    asked.set(text, occurrence)
    return cassettes.result({ caseId: evalCase.id, trial, tool: call.tool, arguments: call.arguments, occurrence }, live)
  }
}
