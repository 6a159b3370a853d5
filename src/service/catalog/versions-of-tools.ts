import type { Project } from '../endpoint/index.ts'
import type { NamesOf } from './slug-owners/tool-names.ts'
import type { catalogStore } from './store.ts'

type Store = Pick<
  ReturnType<typeof catalogStore>,
  'listVersionsOfTools' | 'listNewestVersions' | 'listToolsInContents'
>

type ToolInVersion = { toolkit: string; version: string; definition: { slug: string } }

/** A toolkit that is imported every hour has thousands, which every tool of a page would list. */
const mostVersions = 100

/** In which versions of their toolkits tools exist, under whichever of their slugs, newest first. */
export const createVersionsOfTools = (store: Store, namesOf: NamesOf) => ({
  /** All of them; a tool that exists in none is not in the map. */
  listVersionsOfTools: async (
    project: Project,
    slugs: string[],
  ): Promise<Map<string, string[]>> => {
    const names = await namesOf(project, slugs)
    const rows =
      slugs.length === 0
        ? []
        : await store.listVersionsOfTools(project.id, [...names.values()].flat())
    const bySlug = Map.groupBy(rows, (row) => row.slug)
    return new Map(
      [...names].flatMap(([slug, known]) => {
        const versions = known
          .flatMap((name) => bySlug.get(name) ?? [])
          .toSorted((a, b) => b.stamp - a.stamp)
          .map(({ version }) => version)
        return versions.length === 0 ? [] : [[slug, [...new Set(versions)]]]
      }),
    )
  },

  /** Those of the newest 100 versions of the toolkit, and the one that the tool is of. */
  listNewestVersionsOfTools: async (
    project: Project,
    tools: readonly ToolInVersion[],
  ): Promise<Map<string, string[]>> => {
    const names = await namesOf(
      project,
      tools.map(({ definition }) => definition.slug),
    )
    const newest = await store.listNewestVersions(
      project.id,
      tools.map(({ toolkit }) => toolkit),
      mostVersions,
    )
    const versions = Map.groupBy(newest, ({ slug }) => slug)
    const rows = await store.listToolsInContents(
      newest.map(({ content_id }) => content_id),
      [...names.values()].flat(),
    )
    const contents = Map.groupBy(rows, ({ slug }) => slug)
    return new Map(
      tools.map(({ toolkit, version, definition: { slug } }) => {
        const holding = new Set(
          (names.get(slug) ?? [])
            .flatMap((name) => contents.get(name) ?? [])
            .map(({ content_id }) => content_id),
        )
        const held = (versions.get(toolkit) ?? [])
          .filter(({ content_id }) => holding.has(content_id))
          .map((row) => row.version)
        return [slug, [...new Set([...held, version])]]
      }),
    )
  },
})
