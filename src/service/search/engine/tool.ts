/** What the ranking reads of a tool. */
export type SearchableTool = {
  /** Unique in an index; ties are broken by it. */
  slug: string
  name: string
  /** Slug of its toolkit. */
  toolkit: string
  toolkitName?: string
  description: string
  parameters: readonly SearchParameter[]
  tags?: readonly string[]
  /**
   * Names of the properties of its result: a tool that gives what another needs is a step before
   * it.
   */
  outputs?: readonly string[]
}

export type SearchParameter = { name: string; description?: string; required: boolean }
