import type { Toolkit, ToolSummary } from '../catalog/index.ts'
import type { SearchableTool } from './engine/index.ts'

/** What of a project's tools a search may find. */
export type SearchScope = {
  /**
   * The toolkits, each in the version whose tools are answered. The newest version is what is
   * ranked.
   */
  toolkits: ReadonlyMap<string, Toolkit>
  rules: SearchRules
  /** Of these toolkits only these tools, whatever the rules say. */
  only?: ReadonlyMap<string, ReadonlySet<string>> | undefined
  /**
   * More tools, which the catalog does not know and which no rule concerns; indexed once per array.
   */
  beside?: readonly SearchableTool[] | undefined
}

export type SearchRules = {
  /** Equal for equal rules, so that what they come to is worked out once. */
  key: string
  allowsToolkit(slug: string): boolean
  /** Whether single tools of an allowed toolkit may be excluded. */
  judgesTools(toolkit: string): boolean
  allowsTool(tool: ToolSummary): boolean
}
