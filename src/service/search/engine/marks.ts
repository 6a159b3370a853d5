import type { SearchableTool } from './tool.ts'

/** What a tool is besides its words: one bit each. */
export const marks = { featured: 1, deprecated: 2, reads: 4, destroys: 8 } as const

export const toMarks = ({ isFeatured, isDeprecated, tags = [] }: SearchableTool): number =>
  (isFeatured ? marks.featured : 0) |
  (isDeprecated ? marks.deprecated : 0) |
  (tags.includes('readOnlyHint') ? marks.reads : 0) |
  (tags.includes('destructiveHint') ? marks.destroys : 0)
