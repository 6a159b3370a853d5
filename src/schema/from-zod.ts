import type { JsonObject, JsonSchema } from './json-schema.ts'
import type { ZodTypeAny } from 'zod/v3'
import { z } from 'zod'
import { zodToJsonSchema } from 'zod-to-json-schema'
import { cloneSchema } from './clone-schema.ts'
import { isObject } from './json-schema.ts'

/**
 * The JSON Schema of what a custom tool declares as its input: a zod 4 schema (`zod/mini` too), a zod 3 schema, or a JSON Schema.
 *
 * Describes what goes in, before transforms and defaults. Throws when a schema says something JSON Schema cannot, rather than
 * answering with one that accepts anything.
 *
 * @example
 * fromZod(z.object({ city: z.string() }))
 */
export const fromZod = (schema: unknown): JsonSchema => {
  if (isZod4(schema)) return fromZod4(schema)
  if (isZod3(schema)) return fromZod3(schema)
  if (typeof schema === 'boolean') return schema
  if (isPlainObject(schema)) return fromJsonSchema(schema)
  throw new TypeError(`${describe(schema)} is no schema; ${accepted}`)
}

const accepted = 'give a zod 4 schema, a zod 3 schema or a JSON Schema (a plain object or a boolean)'

const isZod4 = (schema: unknown): schema is z.core.$ZodType => typeof schema === 'object' && schema !== null && '_zod' in schema

const isZod3 = (schema: unknown): schema is ZodTypeAny => zod3Kind(schema) !== undefined

/** zod 3 marks its schemas with `_def.typeName`; zod 4 has `_def` too, but without a name. */
const zod3Kind = (schema: unknown): string | undefined => {
  if (typeof schema !== 'object' || schema === null || !('_def' in schema) || !isObject(schema._def)) return undefined
  const { typeName } = schema._def
  return typeof typeName === 'string' ? typeName : undefined
}

const fromZod4 = (schema: z.core.$ZodType): JsonSchema => {
  try {
    return toPlain(z.toJSONSchema(schema, { io: 'input' }))
  } catch (error) {
    throw new TypeError(`This zod schema can't be said in JSON Schema: ${messageOf(error)}`, { cause: error })
  }
}

const fromZod3 = (schema: ZodTypeAny): JsonSchema => {
  const converted = toPlain(zodToJsonSchema(schema, { pipeStrategy: 'input' }))
  const kind = zod3Kind(schema)
  const saysNothing = Object.keys(converted).every((key) => key === '$schema')
  if (!saysNothing || kind === 'ZodAny' || kind === 'ZodUnknown') return converted
  throw new TypeError(`This zod 3 schema (${kind}) can't be said in JSON Schema; use other zod types or give the JSON Schema itself`)
}

/** Without zod's hidden extras, such as `~standard`. */
const toPlain = (schema: object): JsonObject => ({ ...schema })

const fromJsonSchema = (schema: JsonObject): JsonSchema => {
  const member = Object.keys(schema).find((key) => isZod4(schema[key]) || isZod3(schema[key]))
  if (member !== undefined)
    throw new TypeError(`A plain object with a zod schema in it ("${member}") is no schema; wrap it in z.object({ … }), or ${accepted}`)
  try {
    return cloneSchema(schema)
  } catch (error) {
    throw new TypeError(`A JSON Schema holds only JSON values, but this one can't be copied: ${messageOf(error)}`, { cause: error })
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
  if (typeof value === 'object') return `An instance of ${value.constructor?.name || 'an unnamed class'}`
  return `A ${typeof value}`
}

const messageOf = (error: unknown): string => error instanceof Error ? error.message : String(error)
