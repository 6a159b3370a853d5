import { hash } from 'node:crypto'
import type { Definitions, ToolDefinition } from '../definitions.ts'
import { createYielder } from '../../platform/create-yielder.ts'
import { writeDefinitionSet } from '../shared-definitions/definition-set.ts'
import {
  indexDefinitions,
  type IndexedDefinitions,
} from '../shared-definitions/index-definitions.ts'
import type { catalogStore } from '../store.ts'
import { digestOf } from './stored-tool.ts'

type Store = Pick<ReturnType<typeof catalogStore>, 'insertDocuments'>

/** Other requests get a turn between the batches. */
const charactersPerBatch = 200_000

/**
 * Stores each definition that tools share once, by its hash, and what refers to what as a set of its
 * own. Returns the hash of each set.
 */
export const saveDefinitions = async (
  store: Store,
  owner: { owner_id: string; toolkit_slug: string },
  tools: readonly ToolDefinition[],
): Promise<ReadonlyMap<Definitions, string>> => {
  const used = new Set<Definitions>()
  for (const tool of tools)
    for (const [, definitions] of (await digestOf(tool)).uses) used.add(definitions)
  const hashes = new Map<Definitions, string>()
  for (const definitions of used) {
    const indexed = await indexDefinitions(definitions)
    const document = writeDefinitionSet(indexed.set)
    const setHash = hash('sha256', document, 'base64url')
    hashes.set(definitions, setHash)
    await saveMembers(store, owner, indexed)
    await store.insertDocuments([{ ...owner, hash: setHash, document }])
  }
  return hashes
}

const saveMembers = async (
  store: Store,
  owner: { owner_id: string; toolkit_slug: string },
  { set, documents }: IndexedDefinitions,
): Promise<void> => {
  const yieldIfDue = createYielder()
  let batch: Parameters<Store['insertDocuments']>[0] = []
  let characters = 0
  for (const [position, { hash: memberHash }] of set.members.entries()) {
    const document = documents[position] as string
    batch.push({ ...owner, hash: memberHash, document })
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
