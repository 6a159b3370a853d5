import { createHash } from 'node:crypto'
import type { ImportReport } from '../../contract/toolkits.ts'
import type { Clock } from '../platform/clock.ts'
import type { Handle } from '../platform/database/index.ts'
import type { Projects } from '../projects/index.ts'
import { createPause } from './openapi/create-pause.ts'
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
  const previous = await store.findToolkit(projectId, toolkit.slug)
  await claimSlugs(store, projectId, toolkit, { isNew: !previous })
  const now = parts.clock.now().toISOString()
  const version = await nextVersion(store, projectId, toolkit.slug, now)
  const before = previous ? await store.listToolsOf(projectId, previous) : []

  await store.insertDocuments(
    typesOf(toolkit).map((types) => ({
      project_id: projectId,
      toolkit_slug: toolkit.slug,
      ...types,
    })),
  )
  await insertTools(store, projectId, version, toolkit)
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

/** Other requests get a turn between the batches, since the documents may be large. */
const toolsPerBatch = 50

const insertTools = async (
  store: ReturnType<typeof catalogStore>,
  projectId: string,
  version: string,
  { slug, tools }: ToolkitDefinition,
): Promise<void> => {
  const pause = createPause()
  const owner = { project_id: projectId, toolkit_slug: slug }
  for (let start = 0; start < tools.length; start += toolsPerBatch) {
    const documents: { definition: ToolDefinition; document: string; hash: string }[] = []
    for (const definition of tools.slice(start, start + toolsPerBatch)) {
      documents.push({ definition, ...toDocument(definition) })
      await pause()
    }
    await store.insertDocuments(
      documents.map(({ hash, document }) => ({ ...owner, hash, document })),
    )
    await store.insertTools(
      documents.map(({ definition, hash }): ToolRow => ({
        ...owner,
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
  }
}

/** The tools that a list adds, removes and changes. A renamed tool is a changed one. */
export const differenceTo = (
  before: Pick<ToolRow, 'slug' | 'operation' | 'hash'>[],
  tools: ToolDefinition[],
): Difference => {
  const present = new Map(tools.map(({ operation, slug }) => [operation, slug]))
  const isKept = new Set(tools.map(({ slug }) => slug))
  const slugNow = ({ operation, slug }: Pick<ToolRow, 'slug' | 'operation'>) =>
    isKept.has(slug) ? slug : (present.get(operation) ?? slug)
  const old = new Map(before.map((row) => [slugNow(row), row.hash]))
  const now = new Map(tools.map((definition) => [definition.slug, hashOf(definition)]))
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
export const withServers = ({ tools, graphQlTypes, ...definition }: ToolkitDefinition) => ({
  ...definition,
  ...(graphQlTypes && { graphQlTypes: { hash: graphQlTypes.hash } }),
  servers: absoluteServers(tools),
  ...featuredOf(tools),
})

const featuredOf = (tools: ToolkitDefinition['tools']): { featured?: string[] } => {
  const featured = tools.flatMap((tool) => (tool.featured ? [tool.slug] : []))
  return featured.length === 0 ? {} : { featured }
}

const typesOf = ({ graphQlTypes }: ToolkitDefinition): { hash: string; document: string }[] =>
  graphQlTypes?.document === undefined
    ? []
    : [{ hash: graphQlTypes.hash, document: graphQlTypes.document }]

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

/** Definitions are not changed once they are complete, so each is hashed once. */
const knownHashes = new WeakMap<ToolDefinition, string>()

const hashOf = (definition: ToolDefinition): string =>
  knownHashes.get(definition) ?? toDocument(definition).hash

const toDocument = (definition: ToolDefinition): { document: string; hash: string } => {
  const document = JSON.stringify(definition)
  const hash = createHash('sha256').update(document).digest('base64url')
  knownHashes.set(definition, hash)
  return { document, hash }
}
