import type { SlugAssignment } from './assign-wanted.ts'

type Renamed = { operation: string; kind: 'slug'; from: string; to: string; reason: string }

/** What an import report says of slugs: those that changed, and those that others had first. */
export const toRenamed = (
  operations: readonly string[],
  slugs: ReadonlyMap<string, SlugAssignment>,
): Renamed[] =>
  operations.flatMap((operation) => {
    const assignment = slugs.get(operation)
    if (!assignment) return []
    const { slug: to, wanted, reason, former } = assignment
    const entry = { operation, kind: 'slug' as const, to }
    return [
      ...(former === undefined
        ? []
        : [{ ...entry, from: former, reason: `"${former}" stays an alias of the tool` }]),
      ...(reason === undefined ? [] : [{ ...entry, from: wanted, reason }]),
    ]
  })
