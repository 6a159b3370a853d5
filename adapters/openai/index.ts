export {
  openaiAgentsTools,
  type OpenaiAgentsOptions,
  type NamedOpenaiAgentsTools,
  type OpenaiAgentsTool,
} from './openai-agents-tools.ts'
export { openaiTools, type OpenaiTools, type OpenaiToolsOptions } from './openai-tools.ts'
export {
  openaiToolsOnDemand,
  type OpenaiToolsOnDemand,
  type OpenaiToolsOnDemandOptions,
} from './openai-tools-on-demand.ts'
export type { ApprovalCall } from '../../src/index.ts'
export type { RunOptions } from './run-call.ts'
export { runChat, type ChatTurn } from './run-chat.ts'
export { runResponses, type ResponsesTurn } from './run-responses.ts'
export type { TurnOptions } from './turn-options.ts'
