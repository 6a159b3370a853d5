import type { SlugAssignment, SlugHistory } from './assign-wanted.ts'

/** Returns the slugs that belong to other toolkits, with their owners. */
export type FindOwners = (slugs: string[]) => Promise<ReadonlyMap<string, string>>

/** Slugs of other toolkits, with their owners. */
export type TakenSlugs = ReadonlyMap<string, string>

/** What an import knows of slugs that exist, and how it learns of those of other toolkits. */
export type KnownSlugs = Omit<SlugHistory, 'taken'> & {
  /** Default: no other toolkit has any. */
  findOwners?: FindOwners | undefined
}

/** Assigns slugs until none of them belongs to another toolkit. */
export const assignUnowned = async (
  { findOwners = async () => new Map(), previous, renames, chosen }: KnownSlugs,
  assign: (
    history: SlugHistory,
  ) => Map<string, SlugAssignment> | Promise<Map<string, SlugAssignment>>,
): Promise<Map<string, SlugAssignment>> => {
  const taken = new Map<string, string>()
  for (;;) {
    const assigned = await assign({ previous, renames, chosen, taken })
    const owners = await findOwners([...assigned.values()].map(({ slug }) => slug))
    if (owners.size === 0) return assigned
    for (const [slug, owner] of owners) taken.set(slug, owner)
  }
}
