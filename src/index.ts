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
  Plugboard,
  Session,
  toModelOutput,
  toModelText,
  type AgentTool,
  type ArgumentsCheck,
  type ExecuteOptions,
  type JsonSchema,
  type PlugboardOptions,
  type SearchOptions,
  type SearchOutcome,
  type SessionExecuteOptions,
  type SessionOptions,
  type SessionToolkitsPage,
  type SessionToolkitsQuery,
  type ToolAnnotations,
  type ToolApproval,
  type ToolResult,
  type ToolsOptions,
  type UseCase,
  type UseCases,
} from './provider/index.ts'
export type { SearchAnswer, SessionConfig, SessionToolkit, ToolHint, ToolSchema } from './contract/index.ts'
