import type { AgentTool } from './agent-tool.ts'
import type { ToolArguments, ToolName, ToolOutcome, ToolSlug } from './tool-types.ts'

/**
 * A call of a model whose arguments were valid, with its complete result. With several slugs, one
 * type for each, which `slug` distinguishes.
 */
export type MadeCall<Slug extends string = string> = Slug extends string
  ? {
      slug: Slug
      name: ToolName<Slug>
      /** The model's id of the call. */
      id?: string | undefined
      /** In the form of the schema's author, whichever form the model was shown. */
      arguments: ToolArguments<Slug>
      result: ToolOutcome<Slug>
    }
  : never

/**
 * Called with each call whose arguments were valid, in the order in which they end; of one that was
 * denied or waits for an approval, `result.successful` is false. An error that it throws changes no
 * result: it is an unhandled rejection.
 */
export type OnResult<Slug extends string = string> = (made: MadeCall<Slug>) => void

/**
 * Returns whether a tool, or the tool of a call, is the one with this slug. Then the types are known
 * that `plugboard generate types` declared: for tools in their original form that were found by
 * search or on demand.
 *
 * @example
 * for (const tool of await session.tools({ search: 'create an issue' }))
 *   if (isTool(tool, 'GITHUB_ISSUES_CREATE')) await tool.execute({ title: 'Broken door' })
 */
export function isTool<Slug extends ToolSlug>(tool: AgentTool, slug: Slug): tool is AgentTool<Slug>
export function isTool<Slug extends ToolSlug>(made: MadeCall, slug: Slug): made is MadeCall<Slug>
export function isTool(given: { slug: string }, slug: string): boolean {
  return given.slug === slug
}
