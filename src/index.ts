/**
 * Gives AI agents tools that act on their users' accounts.
 *
 * @example
 * import { Plugboard } from 'plugboard'
 *
 * const plugboard = new Plugboard({ apiKey: process.env.PLUGBOARD_API_KEY })
 * const session = await plugboard.createSession('ada')
 * const [tool] = await session.tools({ search: 'create an issue' })
 */
export {
  createClient,
  PlugboardError,
  type CallOptions,
  type Client,
  type ClientErrorSlug,
  type ClientOptions,
  type KeptFile,
  type PlugboardErrorDetails,
  type PlugboardErrorSlug,
  type ReadFileOptions,
} from './client/index.ts'
export {
  createTriggers,
  customTool,
  foundSlugs,
  Plugboard,
  Session,
  toModelOutput,
  toModelText,
  type AfterFailure,
  type AgentTool,
  type ApprovalsPage,
  type ApprovalsQuery,
  type ArgumentsCheck,
  type AuthorizeOptions,
  type ConnectedAccount,
  type ConnectionRequest,
  type Connections,
  type CustomTool,
  type CustomToolAccount,
  type CustomToolArguments,
  type CustomToolContext,
  type CustomToolkit,
  type CustomToolSchema,
  type EventContext,
  type EventFailure,
  type EventFilters,
  type EventHandler,
  type ExecuteOptions,
  type HookedCall,
  type Hooks,
  type JsonSchema,
  type OwnKeyOptions,
  type PlugboardOptions,
  type ProfileName,
  type ProxyExecuteRequest,
  type SchemaChange,
  type SearchOptions,
  type SearchOutcome,
  type SessionApprovals,
  type SessionExecuteOptions,
  type SessionExtras,
  type SessionMcp,
  type SessionOptions,
  type SessionToolkitsPage,
  type SessionToolkitsQuery,
  type ShownFile,
  type ShownResult,
  type ShownTool,
  type ShowOptions,
  type StandInResult,
  type SubscribeOptions,
  type Subscription,
  type ToolAnnotations,
  type ToolApproval,
  type ToolResult,
  type ToolsOptions,
  type TriggerInstance,
  type TriggerOptions,
  type Triggers,
  type TriggersPage,
  type TriggersQuery,
  type UseCase,
  type UseCases,
  type WaitOptions,
} from './provider/index.ts'
// Not by name: only what is exported with an asterisk can be added to by `declare module 'plugboard'`.
export type * from './provider/tool-types.ts'
export type { TypedEvent } from './contract/event-data.ts'
export type { Approval, ProxyAnswer, SearchAnswer, SessionConfig, SessionToolkit, ToolHint, ToolSchema } from './contract/index.ts'
