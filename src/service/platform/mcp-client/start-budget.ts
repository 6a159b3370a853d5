import { McpFailure } from './mcp-failure.ts'

export type McpLimits = { timeoutMs: number; maximumBytes: number }

export type Budget = ReturnType<typeof startBudget>

/** The time and size limits that all requests of one use share. */
export const startBudget = ({ timeoutMs, maximumBytes }: McpLimits) => {
  const endsAt = performance.now() + timeoutMs
  let bytes = 0
  return {
    /** Throws when no time is left. */
    left: (): { timeoutMs: number; maxResponseBytes: number } => {
      const remainingMs = Math.ceil(endsAt - performance.now())
      if (remainingMs <= 0)
        throw new McpFailure('unanswered', `The MCP server took longer than ${timeoutMs} ms`)
      return { timeoutMs: remainingMs, maxResponseBytes: Math.max(1, maximumBytes - bytes) }
    },
    spend: (received: number): void => {
      bytes += received
    },
  }
}
