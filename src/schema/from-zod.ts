import { isObject, type JsonObject, type JsonSchema } from './json-schema.ts'
import { z } from 'zod'
import { cloneSchema } from './clone-schema.ts'
import { fromZod3, isZod3 } from './from-zod3.ts'
import { fromStandardSchema, isStandardSchema } from './standard-schema.ts'

/**
 * The JSON Schema of what a custom tool declares as its input: a zod 4 schema (`zod/mini` too), a
 * zod 3 schema, a schema of another library that follows Standard Schema and tells its JSON Schema,
 * or a JSON Schema.
 *
 * Describes what goes in, before transforms and defaults. Throws when a schema says something JSON
 * Schema cannot, rather than answering with one that accepts anything.
 *
 * @example
 * fromZod(z.object({ city: z.string() }))
 */
export const fromZod = (schema: unknown): JsonSchema => {
  if (isZod4(schema)) return fromZod4(schema)
  if (isZod3(schema)) return fromZod3(schema)
  if (isStandardSchema(schema)) return fromStandardSchema(schema)
  if (typeof schema === 'boolean') return schema
  if (isPlainObject(schema)) return fromJsonSchema(schema)
  throw new TypeError(`${describe(schema)} is no schema; ${accepted}`)
}

const accepted =
  'give a zod 4 schema, a zod 3 schema, a Standard Schema that tells its JSON Schema, or a JSON Schema (a plain object or a boolean)'

const isZod4 = (schema: unknown): schema is z.core.$ZodType =>
  typeof schema === 'object' && schema !== null && '_zod' in schema

const fromZod4 = (schema: z.core.$ZodType): JsonSchema => {
  try {
    // As a plain object, without zod's hidden extras such as `~standard`.
    return { ...z.toJSONSchema(schema, { io: 'input' }) }
  } catch (error) {
    throw new TypeError(`This zod schema can't be said in JSON Schema: ${messageOf(error)}`, {
      cause: error,
    })
  }
}

const fromJsonSchema = (schema: JsonObject): JsonSchema => {
  const member = Object.keys(schema).find(
    (key) => isZod4(schema[key]) || isZod3(schema[key]) || isStandardSchema(schema[key]),
  )
  if (member !== undefined)
    throw new TypeError(
      `A plain object with a schema of a library in it ("${member}") is no schema; wrap it in z.object({ … }), or ${accepted}`,
    )
  try {
    return cloneSchema(schema)
  } catch (error) {
    throw new TypeError(
      `A JSON Schema holds only JSON values, but this one can't be copied: ${messageOf(error)}`,
      { cause: error },
    )
  }
}

const isPlainObject = (value: unknown): value is JsonObject => {
  if (!isObject(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

const describe = (value: unknown): string => {
  if (value === null || value === undefined) return String(value)
  if (Array.isArray(value)) return 'An array'
  if (typeof value === 'object')
    return `An instance of ${value.constructor?.name || 'an unnamed class'}`
  return `A ${typeof value}`
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)
