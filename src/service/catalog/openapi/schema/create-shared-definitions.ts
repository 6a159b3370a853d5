import type { Definitions, JsonSchema } from '../../definitions.ts'
import type { OpenApiDocument } from '../document/open-document.ts'
import { ImportProblem } from '../document/import-problem.ts'
import { resolveReference } from '../document/resolve-reference.ts'
import { convertSchema, type ConvertedSchema, type Direction } from './convert-schema.ts'
import { definitionName } from './definition-name.ts'

/**
 * The definitions that the tools of a description share: each component is converted once for
 * requests and once for answers. Treat them as read-only.
 */
export const createSharedDefinitions = (document: OpenApiDocument) => {
  const shared = {
    input: createCollection(document, 'input'),
    output: createCollection(document, 'output'),
  }
  return {
    /** Adds what a schema leads to, and returns the schema. Throws if any of it cannot be converted. */
    add: (converted: ConvertedSchema, direction: Direction): JsonSchema => {
      shared[direction].add(converted.references)
      return converted.schema
    },
    /** All that were added for this direction. */
    of: (direction: Direction): Definitions => shared[direction].definitions,
  }
}

/**
 * What tools share is read with the first of them, in one step of some 20 ms. The largest known
 * description has 2,200.
 */
const maximumDefinitions = 10_000

export type SharedDefinitions = ReturnType<typeof createSharedDefinitions>

const createCollection = (document: OpenApiDocument, direction: Direction) => {
  const definitions = new Map<string, JsonSchema>()
  /** Those that lead to nothing else than others of these. */
  const complete = new Set<string>()

  /** What became of each component: another operation may lead to one of a walk that failed. */
  const conversions = new Map<string, ConvertedSchema | { problem: unknown }>()

  const convert = (pointer: string): ConvertedSchema => {
    const known = conversions.get(pointer) ?? tryConvert(document, pointer, direction)
    conversions.set(pointer, known)
    if ('problem' in known) throw known.problem
    return known
  }

  /** From the first that exceeds the limit on: what is left would depend on the order of tools. */
  let isFull = false

  const takeRoom = (count: number): void => {
    isFull ||= definitions.size + count > maximumDefinitions
    if (!isFull) return
    throw new ImportProblem(
      `its schemas lead to more than ${maximumDefinitions.toLocaleString('en')} definitions, with those of the tools before it: import less at a time, with \`include\``,
    )
  }

  return {
    definitions: definitions as Definitions,
    add: (references: ReadonlySet<string>): void => {
      const reached = new Set([...references].filter((pointer) => !complete.has(pointer)))
      const found = new Map<string, JsonSchema>()
      for (const pointer of reached) {
        takeRoom(found.size + 1)
        const converted = convert(pointer)
        found.set(definitionName(pointer), converted.schema)
        for (const further of converted.references) if (!complete.has(further)) reached.add(further)
      }
      for (const pointer of reached) complete.add(pointer)
      for (const [name, schema] of found) definitions.set(name, schema)
    },
  }
}

// The pointer comes from a resolved `$ref`, so it resolves in one step.
const tryConvert = (
  document: OpenApiDocument,
  pointer: string,
  direction: Direction,
): ConvertedSchema | { problem: unknown } => {
  try {
    const { value } = resolveReference(document.root, { $ref: pointer })
    return convertSchema(document, value, direction)
  } catch (problem) {
    return { problem }
  }
}
