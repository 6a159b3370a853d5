import type { Toolkit } from './catalog.ts'

export type ToolkitFilter = {
  slugs?: string[] | undefined
  category?: string | undefined
  managedBy?: 'svc' | 'all' | 'project' | undefined
  search?: string | undefined
}

/** The toolkits that match every given filter, in alphabetical order. */
export const selectToolkits = (toolkits: Iterable<Toolkit>, filter: ToolkitFilter): Toolkit[] =>
  [...toolkits].filter(
    ({ definition }) =>
      (!filter.slugs || filter.slugs.includes(definition.slug)) &&
      (!filter.category || definition.categories.some(({ id, name }) => [id, name.toLowerCase()].includes(filter.category?.toLowerCase() ?? ''))) &&
      filter.managedBy !== 'svc' &&
      (!filter.search || matches([definition.slug, definition.name, definition.description], filter.search)),
  )

const matches = (texts: string[], search: string): boolean => texts.some((text) => text.toLowerCase().includes(search.trim().toLowerCase()))
