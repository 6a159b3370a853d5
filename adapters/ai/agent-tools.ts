import type { AgentTool } from '../../src/index.ts'

/** What the tools of the AI SDK were made from. */
export const agentTools = new WeakMap<object, AgentTool>()
