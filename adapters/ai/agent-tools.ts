import type { AgentTool } from '../../src/index.ts'

/** Maps each AI SDK tool to the `AgentTool` that it was made from. */
export const agentTools = new WeakMap<object, AgentTool>()
