export type { ProfileName, SchemaChange } from '../schema/profiles/profiled-schema.ts'
export type { AgentTool, ExecuteOptions, JsonSchema, ToolApproval } from './tools/agent-tool.ts'
export type { AuthorizeOptions } from './connections/authorize.ts'
export type { CallbackRequest } from './connections/confirm-connection.ts'
export type {
  ConnectedAccount,
  ConnectionRequest,
  WaitOptions,
} from './connections/connection-request.ts'
export type { Connections } from './connections/ensure-connected.ts'
export {
  customTool,
  type CustomTool,
  type CustomToolAccount,
  type CustomToolArguments,
  type CustomToolContext,
  type CustomToolkit,
  type CustomToolSchema,
} from './custom-tools/custom-tool.ts'
export { foundSlugs } from './session-tools/found-slugs.ts'
export type { ToolCacheOptions, ToolStore } from './session/tool-cache.ts'
export type { Files, UploadOptions } from './files.ts'
export type { HookedCall, Hooks, ShownTool, ReplacementResult } from './session/hooks.ts'
export { isTool, type MadeCall, type OnResult } from './tools/made-call.ts'
export { markUntrusted, type MarkOptions } from './tools/mark-untrusted.ts'
export {
  Plugboard,
  type PlugboardOptions,
  type SessionExtras,
  type SessionOptions,
} from './plugboard.ts'
export type {
  ApprovalsPage,
  ApprovalsQuery,
  ApprovalTicketRequest,
  SessionApprovals,
} from './session/session-approvals.ts'
export type { SessionMcpKeyOptions, SessionMcp } from './session/session-mcp.ts'
export type {
  NamedTools,
  NamedToolsOptions,
  SearchOptions,
  SearchOutcome,
  ToolLister,
  ToolsOptions,
  UseCase,
  UseCases,
} from './session/session-operations.ts'
export {
  Session,
  type ProxyExecuteRequest,
  type SessionExecuteOptions,
  type SessionToolkitsPage,
  type SessionToolkitsQuery,
  type SessionUpdate,
} from './session/session.ts'
export {
  oneAtATime,
  runForModel,
  type ApprovalCall,
  type Approve,
  type RunForModelOptions,
} from './tools/run-for-model.ts'
export type { ShownFile, ShownResult, ShowOptions } from './tools/show-result.ts'
export type { ArgumentsCheck } from './tools/check-arguments.ts'
export type { ModelCall } from './tools/model-call.ts'
export type { ToolAnnotations } from './tools/tool-annotations.ts'
export type { ResultPaging } from './tools/paging.ts'
export type { ResultSelection } from './tools/selection.ts'
export { toModelOutput, toModelText, type ToolResult } from './tools/tool-result.ts'
export type { ToolMention } from './session-tools/loaded-slugs.ts'
export {
  toolsOnDemand,
  type NamedOnDemandOptions,
  type OnDemandOptions,
  type ToolsOnDemand,
} from './session-tools/tools-on-demand.ts'
export type { EventFilters } from './triggers/event-filters.ts'
export type {
  AfterFailure,
  EventContext,
  EventFailure,
  EventHandler,
  SubscribeOptions,
  Subscription,
} from './triggers/subscription.ts'
export {
  createTriggers,
  type TriggerInstance,
  type TriggerOptions,
  type Triggers,
  type TriggersPage,
  type TriggersQuery,
} from './triggers/triggers.ts'
