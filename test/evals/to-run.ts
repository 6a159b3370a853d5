import type { CaseRun, CaseTool, EvalCase, Expectation, ToolCall } from '../../src/evals/types.ts'

type GivenCall = Omit<ToolCall, 'id'> & { id?: string }

export const toCase = (expect: Expectation, tools: CaseTool[] = []): EvalCase => ({
  id: 'case',
  messages: [{ role: 'user', content: 'Do it' }],
  tools,
  expect,
})

/** A run as a runner would give it, from the calls of its steps. */
export const toRun = (
  evalCase: EvalCase,
  steps: GivenCall[][],
  others: Partial<CaseRun> = {},
): CaseRun => {
  const usage = { inputTokens: 0, outputTokens: 0 }
  const numbered = steps.map((calls, step) => ({
    calls: calls.map((call, index) => ({ id: `call_${step}_${index}`, ...call })),
    text: '',
    usage,
    ms: 0,
  }))
  const tools = evalCase.tools as CaseTool[]
  return {
    case: evalCase,
    adapter: 'test',
    trial: 1,
    tools,
    steps: numbered,
    text: '',
    calls: numbered.flatMap(({ calls }) => calls),
    usage,
    ms: 0,
    ...others,
  }
}
