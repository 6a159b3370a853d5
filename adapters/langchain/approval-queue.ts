import type { AgentTool } from '../../src/index.ts'

/**
 * The value that a graph is interrupted with, in the format of LangChain's human-in-the-loop
 * middleware.
 */
export type ApprovalInterrupt = {
  actionRequests: { name: string; args: Record<string, unknown>; description: string }[]
  reviewConfigs: { actionName: string; allowedDecisions: ('approve' | 'reject')[] }[]
}

/** `interrupt` from `@langchain/langgraph`. */
export type Interrupt = (request: ApprovalInterrupt) => unknown

/** A person's decision about a call: yes, no, or undefined if nobody has to be asked. */
export type RequestApproval = (
  tool: AgentTool,
  toolArguments: Record<string, unknown>,
  signal: AbortSignal | undefined,
) => Promise<boolean | undefined>

/**
 * Asks about one call at a time: within a task, LangGraph identifies answers only by their order.
 */
export const createApprovalQueue = (interrupt: Interrupt): RequestApproval => {
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

/** Anything other than a clear approval counts as a denial. */
const isApproved = (answer: unknown): boolean => {
  const { decisions } = (answer ?? {}) as { decisions?: { type?: unknown }[] }
  return (
    Array.isArray(decisions) &&
    decisions.length > 0 &&
    decisions.every((decision) => decision?.type === 'approve')
  )
}
