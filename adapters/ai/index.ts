export { aiToolApproval } from './ai-tool-approval.ts'
export { aiToolSearch } from './ai-tool-search.ts'
export { aiTools, type AiCall, type AiToolSet, type AiToolsOptions } from './ai-tools.ts'
export {
  aiToolsOnDemand,
  type AiToolsOnDemand,
  type AiToolsOnDemandOptions,
} from './ai-tools-on-demand.ts'
