import { LRUCache } from 'lru-cache'
import { inBatches } from '../platform/in-batches.ts'
import type { Project } from '../endpoint/index.ts'
import type { ToolkitDefinition } from './definitions.ts'
import type { catalogStore } from './store.ts'
import { readToolkitDefinition } from './stored-definitions.ts'

/** A toolkit in one of its versions, without its tools. */
export type Toolkit = {
  version: string
  createdAt: string
  updatedAt: string
  toolsCount: number
  /** The `catalogStamp` of the project when this version was created. */
  stamp: number
  definition: Omit<ToolkitDefinition, 'tools'>
}

type Store = Pick<
  ReturnType<typeof catalogStore>,
  'listToolkitHeads' | 'listLatestVersions' | 'listVersionsAt'
>
type Known = { stamp: number; toolkits: Map<string, Toolkit>; newest: number }

/** Definitions read before other requests get a turn. */
const batch = 100
/**
 * Limit of all projects together. A toolkit in several maps counts in each, though they share it.
 */
const maximumKept = 200_000
const stampsKept = 50

/**
 * The toolkits of projects by slug, in alphabetical order.
 *
 * Unchanged toolkits are not read again: an import costs the same with three toolkits as with three
 * thousand.
 */
export const createLatestToolkits = (store: Store, toToolkit: ToToolkit) => {
  const kept = new LRUCache<string, Known>({
    maxSize: maximumKept,
    sizeCalculation: ({ toolkits }) => Math.min(toolkits.size + 1, maximumKept),
  })
  const loading = new Map<string, Promise<Known>>()
  const earlier = new WeakMap<Map<string, Toolkit>, LRUCache<number, Map<string, Toolkit>>>()

  const load = async (project: Project): Promise<Known> => {
    const before = kept.get(project.id)?.toolkits
    const heads = await store.listToolkitHeads(project.id)
    const changed = heads.filter(({ slug, version }) => before?.get(slug)?.version !== version)
    const read = await inBatches(
      changed.map(({ slug }) => slug),
      (slugs) => store.listLatestVersions(project.id, slugs),
      batch,
    )
    const fresh = new Map(read.map((row) => [row.slug, toToolkit(row, row)]))
    const toolkits = new Map(
      heads.flatMap(({ slug }) =>
        [fresh.get(slug) ?? before?.get(slug)].flatMap((toolkit) =>
          toolkit ? [[slug, toolkit] as const] : [],
        ),
      ),
    )
    const known = {
      stamp: project.catalogStamp,
      toolkits,
      newest: [...toolkits.values()].reduce((newest, { stamp }) => Math.max(newest, stamp), 0),
    }
    kept.set(project.id, known)
    return known
  }

  const latest = async (project: Project): Promise<Known> => {
    const known = kept.get(project.id)
    if (known && known.stamp >= project.catalogStamp) return known
    const key = `${project.id} ${project.catalogStamp}`
    const underWay = loading.get(key) ?? load(project).finally(() => loading.delete(key))
    loading.set(key, underWay)
    return underWay
  }

  return {
    /** Every toolkit in its latest version. */
    list: async (project: Project): Promise<Map<string, Toolkit>> =>
      (await latest(project)).toolkits,

    /** Every toolkit in its latest version as of the project's stamp `stamp`. */
    listAt: async (project: Project, stamp: number): Promise<Map<string, Toolkit>> => {
      const { toolkits, newest } = await latest(project)
      if (newest <= stamp) return toolkits
      const stamps =
        earlier.get(toolkits) ?? new LRUCache<number, Map<string, Toolkit>>({ max: stampsKept })
      earlier.set(toolkits, stamps)
      const known = stamps.get(stamp)
      if (known) return known
      const changed = [...toolkits].flatMap(([slug, toolkit]) =>
        toolkit.stamp <= stamp ? [] : [slug],
      )
      const rows = new Map(
        (
          await inBatches(changed, (slugs) => store.listVersionsAt(project.id, slugs, stamp), batch)
        ).map((row) => [row.slug, row]),
      )
      const then = new Map<string, Toolkit>()
      for (const [slug, toolkit] of toolkits) {
        const row = rows.get(slug)
        if (toolkit.stamp <= stamp) then.set(slug, toolkit)
        else if (row)
          then.set(
            slug,
            toToolkit(row, { created_at: toolkit.createdAt, updated_at: row.created_at }),
          )
      }
      stamps.set(stamp, then)
      return then
    },
  }
}

type VersionRow = { version: string; definition: string; tools_count: number; stamp: number }

export type ToToolkit = (
  row: VersionRow,
  times: { created_at: string; updated_at: string },
) => Toolkit

/** Reads stored versions. Only the path of a logo is stored: where this service is may change. */
export const createToToolkit =
  (publicUrl: () => string): ToToolkit =>
  (row, times) => {
    const { logo: path, ...definition } = readToolkitDefinition(row.definition, row.version)
    return {
      version: row.version,
      createdAt: times.created_at,
      updatedAt: times.updated_at,
      toolsCount: row.tools_count,
      stamp: row.stamp,
      definition: { ...definition, ...(path !== undefined && { logo: `${publicUrl()}${path}` }) },
    }
  }
