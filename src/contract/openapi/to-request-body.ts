import type { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { toJsonSchema, type JsonSchema } from './to-json-schema.ts'

/** Describes a JSON body with its first example. It is optional if `{}` is valid. */
export const toRequestBody = (body: z.ZodType, aliases: Endpoint['aliases'] = {}) => {
  const { examples: _, ...schema } = toJsonSchema(body, 'input')
  const [example] = exampleOf(body)
  return {
    required: !body.safeParse({}).success,
    content: {
      'application/json': {
        schema: withAliases(schema, aliases),
        ...(example !== undefined && { example }),
      },
    },
  }
}

/**
 * Read from the zod schema, because the JSON Schema of the input loses the examples of a body with
 * a transformation.
 */
const exampleOf = (body: z.ZodType): unknown[] => {
  const examples = body.meta()?.['examples']
  return Array.isArray(examples) ? examples : []
}

/**
 * Adds the deprecated names of fields; in a union of objects, to each object that has the field.
 */
const withAliases = (schema: JsonSchema, aliases: NonNullable<Endpoint['aliases']>): JsonSchema => {
  if (Array.isArray(schema['oneOf']))
    return {
      ...schema,
      oneOf: schema['oneOf'].map((branch: JsonSchema) => withAliases(branch, aliases)),
    }
  if (Array.isArray(schema['anyOf']))
    return {
      ...schema,
      anyOf: schema['anyOf'].map((branch: JsonSchema) => withAliases(branch, aliases)),
    }
  return Object.entries(aliases).reduce(addAlias, schema)
}

const addAlias = (schema: JsonSchema, [old, name]: [string, string]): JsonSchema => {
  const properties = schema['properties'] as Record<string, JsonSchema> | undefined
  if (!properties || !(name in properties)) return schema
  return {
    ...schema,
    properties: {
      ...properties,
      [old]: { ...properties[name], deprecated: true, description: `Deprecated: use ${name}` },
    },
    ...requireEither(schema, old, name),
  }
}

/** Accepts a required field under its deprecated name too. */
const requireEither = ({ required, allOf }: JsonSchema, old: string, name: string): JsonSchema => {
  if (!Array.isArray(required) || !required.includes(name)) return {}
  return {
    required: required.filter((field) => field !== name),
    allOf: [
      ...(Array.isArray(allOf) ? allOf : []),
      { anyOf: [{ required: [name] }, { required: [old] }] },
    ],
  }
}
