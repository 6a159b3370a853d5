import { createHash } from 'node:crypto'
import type { Definitions, ToolDefinition } from '../definitions.ts'
import { createYielder } from '../../platform/create-yielder.ts'
import { writeDefinitionSet } from '../shared-definitions/definition-set.ts'
import { indexDefinitions } from '../shared-definitions/index-definitions.ts'
import type { catalogStore } from '../store.ts'
import { sharedBy } from './stored-tool.ts'

type Store = Pick<ReturnType<typeof catalogStore>, 'insertDocuments'>

/** Other requests get a turn between the batches. */
const charactersPerBatch = 200_000

/**
 * Stores each definition that tools share once, by its hash, and what refers to what as a set of its
 * own. Returns the hash of each set. The tools have names.
 */
export const saveDefinitions = async (
  store: Store,
  owner: { owner_id: string; toolkit_slug: string },
  tools: readonly ToolDefinition[],
): Promise<ReadonlyMap<Definitions, string>> => {
  const all = new Set(tools.flatMap((tool) => sharedBy(tool).map(([, definitions]) => definitions)))
  const hashes = new Map<Definitions, string>()
  for (const definitions of all) {
    const { set } = await indexDefinitions(definitions)
    const document = writeDefinitionSet(set)
    const hash = createHash('sha256').update(document).digest('base64url')
    hashes.set(definitions, hash)
    await saveMembers(store, owner, definitions)
    await store.insertDocuments([{ ...owner, hash, document }])
  }
  return hashes
}

const saveMembers = async (
  store: Store,
  owner: { owner_id: string; toolkit_slug: string },
  definitions: Definitions,
): Promise<void> => {
  const yieldIfDue = createYielder()
  const { set } = await indexDefinitions(definitions)
  let batch: Parameters<Store['insertDocuments']>[0] = []
  let characters = 0
  for (const { name, hash } of set.members) {
    const document = JSON.stringify(definitions.get(name))
    batch.push({ ...owner, hash, document })
    characters += document.length
    if (characters > charactersPerBatch) {
      await store.insertDocuments(batch)
      batch = []
      characters = 0
    }
    await yieldIfDue()
  }
  await store.insertDocuments(batch)
}
