import type { AgentTool } from '../../src/index.ts'
import { readDecision, type Decision } from './read-decision.ts'

/**
 * The value that a graph is interrupted with, in the format of LangChain's human-in-the-loop
 * middleware.
 */
export type ApprovalInterrupt = {
  actionRequests: { name: string; args: Record<string, unknown>; description: string }[]
  reviewConfigs: {
    actionName: string
    allowedDecisions: Decision['type'][]
    argsSchema: Record<string, unknown>
  }[]
}

/** `interrupt` from `@langchain/langgraph`. */
export type Interrupt = (request: ApprovalInterrupt) => unknown

/** A person's decision about a call, or undefined if nobody has to be asked. */
export type RequestApproval = (
  tool: AgentTool,
  toolArguments: Record<string, unknown>,
  signal: AbortSignal | undefined,
) => Promise<Decision | undefined>

/**
 * Asks about one call at a time: within a task, LangGraph identifies answers only by their order.
 */
export const createApprovalQueue = (interrupt: Interrupt): RequestApproval => {
  let last: Promise<unknown> = Promise.resolve()
  return (tool, toolArguments, signal) => {
    const needed = tool.needsApproval(toolArguments, { signal })
    const answer = last.then(async () =>
      (await needed)
        ? readDecision(interrupt(toRequest(tool, toolArguments)), tool.name)
        : undefined,
    )
    last = Promise.allSettled([needed, answer])
    return answer
  }
}

const toRequest = (
  { name, description, inputSchema }: AgentTool,
  args: Record<string, unknown>,
): ApprovalInterrupt => ({
  actionRequests: [{ name, args, description }],
  reviewConfigs: [
    {
      actionName: name,
      allowedDecisions: ['approve', 'edit', 'reject', 'respond'],
      argsSchema: inputSchema,
    },
  ],
})
