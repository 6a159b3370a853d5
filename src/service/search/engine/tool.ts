/** The part of a tool that the ranking reads. */
export type SearchableTool = {
  /** Unique in an index; breaks ties. */
  slug: string
  name: string
  /** Slug of its toolkit. */
  toolkit: string
  toolkitName?: string
  description: string
  parameters: readonly SearchParameter[]
  tags?: readonly string[]
  /**
   * Names of the properties of its result: a tool that provides what another needs is a step before
   * it.
   */
  outputs?: readonly string[]
}

export type SearchParameter = { name: string; description?: string; required: boolean }
