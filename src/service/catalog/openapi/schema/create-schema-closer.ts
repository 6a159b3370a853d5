import type { JsonSchema } from '../../definitions.ts'
import type { OpenApiDocument } from '../document/open-document.ts'
import { resolveReference } from '../document/resolve-reference.ts'
import { convertSchema, type ConvertedSchema, type Direction } from './convert-schema.ts'
import { definitionName } from './definition-name.ts'

/**
 * Characters of the definitions of one answer. In some APIs every object leads to every other: each
 * answer of Stripe would hold 600,000 characters, which no model reads.
 */
const longestOutput = 65_536

const outlined = `Of some answers only the nearest definitions are kept, ${longestOutput.toLocaleString('en')} characters of them; others are described by their type`

type Definition = ConvertedSchema & { name: string; characters: number; outline: JsonSchema }

/**
 * Adds the definitions that a schema references, under `$defs`, and no others.
 *
 * Arguments are described completely. Of a long answer, the definitions that are the most
 * references away from it are reduced to their type.
 *
 * Each component is converted once per import and shared by the schemas of all tools: treat the
 * result as read-only.
 */
export const createSchemaCloser = (document: OpenApiDocument) => {
  const definitions = {
    input: new Map<string, Definition>(),
    output: new Map<string, Definition>(),
  }

  const definition = (pointer: string, direction: Direction): Definition => {
    const known = definitions[direction].get(pointer)
    if (known) return known
    const converted = convertSchema(document, resolve(pointer), direction)
    const { schema } = converted
    const made = {
      ...converted,
      name: definitionName(pointer),
      characters: direction === 'output' ? JSON.stringify(schema).length : 0,
      outline: schema.type === undefined ? {} : { type: schema.type },
    }
    definitions[direction].set(pointer, made)
    return made
  }

  // The pointer comes from a resolved `$ref`, so it resolves in one step.
  const resolve = (pointer: string): unknown =>
    resolveReference(document.root, { $ref: pointer }).value

  return ({ schema, references }: ConvertedSchema, direction: Direction): JsonSchema => {
    if (references.size === 0) return schema
    const reached = new Map<string, JsonSchema>()
    let characters = 0
    // A set keeps the order in which references were found, so the nearest come first.
    const waiting = new Set(references)
    for (const pointer of waiting) {
      const found = definition(pointer, direction)
      if (reached.has(found.name)) continue
      if (characters + found.characters > longestOutput) {
        reached.set(found.name, found.outline)
        document.notes.add(outlined)
        continue
      }
      characters += found.characters
      reached.set(found.name, found.schema)
      for (const further of found.references) waiting.add(further)
    }
    return {
      ...schema,
      $defs: Object.fromEntries([...reached].sort(([one], [other]) => (one < other ? -1 : 1))),
    }
  }
}

export type SchemaCloser = ReturnType<typeof createSchemaCloser>
