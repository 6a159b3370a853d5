export type { ApprovalCall } from '../../src/index.ts'
export {
  googleTools,
  type GoogleRunOptions,
  type GoogleTools,
  type GoogleToolsOptions,
} from './google-tools.ts'
export {
  googleToolsOnDemand,
  type GoogleToolsOnDemand,
  type GoogleToolsOnDemandOptions,
} from './google-tools-on-demand.ts'
