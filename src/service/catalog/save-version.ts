import { createHash } from 'node:crypto'
import type { ImportReport } from '../../contract/toolkits.ts'
import type { Clock } from '../platform/clock.ts'
import type { Handle } from '../platform/database/index.ts'
import type { Projects } from '../projects/index.ts'
import { claimSlugs } from './slug-owners/claim-slugs.ts'
import type { ToolDefinition, ToolkitDefinition } from './definitions.ts'
import { catalogStore, type ToolRow } from './store.ts'
import { absoluteServers } from './toolkit-servers.ts'

type Parts = { projects: Projects; clock: Clock }
type Difference = Omit<ImportReport['difference'], 'previous_version'>

/** Stores a toolkit as its next version, and returns the difference. */
export const saveVersion = async (
  parts: Parts,
  transaction: Handle,
  projectId: string,
  toolkit: ToolkitDefinition,
): Promise<{ version: string; difference: Difference }> => {
  const store = catalogStore(transaction)
  // First, since it serializes imports of the project: each counts the earlier ones.
  const stamp = await parts.projects.bumpCatalogStamp(transaction, projectId)
  await claimSlugs(store, projectId, toolkit)
  const now = parts.clock.now().toISOString()
  const version = await nextVersion(store, projectId, toolkit.slug, now)
  const previous = await store.findToolkit(projectId, toolkit.slug)
  const before = previous ? await store.listToolsOf(projectId, previous) : []

  const documents = toolkit.tools.map((definition) => ({ definition, ...toDocument(definition) }))
  await store.insertDocuments(
    documents.map(({ hash, document }) => ({
      project_id: projectId,
      toolkit_slug: toolkit.slug,
      hash,
      document,
    })),
  )
  await store.insertTools(
    documents.map(({ definition, hash }): ToolRow => ({
      project_id: projectId,
      toolkit_slug: toolkit.slug,
      version,
      slug: definition.slug,
      name: definition.name,
      description: definition.description,
      parameters: JSON.stringify(parameterNames(definition.inputParameters)),
      tags: JSON.stringify(definition.tags),
      scopes: JSON.stringify(definition.scopes),
      operation: definition.operation,
      hash,
    })),
  )

  await store.insertToolkitVersion({
    project_id: projectId,
    slug: toolkit.slug,
    version,
    definition: JSON.stringify(withServers(toolkit)),
    tools_count: toolkit.tools.length,
    stamp,
    created_at: now,
  })
  await store.upsertToolkit({
    project_id: projectId,
    slug: toolkit.slug,
    version,
    name: toolkit.name,
    created_at: now,
    updated_at: now,
  })
  return { version, difference: differenceTo(before, toolkit.tools) }
}

/** The tools that a list adds, removes and changes. */
export const differenceTo = (
  before: Pick<ToolRow, 'slug' | 'hash'>[],
  tools: ToolDefinition[],
): Difference => {
  const old = new Map(before.map(({ slug, hash }) => [slug, hash]))
  const now = new Map(tools.map((definition) => [definition.slug, toDocument(definition).hash]))
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
 * Copies the tools' servers into the definition, for readers that load the toolkit without its
 * tools.
 */
export const withServers = ({ tools, ...definition }: ToolkitDefinition) => ({
  ...definition,
  servers: absoluteServers(tools),
})

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

const parameterNames = (schema: Record<string, unknown>): string[] =>
  typeof schema['properties'] === 'object' && schema['properties'] !== null
    ? Object.keys(schema['properties'])
    : []

const toDocument = (definition: ToolDefinition): { document: string; hash: string } => {
  const document = JSON.stringify(definition)
  return { document, hash: createHash('sha256').update(document).digest('base64url') }
}
