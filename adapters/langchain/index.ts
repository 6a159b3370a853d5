export type { ApprovalInterrupt, Interrupt } from './ask-in-turn.ts'
export { langchainTools, type LangchainToolsOptions } from './langchain-tools.ts'
