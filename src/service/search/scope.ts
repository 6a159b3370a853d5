import type { Toolkit, ToolSummary } from '../catalog/index.ts'
import type { SearchableTool } from './engine/index.ts'

/** The part of a project's tools that a search may find. */
export type SearchScope = {
  /** The toolkits, each in the version whose tools are returned. The newest version is ranked. */
  toolkits: ReadonlyMap<string, Toolkit>
  rules: SearchRules
  /** Restricts these toolkits to these tools, whatever the rules allow. */
  only?: ReadonlyMap<string, ReadonlySet<string>> | undefined
  /**
   * Additional tools, which the catalog does not know and no rule restricts; indexed once per
   * array.
   */
  extraTools?: readonly SearchableTool[] | undefined
  /**
   * Whether the user can run a toolkit's tools at once; among equals, those come first. Default:
   * all.
   */
  isReady?: ((toolkit: string) => boolean) | undefined
}

export type SearchRules = {
  /** Equal for equal rules, so that their result is computed once. */
  key: string
  allowsToolkit(slug: string): boolean
  /** Whether single tools of an allowed toolkit may be excluded. */
  judgesTools(toolkit: string): boolean
  allowsTool(tool: ToolSummary): boolean
}
