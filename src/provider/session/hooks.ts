import type { JsonSchema } from '../tools/agent-tool.ts'
import type { Session } from './session.ts'
import type { ToolArguments, ToolData, ToolOutcome, ToolSlug } from '../tools/tool-types.ts'

/** A call before it is made. */
export type HookedCall<Slug extends string = string> = {
  slug: Slug
  arguments: ToolArguments<Slug>
  session: Session
  signal?: AbortSignal | undefined
}

/** A result that replaces the call's result. If `error` is null or absent, the call succeeded. */
export type ReplacementResult<Data = Record<string, unknown>> = {
  data?: Data | undefined
  error?: string | null | undefined
}

/** A tool, as shown to a model. */
export type ShownTool<Slug extends string = string> = {
  slug: Slug
  inputSchema: JsonSchema
  description: string
}

type Awaitable<Value> = Value | Promise<Value>

/**
 * Functions that run around every call of a session: calls of agent tools, `session.execute`, and
 * each call inside SVC_MULTI_EXECUTE_TOOL.
 *
 * Before a call, hooks of `Plugboard` run before those of the session; after it, in reverse order.
 * An error in a hook becomes a failed result. Hooks run in this process only: calls from code in
 * the workbench and from clients of the Model Context Protocol bypass them.
 *
 * Each hook is a function for the calls of all tools, or an object with a function for each tool, by
 * its slug. For tools that `plugboard generate types` declared, the latter are typed; the arguments
 * of a call inside SVC_MULTI_EXECUTE_TOOL have not been validated before `beforeExecute`. A slug that
 * a tool had before it was renamed still calls it, and is the one that hooks get: what must not be
 * called at all is left out of the session (`tools`), which no slug gets around.
 *
 * @example
 * const session = await plugboard.createSession('ada', {
 *   beforeExecute: ({ slug, arguments: given }) => (slug === 'GITHUB_ISSUES_CREATE' ? { arguments: { ...given, repo: 'engine' } } : undefined),
 *   afterExecute: { GITHUB_ISSUES_CREATE: ({ result }) => console.log(result.error ?? 'created') },
 * })
 */
export type Hooks = {
  /**
   * Returns changed arguments, or a result that replaces the call. Returning undefined leaves the
   * call unchanged.
   */
  beforeExecute?: ForEachTool<{ [Slug in ToolSlug]: BeforeExecute<Slug> }, BeforeExecute>
  /** Returns changed `data`, `error` or both. Returning undefined leaves the result unchanged. */
  afterExecute?: ForEachTool<{ [Slug in ToolSlug]: AfterExecute<Slug> }, AfterExecute>
  /**
   * Changes how models see a tool, both in tool lists and in the results of SVC_SEARCH_TOOLS and
   * SVC_GET_TOOL_SCHEMAS. `inputSchema` is a copy.
   */
  modifySchema?: ForEachTool<{ [Slug in ToolSlug]: ModifySchema<Slug> }, ModifySchema>
}

type ForEachTool<BySlug, Hook> =
  | Hook
  | { readonly [Slug in keyof BySlug]?: BySlug[Slug] }
  | undefined

// Methods, because a hook of one tool, which only gets that tool's calls, is also one of an object
// for tools of any slug.
export type BeforeExecute<Slug extends string = string> = {
  run(
    call: HookedCall<Slug>,
  ): Awaitable<
    | { arguments: ToolArguments<Slug> }
    | { result: ReplacementResult<ToolData<Slug>> }
    | undefined
    | void
  >
}['run']

export type AfterExecute<Slug extends string = string> = {
  run(
    call: HookedCall<Slug> & { result: ToolOutcome<Slug> },
  ): Awaitable<ReplacementResult<ToolData<Slug>> | undefined | void>
}['run']

export type ModifySchema<Slug extends string = string> = {
  run(tool: ShownTool<Slug>): Partial<Omit<ShownTool, 'slug'>> | undefined | void
}['run']

/** Returns the function of a hook for the calls of a tool; undefined if it has none. */
export const hookOf = <Hook extends (...parameters: never[]) => unknown>(
  hook: Hook | object | undefined,
  slug: string,
): Hook | undefined => {
  if (typeof hook !== 'object') return hook
  return Object.hasOwn(hook, slug) ? (hook as Record<string, Hook | undefined>)[slug] : undefined
}

/** Picks the hooks from options that contain more. */
export const toHooks = ({ beforeExecute, afterExecute, modifySchema }: Hooks): Hooks => ({
  beforeExecute,
  afterExecute,
  modifySchema,
})
