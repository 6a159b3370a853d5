import type { Segment } from './path-words.ts'

/** The facts of an operation that its slug is derived from. */
export type SlugSource = {
  /** `METHOD /path`. */
  key: string
  method: string
  path: string
  operationId: string
  summary: string
  description: string
  isDeprecated: boolean
}

/** The same, read once. Texts are cut: no rule reads further. */
export type ParsedSource = SlugSource & {
  segments: readonly Segment[]
  /** Of the path. */
  depth: number
  /** The segments of the operationId, without the product that it begins with. */
  id: readonly string[][]
  /** The first sentence of the description. */
  sentence: string
  /** Whether its hints call it destructive. */
  isDestructive: boolean
}
