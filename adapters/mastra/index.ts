export {
  mastraTools,
  type CreateTool,
  type MastraContext,
  type MastraOutput,
  type MastraToolDefinition,
  type MastraToolsOptions,
} from './mastra-tools.ts'
export {
  mastraToolsOnDemand,
  type MastraToolsOnDemand,
  type MastraToolsOnDemandOptions,
} from './mastra-tools-on-demand.ts'
