import type { AgentTool } from '../../src/index.ts'

/** What a graph is interrupted with; the form of LangChain's human in the loop. */
export type ApprovalInterrupt = {
  actionRequests: { name: string; args: Record<string, unknown>; description: string }[]
  reviewConfigs: { actionName: string; allowedDecisions: ('approve' | 'reject')[] }[]
}

/** `interrupt` of `@langchain/langgraph`. */
export type Interrupt = (request: ApprovalInterrupt) => unknown

/** What a person says to a call: yes, no, or nothing because nobody has to be asked. */
export type Ask = (
  tool: AgentTool,
  toolArguments: Record<string, unknown>,
  signal: AbortSignal | undefined,
) => Promise<boolean | undefined>

/**
 * Asks for one call after the other: within a task LangGraph tells answers apart by their order
 * alone.
 */
export const askInTurn = (interrupt: Interrupt): Ask => {
  let last: Promise<unknown> = Promise.resolve()
  return (tool, toolArguments, signal) => {
    const needed = tool.needsApproval(toolArguments, { signal })
    const answer = last.then(async () =>
      (await needed) ? isApproved(interrupt(toRequest(tool, toolArguments))) : undefined,
    )
    last = Promise.allSettled([needed, answer])
    return answer
  }
}

const toRequest = (
  { name, description }: AgentTool,
  args: Record<string, unknown>,
): ApprovalInterrupt => ({
  actionRequests: [{ name, args, description }],
  reviewConfigs: [{ actionName: name, allowedDecisions: ['approve', 'reject'] }],
})

/** Whatever is no clear yes is a no. */
const isApproved = (answer: unknown): boolean => {
  const { decisions } = (answer ?? {}) as { decisions?: { type?: unknown }[] }
  return (
    Array.isArray(decisions) &&
    decisions.length > 0 &&
    decisions.every((decision) => decision?.type === 'approve')
  )
}
