import { hash } from 'node:crypto'
import { toType } from '../../../schema/outline-schema.ts'
import type { Definitions } from '../definitions.ts'
import { keptWith } from '../../platform/kept-with.ts'
import { createYielder } from '../../platform/create-yielder.ts'
import { connectedComponents } from './connected-components.ts'
import { toDefinitionSet, type DefinitionSet, type Member } from './definition-set.ts'
import { referencesIn } from './references-in.ts'

export type IndexedDefinitions = {
  set: DefinitionSet
  /** The members as they are stored. */
  documents: readonly string[]
  /** By name: a hash of the definition and of all that it leads to. */
  hashes: ReadonlyMap<string, string>
}

const known = new WeakMap<Definitions, Promise<IndexedDefinitions>>()

/**
 * Which definitions refer to which, and their hashes. Each is serialized once; definitions that are
 * complete do not change. Works in slices, so that the service stays responsive.
 */
export const indexDefinitions = (definitions: Definitions): Promise<IndexedDefinitions> =>
  keptWith(known, definitions, index)

const index = async (definitions: Definitions): Promise<IndexedDefinitions> => {
  const yieldIfDue = createYielder()
  const names = [...definitions.keys()].toSorted()
  const positions = new Map(names.map((name, position) => [name, position]))
  const members: Member[] = []
  const documents: string[] = []
  for (const name of names) {
    const definition = definitions.get(name) ?? {}
    const text = JSON.stringify(definition)
    members.push({
      name,
      hash: sha256(text),
      characters: text.length,
      type: toType(definition),
      references: referencesIn(text).flatMap((reference) => positions.get(reference) ?? []),
    })
    documents.push(text)
    await yieldIfDue()
  }
  const set = toDefinitionSet(members)
  return { set, documents, hashes: hashesIn(set) }
}

/** Definitions that lead to each other change together. */
const hashesIn = ({ members }: DefinitionSet): Map<string, string> => {
  const hashes = new Map<string, string>()
  for (const component of connectedComponents(members.map(({ references }) => references))) {
    const own = component.toSorted((one, other) => one - other).map((node) => members[node])
    const componentHash = sha256(
      JSON.stringify(
        own.map((member) => [
          member?.name,
          member?.hash,
          // Those of the same component have no hash yet, and are in this list.
          member?.references.map((node) => hashes.get(members[node]?.name ?? '') ?? null),
        ]),
      ),
    )
    for (const member of own)
      if (member) hashes.set(member.name, sha256(`${componentHash} ${member.name}`))
  }
  return hashes
}

const sha256 = (text: string): string => hash('sha256', text, 'base64url')
