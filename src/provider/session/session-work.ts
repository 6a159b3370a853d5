import type { CallOptions } from '../../client/index.ts'
import type { SearchAnswer } from '../../contract/index.ts'
import type { ProfileName } from '../../schema/profiles/profiled-schema.ts'
import type { AgentTool } from '../tools/agent-tool.ts'
import type { ToolResult } from '../tools/tool-result.ts'

/**
 * The work behind the methods of a session. It is handed in, as hooks and custom tools get the
 * session that it works for.
 */
export type SessionWork = {
  selectTools: (options: ToolsOptions) => Promise<AgentTool[]>
  searchTools: (useCases: UseCases, options: SearchOptions) => Promise<SearchOutcome>
  call: (call: SessionCall) => Promise<ToolResult>
  needsApproval: (
    call: { slug: string; arguments: unknown },
    options: { signal?: AbortSignal | undefined },
  ) => Promise<boolean>
}

/** One call of a tool in a session. */
export type SessionCall = {
  slug: string
  arguments: Record<string, unknown>
  account?: string | undefined
  approved?: boolean | undefined
  options: CallOptions
}

/** What is to be done, in words; `known_fields` holds hints such as `repo:engine, owner:ada`. */
export type UseCase = { use_case: string; known_fields?: string | undefined }
export type UseCases = string | readonly (string | UseCase)[]

/**
 * The answer of the service, and the found tools ready for use: the primary ones of every use case,
 * then the related ones.
 */
export type SearchOutcome = SearchAnswer & { tools: AgentTool[] }

export type SearchOptions = CallOptions & {
  /** At most so many tools in `tools`; the rest of the answer is not cut. */
  limit?: number | undefined
}

/** Which tools to take; the meta tools when nothing is said. */
export type ToolsOptions = SearchOptions & {
  /** What is to be done, in words: takes the tools that fit best. */
  search?: string | readonly string[] | undefined
  /** Takes the tools with these slugs. */
  tools?: readonly string[] | undefined
  /**
   * In which dialect the tools are: `original` by default, as their authors wrote them. See
   * `AgentTool.forModel`.
   */
  profile?: ProfileName | undefined
  /** Leaves out slugs that the session does not have, in the place of an error. */
  ignoreMissing?: boolean | undefined
}
