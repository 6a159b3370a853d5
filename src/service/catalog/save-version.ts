import type { ImportReport } from '../../contract/toolkits.ts'
import type { Clock } from '../platform/clock.ts'
import type { Handle } from '../platform/database/index.ts'
import type { Projects } from '../projects/index.ts'
import { saveContent } from './contents/save-content.ts'
import { toNames, type ToolName } from './contents/stored-tool.ts'
import { claimSlugs } from './slug-owners/claim-slugs.ts'
import type { ToolkitDefinition } from './definitions.ts'
import { catalogStore } from './store.ts'

type Parts = { projects: Projects; clock: Clock }
type Difference = Omit<ImportReport['difference'], 'previous_version'>

type NewVersion = Pick<ToolkitDefinition, 'slug' | 'name' | 'triggers'> & {
  tools: readonly Omit<ToolName, 'hash'>[]
}

/** What a version holds, stored. */
type Content = { id: string; tools: readonly ToolName[] }

type Saved = { version: string; contentId: string; difference: Difference }

/**
 * Stores a toolkit as its next version, and returns the difference. With `isShared` its content is
 * stored once for all projects.
 */
export const saveVersion = (
  parts: Parts,
  transaction: Handle,
  projectId: string,
  toolkit: ToolkitDefinition,
  { isShared = false }: { isShared?: boolean } = {},
): Promise<Saved> =>
  addVersion(parts, transaction, projectId, toolkit, async (store) => ({
    id: await saveContent(store, toolkit, isShared ? undefined : projectId),
    tools: await toNames(toolkit.tools),
  }))

/** Adds the next version of a toolkit, with the content that `findContent` saves or finds. */
export const addVersion = async (
  parts: Parts,
  transaction: Handle,
  projectId: string,
  { slug, name, triggers, tools }: NewVersion,
  findContent: (store: ReturnType<typeof catalogStore>) => Promise<Content>,
): Promise<Saved> => {
  const store = catalogStore(transaction)
  // First, since it serializes imports of the project: each counts the earlier ones.
  const stamp = await parts.projects.bumpCatalogStamp(transaction, projectId)
  const previous = await store.findToolkit(projectId, slug)
  await claimSlugs(store, projectId, { slug, triggers, tools }, { isNew: !previous })
  const now = parts.clock.now().toISOString()
  const version = await nextVersion(store, projectId, slug, now)
  const before = previous ? await store.listToolsOf(projectId, previous) : []

  const content = await findContent(store)
  if (previous) await store.supersedeVersion(projectId, previous, now)
  await store.insertToolkitVersion({
    project_id: projectId,
    slug,
    version,
    content_id: content.id,
    stamp,
    created_at: now,
    superseded_at: null,
  })
  await store.upsertToolkit({
    project_id: projectId,
    slug,
    version,
    name,
    created_at: now,
    updated_at: now,
  })
  return { version, contentId: content.id, difference: differenceTo(before, content.tools) }
}

/** The tools that a list adds, removes and changes. A renamed tool is a changed one. */
export const differenceTo = (
  before: readonly ToolName[],
  tools: readonly ToolName[],
): Difference => {
  const present = new Map(tools.map(({ operation, slug }) => [operation, slug]))
  const isKept = new Set(tools.map(({ slug }) => slug))
  const slugNow = ({ operation, slug }: ToolName) =>
    isKept.has(slug) ? slug : (present.get(operation) ?? slug)
  const old = new Map(before.map((row) => [slugNow(row), row.hash]))
  const now = new Map(tools.map(({ slug, hash }) => [slug, hash]))
  const kept = [...now.keys()].filter((slug) => old.has(slug))
  const changed = kept.filter((slug) => old.get(slug) !== now.get(slug))
  return {
    added: [...now.keys()].filter((slug) => !old.has(slug)),
    removed: [...old.keys()].filter((slug) => !now.has(slug)),
    changed,
    unchanged: kept.length - changed.length,
  }
}

/**
 * `20261121_00`, `20261121_01`, …: never reused, even after the toolkit was deleted, since clients
 * remember versions.
 */
const nextVersion = async (
  store: ReturnType<typeof catalogStore>,
  projectId: string,
  slug: string,
  now: string,
): Promise<string> => {
  const count = await store.countImportsOfDay(projectId, slug, now.slice(0, 10))
  return `${now.slice(0, 10).replaceAll('-', '')}_${String(count).padStart(2, '0')}`
}
