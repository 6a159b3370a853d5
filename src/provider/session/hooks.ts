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

/** What takes the place of a result; `error` null or absent means success. */
export type StandInResult = {
  data?: Record<string, unknown> | undefined
  error?: string | null | undefined
}

/** A tool as a model will see it. */
export type ShownTool = { slug: string; inputSchema: JsonSchema; description: string }

type Awaitable<Value> = Value | Promise<Value>

/**
 * Your own code around every call of a session: of agent tools, of `session.execute`, and of each
 * call inside SVC_MULTI_EXECUTE_TOOL.
 *
 * Hooks of `Plugboard` come first, then those of the session; afterwards the other way round. An
 * error in a hook becomes a failed result. They stand in this process: what code in the workbench
 * of the service calls, or a client of the Model Context Protocol, goes past them.
 *
 * @example
 * const session = await plugboard.createSession('ada', {
 *   beforeExecute: ({ slug, arguments: given }) => (slug === 'GITHUB_ISSUES_CREATE' ? { arguments: { ...given, repo: 'engine' } } : undefined),
 *   afterExecute: ({ slug, result }) => console.log(slug, result.error ?? 'done'),
 * })
 */
export type Hooks = {
  /**
   * Changes the arguments, or gives a result, so that the call is not made; nothing lets it go on
   * as it is.
   */
  beforeExecute?:
    | ((
        call: HookedCall,
      ) => Awaitable<
        { arguments: Record<string, unknown> } | { result: StandInResult } | undefined | void
      >)
    | undefined
  /** Changes what came back: `data`, `error`, or both; nothing leaves it as it is. */
  afterExecute?:
    | ((call: HookedCall & { result: ToolResult }) => Awaitable<StandInResult | undefined | void>)
    | undefined
  /**
   * Changes what models see of a tool, in tools and in answers of SVC_SEARCH_TOOLS and
   * SVC_GET_TOOL_SCHEMAS. `inputSchema` is a copy.
   */
  modifySchema?:
    | ((tool: ShownTool) => Partial<Omit<ShownTool, 'slug'>> | undefined | void)
    | undefined
}

/** The hooks alone, out of options that hold more. */
export const toHooks = ({ beforeExecute, afterExecute, modifySchema }: Hooks): Hooks => ({
  beforeExecute,
  afterExecute,
  modifySchema,
})
