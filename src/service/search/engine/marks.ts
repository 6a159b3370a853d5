import type { SearchableTool } from './tool.ts'

/** What a tool is besides its words, and whether its text has chosen use cases: one bit each. */
export const marks = { featured: 1, deprecated: 2, reads: 4, destroys: 8, useCases: 16 } as const

export const toMarks = ({
  isFeatured,
  isDeprecated,
  tags = [],
  chosenUseCases = [],
}: SearchableTool): number =>
  (isFeatured ? marks.featured : 0) |
  (isDeprecated ? marks.deprecated : 0) |
  (tags.includes('readOnlyHint') ? marks.reads : 0) |
  (tags.includes('destructiveHint') ? marks.destroys : 0) |
  (chosenUseCases.length > 0 ? marks.useCases : 0)
