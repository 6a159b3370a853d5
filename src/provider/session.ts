import { PlugboardError, type CallOptions, type Client } from '../client/index.ts'
import type { Session as SessionRecord, SessionConfig } from '../contract/index.ts'
import type { AgentTool, RunTool } from './agent-tool.ts'
import type { SearchOptions, SearchOutcome, UseCases } from './search-tools.ts'
import type { ToolsOptions } from './select-tools.ts'
import { failedResult, type ToolResult } from './tool-result.ts'
import type { ToolSource } from './tool-source.ts'

export type SessionExecuteOptions = CallOptions & {
  /** Which connected account to use, where the user has several. */
  account?: string | undefined
}

/** The query of `session.toolkits`. */
export type SessionToolkitsQuery = NonNullable<Parameters<Client['sessions']['toolkits']>[0]['query']>
/** One page of the toolkits of a session. */
export type SessionToolkitsPage = Awaited<ReturnType<Client['sessions']['toolkits']>>

/**
 * What one user's agent may see and do: made by `plugboard.createSession`, found again by `plugboard.useSession`.
 *
 * Every method takes `{ signal, timeoutMs }` and throws `PlugboardError`s.
 *
 * @example
 * const session = await plugboard.createSession('ada', { toolkits: ['github'] })
 * const tools = await session.tools({ search: 'create an issue' })
 * const { data, error } = await session.execute('GITHUB_ISSUES_CREATE', { owner: 'ada', repo: 'engine', title: 'Steam leaks' })
 */
export class Session {
  readonly id: string
  readonly userId: string
  /** The configuration in force, as the service understood it. */
  readonly config: SessionConfig
  /** Where a client of the Model Context Protocol reaches this session. */
  readonly mcp: SessionRecord['mcp']
  readonly #client: Client
  readonly #source: ToolSource

  constructor(client: Client, record: SessionRecord) {
    this.id = record.session_id
    this.userId = record.config.user_id
    this.config = record.config
    this.mcp = record.mcp
    this.#client = client
    this.#source = { client, sessionId: record.session_id, metaSlugs: record.tool_router_tools, run: this.#run }
  }

  /**
   * The tools to hand to an agent: without options the meta tools, with which an agent finds and runs all others by itself;
   * with `search` or `tools` those tools themselves.
   */
  async tools(options: ToolsOptions = {}): Promise<AgentTool[]> {
    // Loads zod and the schema compiler, which importing the package should not cost.
    const { selectTools } = await import('./select-tools.ts')
    return selectTools(this.#source, options)
  }

  /**
   * Finds tools by what is to be done, with everything the service says about it: connection statuses, plans, next steps.
   *
   * `tools` holds the found tools ready for use, the best first. A use case whose search failed has its `error` in `results`.
   */
  async search(useCases: UseCases, options: SearchOptions = {}): Promise<SearchOutcome> {
    const { searchTools } = await import('./search-tools.ts')
    return searchTools(this.#source, useCases, options)
  }

  /** Runs a tool or a meta tool. What the third party refuses is a result with `error`, not an exception. */
  async execute(slug: string, toolArguments: Record<string, unknown> = {}, { account, ...options }: SessionExecuteOptions = {}): Promise<ToolResult> {
    const body = { tool_slug: slug, arguments: toolArguments, account }
    const { data, error, log_id } = await this.#client.sessions.execute({ params: { session_id: this.id }, body }, options)
    return { data, error, logId: log_id, successful: error === null }
  }

  /** The toolkits of the session, page by page, with the connected account of each. */
  async toolkits(query: SessionToolkitsQuery = {}, options: CallOptions = {}): Promise<SessionToolkitsPage> {
    return this.#client.sessions.toolkits({ params: { session_id: this.id }, query }, options)
  }

  /** Ends the session; connected accounts stay. */
  async delete(options: CallOptions = {}): Promise<void> {
    await this.#client.sessions.delete({ params: { session_id: this.id } }, options)
  }

  /** How agent tools run: failures become results, so an agent's loop goes on; aborts end it. */
  readonly #run: RunTool = async (slug, toolArguments, options) => {
    try {
      return await this.execute(slug, toolArguments, options)
    } catch (error) {
      if (error instanceof PlugboardError && error.slug !== 'aborted') return failedResult(error)
      throw error
    }
  }
}
