import { z } from 'zod'
import { storedJson } from '../../platform/stored-json.ts'

/** What is known of a definition without reading it. */
export type Member = {
  name: string
  /** Of its JSON, by which it is stored. */
  hash: string
  characters: number
  type: string | readonly string[] | undefined
  /** Positions of the definitions that it refers to. */
  references: readonly number[]
}

/** The definitions that tools share, in the order of their names, and how they refer to each other. */
export type DefinitionSet = {
  members: readonly Member[]
  positions: ReadonlyMap<string, number>
}

export const toDefinitionSet = (members: readonly Member[]): DefinitionSet => ({
  members,
  positions: new Map(members.map(({ name }, position) => [name, position])),
})

/**
 * The members that these names lead to, also through others: the nearest first, and until they have
 * the maximum of characters together.
 */
export const reach = (
  { members, positions }: DefinitionSet,
  names: readonly string[],
  maximumCharacters = Number.POSITIVE_INFINITY,
): Member[] => {
  // A set keeps the order in which its values were added.
  const reached = new Set(names.flatMap((name) => positions.get(name) ?? []))
  const found: Member[] = []
  let characters = 0
  for (const position of reached) {
    const member = members[position] as Member
    characters += member.characters
    if (characters > maximumCharacters) break
    found.push(member)
    for (const reference of member.references) reached.add(reference)
  }
  return found
}

/** The characters of all definitions that these names lead to. */
export const charactersOf = (set: DefinitionSet, names: readonly string[]): number =>
  reach(set, names).reduce((sum, { characters }) => sum + characters, 0)

/** The stored form of a set. */
export const writeDefinitionSet = ({ members }: DefinitionSet): string =>
  JSON.stringify(
    members.map(({ name, hash, characters, references, type }) => [
      name,
      hash,
      characters,
      references,
      type ?? null,
    ]),
  )

const readMembers = storedJson(
  'tool_documents.document',
  z.array(
    z.tuple([
      z.string(),
      z.string(),
      z.number(),
      z.array(z.number()),
      z.union([z.string(), z.array(z.string()), z.null()]),
    ]),
  ),
)

export const readDefinitionSet = (document: string, id: string): DefinitionSet =>
  toDefinitionSet(
    readMembers(document, id).map(([name, hash, characters, references, type]) => ({
      name,
      hash,
      characters,
      references,
      type: type ?? undefined,
    })),
  )
