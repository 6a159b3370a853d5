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
  /** Names of its toolkit: the usual one, then others. */
  toolkitNames?: readonly string[]
  /** What its toolkit is about: its summary and categories. */
  toolkitAbout?: string
  /** One of the tools that the author of a recipe has chosen. */
  isFeatured?: boolean
  isDeprecated?: boolean
  /**
   * Names of the properties of its result: a tool that provides what another needs is a step before
   * it.
   */
  outputs?: readonly string[]
  /** What it is used for, as the author of its recipe put it. */
  chosenUseCases?: readonly string[]
  /** What it is used for, in any language, as a language model wrote it. */
  useCases?: readonly string[]
}

export type SearchParameter = { name: string; description?: string; required: boolean }
