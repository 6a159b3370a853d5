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
  type PlugboardErrorDetails,
  type PlugboardErrorSlug,
} from './client/index.ts'
export {
  customTool,
  Plugboard,
  Session,
  toModelOutput,
  toModelText,
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
  type ExecuteOptions,
  type HookedCall,
  type Hooks,
  type JsonSchema,
  type PlugboardOptions,
  type ProxyExecuteRequest,
  type SearchOptions,
  type SearchOutcome,
  type SessionApprovals,
  type SessionExecuteOptions,
  type SessionExtras,
  type SessionMcp,
  type SessionOptions,
  type SessionToolkitsPage,
  type SessionToolkitsQuery,
  type ShownTool,
  type StandInResult,
  type ToolAnnotations,
  type ToolApproval,
  type ToolResult,
  type ToolsOptions,
  type UseCase,
  type UseCases,
  type WaitOptions,
} from './provider/index.ts'
export type { Approval, ProxyAnswer, SearchAnswer, SessionConfig, SessionToolkit, ToolHint, ToolSchema } from './contract/index.ts'
