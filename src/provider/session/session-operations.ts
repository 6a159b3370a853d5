import type { CallOptions } from '../../client/index.ts'
import type { SearchResponse, Select } from '../../contract/index.ts'
import type { ProfileName } from '../../schema/profiles/profiled-schema.ts'
import type { AgentTool } from '../tools/agent-tool.ts'
import type { ToolResult } from '../tools/tool-result.ts'
import type { ToolSlug } from '../tools/tool-types.ts'

/**
 * Implements the methods of a session. Injected, because hooks and custom tools receive the session
 * itself.
 */
export type SessionOperations = {
  selectTools: (options: ToolsOptions) => Promise<AgentTool[]>
  searchTools: (useCases: UseCases, options: SearchOptions) => Promise<SearchOutcome>
  call: (call: SessionCall) => Promise<ToolResult>
  needsApproval: (
    call: { slug: string; arguments: unknown },
    options: { signal?: AbortSignal | undefined },
  ) => Promise<boolean>
}

/** A call of a tool in a session. */
export type SessionCall = {
  slug: string
  arguments: Record<string, unknown>
  account?: string | undefined
  approved?: boolean | undefined
  all?: boolean | undefined
  select?: Select | undefined
  cancelSignal?: AbortSignal | undefined
  options: CallOptions
}

/** A use case in words. `known_fields` holds hints such as `repo:engine, owner:ada`. */
export type UseCase = { use_case: string; known_fields?: string | undefined }
export type UseCases = string | readonly (string | UseCase)[]

/**
 * The service's answer, and the found tools ready for use: the primary tools of every use case,
 * then the related ones.
 */
export type SearchOutcome = SearchResponse & { tools: AgentTool[] }

export type SearchOptions = CallOptions & {
  /** Maximum number of tools in `tools`. The rest of the answer is not affected. */
  limit?: number | undefined
  /**
   * Gives the tools an additional argument, `select`, in which a model names the parts of the
   * result that it needs. It is never sent to the third party. Default: `answers.select` of the
   * session, otherwise false.
   */
  select?: boolean | undefined
}

/** Which tools to return; default: the meta tools. */
export type ToolsOptions = SearchOptions & {
  /** One or more use cases in words: returns the tools that match best. */
  search?: string | readonly string[] | undefined
  /** Returns the tools with these slugs. */
  tools?: readonly ToolSlug[] | undefined
  /**
   * The schema dialect of the tools; default: `original`, as their authors wrote them. See
   * `AgentTool.forModel`.
   */
  profile?: ProfileName | undefined
  /**
   * The agent binds the tools that its searches find, as agents on demand do: their definitions then
   * come with the answers of SVC_SEARCH_TOOLS and SVC_GET_TOOL_SCHEMAS.
   */
  bindsFound?: boolean | undefined
  /** Skips slugs that the session does not have instead of throwing. */
  ignoreMissing?: boolean | undefined
}

/**
 * Options that only name tools. Their types are then known by their slugs: no profile changes the
 * form of the arguments, and no `select` the data.
 */
export type NamedToolsOptions<Slugs extends readonly ToolSlug[]> = Omit<
  ToolsOptions,
  'search' | 'limit' | 'select'
> & {
  tools: Slugs
  search?: undefined
  select?: false | undefined
  profile?: 'original' | undefined
  ignoreMissing?: false | undefined
}

/** The tools with these slugs, in their order. */
export type NamedTools<Slugs extends readonly string[]> = {
  -readonly [Index in keyof Slugs]: EachTool<Slugs[Index]>
}

/** A list of slugs gives a list of the tools, each of which is known by its `slug`. */
type EachTool<Slug extends string> = Slug extends string ? AgentTool<Slug> : never

/** What adapters need of a session: a `Session`, or another source of tools. */
export type ToolLister = { tools: (options?: ToolsOptions) => Promise<AgentTool[]> }
