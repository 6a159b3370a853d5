import { createHash } from 'node:crypto'
import { createId } from '../../platform/ids.ts'
import type { ToolkitDefinition } from '../definitions.ts'
import { createYielder } from '../../platform/create-yielder.ts'
import type { catalogStore, ToolRow } from '../store.ts'
import type { Tables } from '../tables.ts'
import { saveDefinitions } from './save-definitions.ts'
import { digestOf, toDocument, toNames } from './stored-tool.ts'
import { withServers } from './with-servers.ts'

type Store = ReturnType<typeof catalogStore>

/**
 * Saves what a version of a toolkit holds, and returns its id. A content without an owner is shared:
 * it is stored only once, and kept as long as versions refer to it.
 */
export const saveContent = async (
  store: Store,
  toolkit: ToolkitDefinition,
  owner: string | undefined,
): Promise<string> => {
  const definition = JSON.stringify(withServers(toolkit))
  const address = owner === undefined ? await toAddress(definition, toolkit) : null
  const id = createId('tkc_')
  const content = { id, owner: owner ?? id }
  for (;;) {
    const known = address === null ? undefined : await store.lockContentAt(address)
    if (known) return known.id
    const isNew = await store.insertContent({
      id,
      address,
      owner_id: content.owner,
      toolkit_slug: toolkit.slug,
      definition,
      tools_count: toolkit.tools.length,
      unused_at: null,
    })
    // Otherwise another project has stored the same in the meantime.
    if (isNew) break
  }
  await store.insertDocuments(
    typesOf(toolkit).map((types) => ({
      owner_id: content.owner,
      toolkit_slug: toolkit.slug,
      ...types,
    })),
  )
  await insertTools(store, content, toolkit)
  return id
}

/** The same for imports that make the same toolkit. */
export const fingerprintOf = ({ mcp: _sealed, ...toolkit }: ToolkitDefinition): Promise<string> =>
  toAddress(JSON.stringify(withServers(toolkit)), toolkit)

/** Names the content of a version: contents with equal addresses are equal. */
const toAddress = async (
  definition: string,
  { tools }: Pick<ToolkitDefinition, 'tools'>,
): Promise<string> => {
  const hash = createHash('sha256').update(definition)
  const names = await toNames(tools)
  for (const name of names.toSorted((a, b) => (a.slug < b.slug ? -1 : 1)))
    hash.update(`\n${name.hash}`)
  return hash.digest('base64url')
}

/** Other requests get a turn between the batches, since the documents may be large. */
const toolsPerBatch = 50

const insertTools = async (
  store: Store,
  content: { id: string; owner: string },
  { slug, tools }: ToolkitDefinition,
): Promise<void> => {
  const yieldIfDue = createYielder()
  const owner = { owner_id: content.owner, toolkit_slug: slug }
  const sets = await saveDefinitions(store, owner, tools)
  for (let start = 0; start < tools.length; start += toolsPerBatch) {
    const documents: Tables['tool_documents'][] = []
    const rows: ToolRow[] = []
    for (const definition of tools.slice(start, start + toolsPerBatch)) {
      const { hash, uses } = await digestOf(definition)
      documents.push({ ...owner, hash, document: toDocument(definition) })
      rows.push({
        content_id: content.id,
        slug: definition.slug,
        name: definition.name,
        description: definition.description,
        parameters: JSON.stringify(parameterNames(definition.inputParameters)),
        tags: JSON.stringify(definition.tags),
        scopes: JSON.stringify(definition.scopes),
        operation: definition.operation,
        hash,
        definitions: toSets(uses, sets),
      })
      await yieldIfDue()
    }
    await store.insertDocuments(documents)
    await store.insertTools(rows)
  }
}

/** The sets in which the references of its schemas are looked up. */
const toSets = (
  uses: Awaited<ReturnType<typeof digestOf>>['uses'],
  sets: Awaited<ReturnType<typeof saveDefinitions>>,
): string | null => {
  const used = uses.map(([direction, definitions]) => [direction, sets.get(definitions)])
  return used.length === 0 ? null : JSON.stringify(Object.fromEntries(used))
}

const typesOf = ({ graphQlTypes }: ToolkitDefinition): { hash: string; document: string }[] =>
  graphQlTypes?.document === undefined
    ? []
    : [{ hash: graphQlTypes.hash, document: graphQlTypes.document }]

const parameterNames = (schema: Record<string, unknown>): string[] =>
  typeof schema['properties'] === 'object' && schema['properties'] !== null
    ? Object.keys(schema['properties'])
    : []
