/** Returns the slugs that belong to other toolkits, with their owners. */
export type FindOwners = (slugs: string[]) => Promise<ReadonlyMap<string, string>>

/** Slugs of other toolkits, with their owners. */
export type TakenSlugs = ReadonlyMap<string, string>

/** Assigns slugs until none of them belongs to another toolkit. */
export const assignUnowned = async <Assigned>(
  findOwners: FindOwners,
  assign: (taken: TakenSlugs) => Assigned,
  toSlugs: (assigned: Assigned) => string[],
): Promise<Assigned> => {
  const taken = new Map<string, string>()
  for (;;) {
    const assigned = assign(taken)
    const owners = await findOwners(toSlugs(assigned))
    if (owners.size === 0) return assigned
    for (const [slug, owner] of owners) taken.set(slug, owner)
  }
}
