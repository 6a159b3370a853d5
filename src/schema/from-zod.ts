import { isObject, type JsonObject, type JsonSchema } from './json-schema.ts'
import { z } from 'zod'
import { cloneSchema } from './clone-schema.ts'
import { fromZod3, isZod3 } from './from-zod3.ts'
import { fromStandardSchema, isStandardSchema } from './standard-schema.ts'

/**
 * Returns the JSON Schema of a custom tool's input: a zod 4 schema (also `zod/mini`), a zod 3
 * schema, a schema of another library that implements Standard Schema and provides its JSON Schema,
 * or a JSON Schema.
 *
 * Describes the input before transforms and defaults. Throws if JSON Schema cannot express the
 * schema, instead of returning one that accepts anything.
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
  throw new TypeError(`${describe(schema)} is not a schema; ${accepted}`)
}

const accepted =
  'pass a zod 4 schema, a zod 3 schema, a Standard Schema that provides its JSON Schema, or a JSON Schema (a plain object or a boolean)'

const isZod4 = (schema: unknown): schema is z.core.$ZodType =>
  typeof schema === 'object' && schema !== null && '_zod' in schema

const fromZod4 = (schema: z.core.$ZodType): JsonSchema => {
  try {
    // A plain object without zod's hidden additions such as `~standard`.
    return { ...z.toJSONSchema(schema, { io: 'input' }) }
  } catch (error) {
    throw new TypeError(`This zod schema cannot be expressed in JSON Schema: ${messageOf(error)}`, {
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
      `A plain object that contains a schema of a library ("${member}") is not a schema; wrap it in z.object({ … }), or ${accepted}`,
    )
  try {
    return cloneSchema(schema)
  } catch (error) {
    throw new TypeError(
      `A JSON Schema may contain only JSON values, but this one cannot be copied: ${messageOf(error)}`,
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
