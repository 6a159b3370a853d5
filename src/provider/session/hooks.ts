import type { JsonSchema } from '../tools/agent-tool.ts'
import type { Session } from './session.ts'
import type { ToolResult } from '../tools/tool-result.ts'

/** A call before it is made. */
export type HookedCall = {
  slug: string
  arguments: Record<string, unknown>
  session: Session
  signal?: AbortSignal | undefined
}

/** A result that replaces the call's result. If `error` is null or absent, the call succeeded. */
export type ReplacementResult = {
  data?: Record<string, unknown> | undefined
  error?: string | null | undefined
}

/** A tool, as shown to a model. */
export type ShownTool = { slug: string; inputSchema: JsonSchema; description: string }

type Awaitable<Value> = Value | Promise<Value>

/**
 * Functions that run around every call of a session: calls of agent tools, `session.execute`, and
 * each call inside SVC_MULTI_EXECUTE_TOOL.
 *
 * Before a call, hooks of `Plugboard` run before those of the session; after it, in reverse order.
 * An error in a hook becomes a failed result. Hooks run in this process only: calls from code in
 * the workbench and from clients of the Model Context Protocol bypass them.
 *
 * @example
 * const session = await plugboard.createSession('ada', {
 *   beforeExecute: ({ slug, arguments: given }) => (slug === 'GITHUB_ISSUES_CREATE' ? { arguments: { ...given, repo: 'engine' } } : undefined),
 *   afterExecute: ({ slug, result }) => console.log(slug, result.error ?? 'done'),
 * })
 */
export type Hooks = {
  /**
   * Returns changed arguments, or a result that replaces the call. Returning undefined leaves the
   * call unchanged.
   */
  beforeExecute?:
    | ((
        call: HookedCall,
      ) => Awaitable<
        { arguments: Record<string, unknown> } | { result: ReplacementResult } | undefined | void
      >)
    | undefined
  /** Returns changed `data`, `error` or both. Returning undefined leaves the result unchanged. */
  afterExecute?:
    | ((
        call: HookedCall & { result: ToolResult },
      ) => Awaitable<ReplacementResult | undefined | void>)
    | undefined
  /**
   * Changes how models see a tool, both in tool lists and in the results of SVC_SEARCH_TOOLS and
   * SVC_GET_TOOL_SCHEMAS. `inputSchema` is a copy.
   */
  modifySchema?:
    | ((tool: ShownTool) => Partial<Omit<ShownTool, 'slug'>> | undefined | void)
    | undefined
}

/** Picks the hooks from options that contain more. */
export const toHooks = ({ beforeExecute, afterExecute, modifySchema }: Hooks): Hooks => ({
  beforeExecute,
  afterExecute,
  modifySchema,
})
