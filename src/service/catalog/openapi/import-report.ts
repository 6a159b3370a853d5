import type { ImportWarning } from '../import-warning.ts'

/** The result of importing a description. */
export type ImportReport = {
  /** Operations in the description. */
  operations: number
  made: number
  /** Slugs of the tools, in the order of the description. */
  tools: string[]
  /**
   * Operations (or whole paths) that could not become tools, without those excluded by include and
   * exclude.
   */
  skipped: { operation: string; reason: string }[]
  renamed: {
    operation: string
    kind: 'argument' | 'slug'
    from: string
    to: string
    reason: string
  }[]
  /** What should be repaired before the toolkit is used. */
  warnings: ImportWarning[]
  notes: string[]
  /**
   * Size of all names, descriptions and input schemas as a model would read them, estimated at four
   * characters a token.
   */
  tokens: number
}
