export type { ApprovalCall } from '../../src/index.ts'
export {
  anthropicTools,
  type AnthropicTool,
  type AnthropicToolsOptions,
  type NamedAnthropicTools,
} from './anthropic-tools.ts'
export {
  anthropicToolsOnDemand,
  type AnthropicToolsOnDemandOptions,
} from './anthropic-tools-on-demand.ts'
export {
  claudeAgentTools,
  type ClaudeAgentContent,
  type ClaudeAgentResult,
  type ClaudeAgentTool,
  type ClaudeAgentToolsOptions,
} from './claude-agent-tools.ts'
