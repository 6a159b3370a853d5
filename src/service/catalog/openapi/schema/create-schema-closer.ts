import type { JsonSchema } from '../../definitions.ts'
import type { OpenApiDocument } from '../document/open-document.ts'
import { resolveReference } from '../document/resolve-reference.ts'
import { convertSchema, type ConvertedSchema, type Direction } from './convert-schema.ts'
import { definitionName } from './definition-name.ts'

/**
 * Adds the definitions that a schema references, under `$defs`, and no others.
 *
 * Each component is converted once per import and shared by the schemas of all tools: treat the
 * result as read-only.
 */
export const createSchemaCloser = (document: OpenApiDocument) => {
  const definitions = {
    input: new Map<string, ConvertedSchema>(),
    output: new Map<string, ConvertedSchema>(),
  }

  const definition = (pointer: string, direction: Direction): ConvertedSchema => {
    const known = definitions[direction].get(pointer)
    if (known) return known
    const converted = convertSchema(document, resolve(pointer), direction)
    definitions[direction].set(pointer, converted)
    return converted
  }

  // The pointer comes from a resolved `$ref`, so it resolves in one step.
  const resolve = (pointer: string): unknown =>
    resolveReference(document.root, { $ref: pointer }).value

  return ({ schema, references }: ConvertedSchema, direction: Direction): JsonSchema => {
    const reached = new Map<string, JsonSchema>()
    const waiting = [...references]
    for (let pointer = waiting.pop(); pointer !== undefined; pointer = waiting.pop()) {
      const name = definitionName(pointer)
      if (reached.has(name)) continue
      const { schema: shared, references: further } = definition(pointer, direction)
      reached.set(name, shared)
      waiting.push(...further)
    }
    if (reached.size === 0) return schema
    return {
      ...schema,
      $defs: Object.fromEntries([...reached].sort(([one], [other]) => (one < other ? -1 : 1))),
    }
  }
}

export type SchemaCloser = ReturnType<typeof createSchemaCloser>
