import { toAgentTool, type AgentTool, type ToolDefinition } from '../tools/agent-tool.ts'
import type { ToolSource } from './session-parts.ts'

const wantsSelect = ({ core }: Pick<ToolSource, 'core'>, select: boolean | undefined): boolean =>
  select ?? core.record.config.answers?.select ?? false

/** Creates an agent tool. Custom tools answer whole: the application that runs them made them. */
export const toTool = (
  source: ToolSource,
  definition: ToolDefinition,
  select: boolean | undefined,
): AgentTool =>
  toAgentTool(source, {
    ...definition,
    select: wantsSelect(source, select) && !source.localTools.has(definition.slug),
  })
