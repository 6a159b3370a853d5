import type { Project } from '../endpoint/index.ts'
import type { Toolkit } from './catalog.ts'

export type ToolkitFilter = {
  slugs?: string[] | undefined
  category?: string | undefined
  managedBy?: 'svc' | 'all' | 'project' | undefined
}

/** The slugs of the project's toolkits that fit words, best first. */
export type RankToolkits = (project: Project, words: string) => Promise<string[]>

/** The toolkits that match every given filter, in the order in which they come. */
export const selectToolkits = (
  toolkits: Iterable<Toolkit>,
  { slugs, category, managedBy }: ToolkitFilter,
): Toolkit[] => {
  if (managedBy === 'svc') return []
  const named = slugs && new Set(slugs)
  const wanted = category?.toLowerCase()
  return [...toolkits].filter(
    ({ definition }) =>
      (!named || named.has(definition.slug)) &&
      (wanted === undefined ||
        definition.categories.some(
          ({ id, name }) => id === wanted || name.toLowerCase() === wanted,
        )),
  )
}

/**
 * Those of the toolkits that fit the words, best first; then those in whose slug, name or
 * description the text stands as it is.
 */
export const searchToolkits = async (
  rankToolkits: RankToolkits,
  project: Project,
  toolkits: readonly Toolkit[],
  text: string,
): Promise<Toolkit[]> => {
  const remaining = new Map(toolkits.map((toolkit) => [toolkit.definition.slug, toolkit]))
  const ranked = (await rankToolkits(project, text)).flatMap((slug) => {
    const toolkit = remaining.get(slug)
    remaining.delete(slug)
    return toolkit ?? []
  })
  const part = text.trim().toLowerCase()
  return [
    ...ranked,
    ...[...remaining.values()].filter(({ definition: { slug, name, description } }) =>
      [slug, name, description].some((own) => own.toLowerCase().includes(part)),
    ),
  ]
}
