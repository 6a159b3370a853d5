/** `my-api` owns the tools `MY_API_…`. */
export const toSlugPrefix = (toolkit: string): string => toolkit.toUpperCase().replaceAll('-', '_')

type Toolkits = ReadonlyMap<string, unknown>
type Index = { toolkits: Map<string, string[]>; longest: number }

/** Cached as long as the catalog keeps the map, of which there is one per stamp. */
const indexes = new WeakMap<Toolkits, Index>()

/**
 * The toolkits whose tools may have such a slug, those with the longest name first. Takes the same
 * time for any number of toolkits.
 */
export const possibleOwners = (toolkits: Toolkits, slug: string): string[] => {
  const index = indexOf(toolkits)
  const owners: string[] = []
  for (
    let end = slug.lastIndexOf('_', index.longest);
    end > 0;
    end = slug.lastIndexOf('_', end - 1)
  )
    owners.push(...(index.toolkits.get(slug.slice(0, end)) ?? []))
  return owners
}

const indexOf = (toolkits: Toolkits): Index => {
  const known = indexes.get(toolkits)
  if (known) return known
  const index: Index = {
    toolkits: Map.groupBy(toolkits.keys(), toSlugPrefix),
    longest: [...toolkits.keys()].reduce((longest, { length }) => Math.max(longest, length), 0),
  }
  indexes.set(toolkits, index)
  return index
}
