export type { ApprovalInterrupt, Interrupt } from './approval-queue.ts'
export { langchainInterruptOn, type LangchainInterruptOn } from './langchain-interrupt-on.ts'
export {
  langchainTools,
  type LangchainToolsOptions,
  type NamedLangchainTools,
} from './langchain-tools.ts'
export {
  langchainToolsOnDemand,
  type LangchainToolsOnDemand,
  type LangchainToolsOnDemandOptions,
  type OnDemandMiddleware,
} from './langchain-tools-on-demand.ts'
