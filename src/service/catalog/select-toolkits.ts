import type { Project } from '../endpoint/index.ts'
import type { Toolkit } from './catalog.ts'

export type ToolkitFilter = {
  slugs?: string[] | undefined
  category?: string | undefined
  managedBy?: 'svc' | 'all' | 'project' | undefined
}

/** The slugs of the project's toolkits that match the words, best first. */
export type RankToolkits = (project: Project, words: string) => Promise<string[]>

/** The toolkits that match every given filter, in their order. */
export const selectToolkits = (
  toolkits: Iterable<Toolkit>,
  { slugs, category, managedBy }: ToolkitFilter,
): Toolkit[] => {
  if (managedBy === 'svc') return []
  const named = slugs && new Set(slugs)
  return [...toolkits].filter(
    ({ definition }) =>
      (!named || named.has(definition.slug)) && isInCategory(definition.categories, category),
  )
}

/** Whether one of the categories has this id or name; without one, anything is in it. */
export const isInCategory = (
  categories: readonly { id: string; name: string }[],
  category: string | undefined,
): boolean => {
  const wanted = category?.toLowerCase()
  return (
    wanted === undefined ||
    categories.some(({ id, name }) => id === wanted || name.toLowerCase() === wanted)
  )
}

/**
 * The toolkits that match the words, best first; then those whose slug, name or description
 * contains the text.
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
