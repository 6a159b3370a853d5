import type { JsonSchema } from '../../../../schema/index.ts'
import { isObject } from '../../../../schema/json-schema.ts'
import { jsonTypeOf } from './type-names.ts'

/** Converts BFCL's parameter schema to JSON Schema. Unknown types are omitted and reported. */
export const toInputSchema = (
  parameters: Record<string, unknown>,
): { schema: JsonSchema; unknownTypes: string[] } => {
  const unknownTypes = new Set<string>()
  const convert = (value: unknown): unknown => {
    if (!isObject(value)) return value
    return Object.fromEntries(
      Object.entries(value).flatMap(([keyword, content]) => {
        if (keyword === 'type' && typeof content === 'string') return toType(content)
        if (keyword === 'properties' && isObject(content))
          return [
            [
              keyword,
              Object.fromEntries(
                Object.entries(content).map(([name, inner]) => [name, convert(inner)]),
              ),
            ],
          ]
        if (withSchema.has(keyword)) return [[keyword, convert(content)]]
        return [[keyword, content]]
      }),
    )
  }
  const toType = (name: string): [string, unknown][] => {
    const known = jsonTypeOf(name)
    if (known === undefined) unknownTypes.add(name)
    return known ? [['type', known]] : []
  }
  return { schema: convert(parameters) as JsonSchema, unknownTypes: [...unknownTypes] }
}

const withSchema = new Set(['items', 'additionalProperties'])
