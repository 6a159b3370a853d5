import { cloneSchema } from '../clone-schema.ts'
import { createRegistry } from '../compiler/registry.ts'
import type { JsonSchema } from '../json-schema.ts'
import { createNameCode } from '../name-code.ts'
import { restoreWith, type Conversion } from './conversion.ts'
import { convertRoot } from './convert-root.ts'
import { convertSchema } from './convert-schema.ts'
import { describeKeywords } from './describe-keywords.ts'
import { exceededLimit } from './exceeded-limit.ts'
import { isReadable, isShallow } from './is-readable.ts'
import { limits, type FamilyName } from './limits.ts'
import type { ProfiledSchema, ProfileName, SchemaChange } from './profiled-schema.ts'
import { schemaDefinitions } from './schema-definitions.ts'

/**
 * Converts a tool's schema to the dialect of a model family, and returns the list of changes and a
 * function that converts arguments back.
 *
 * Constraints that a family does not support are moved to descriptions; arguments are always
 * validated against the original afterwards. If `openai-strict` cannot express a schema, it returns
 * the form of `openai`, with `strict: false` and the reason. `anthropic` is never strict, because
 * its limits apply to all tools of a request together. Never throws: an invalid schema becomes an
 * object with any properties. The result is not cached, so keep it.
 *
 * @example
 * const { schema, strict, restore } = applyProfile({ type: 'object', properties: { title: { type: 'string' } } }, 'openai-strict')
 * restore({ title: null }) // {}
 */
export const applyProfile = (schema: JsonSchema, profile: ProfileName): ProfiledSchema => {
  if (!isReadable(schema)) return permitAnything(schema)
  if (profile === 'original')
    return {
      schema: typeof schema === 'boolean' ? (schema ? {} : { not: {} }) : cloneSchema(schema),
      changes: [],
      strict: false,
      restore: (value) => value,
    }
  if (profile !== 'openai-strict') return convert(schema, profile).profiled
  const { profiled, reasons } = convert(schema, profile)
  if (reasons.length === 0) return { ...profiled, strict: true }
  const loose = convert(schema, 'openai').profiled
  return { ...loose, changes: [...reasons, ...loose.changes] }
}

const convert = (
  schema: JsonSchema,
  family: FamilyName,
): { profiled: ProfiledSchema; reasons: SchemaChange[] } => {
  const { propertyName } = limits[family]
  const conversion: Conversion = {
    family,
    limits: limits[family],
    names: propertyName && createNameCode(propertyName),
    registry: createRegistry(schema, {}),
    changes: [],
    definitions: new Map(),
    inlinable: 200,
    obstacles: [],
    convert: convertSchema,
  }
  const root = convertRoot(conversion, schema)
  // It may share parts with the original, and use one definition in several places.
  const converted = cloneSchema({ ...root.schema, ...schemaDefinitions(conversion) })
  const exceeded = conversion.limits.size && exceededLimit(converted, conversion.limits.size)
  if (exceeded) conversion.obstacles.push({ path: [], reason: exceeded })
  return {
    profiled: {
      schema: converted,
      changes: conversion.changes,
      strict: false,
      restore: (value) => (isShallow(value) ? restoreWith(root.restore, value) : value),
    },
    reasons: conversion.obstacles.map(({ path, reason }) => ({
      path: [...path],
      change: 'not-strict',
      effect: 'same',
      detail: `Not strict: ${reason}`,
    })),
  }
}

/** A representation of any value, including circular ones. */
const preview = (value: unknown, depth = 0): unknown => {
  if (typeof value !== 'object' || value === null)
    return typeof value === 'number' || typeof value === 'boolean' || value === null
      ? value
      : String(value)
  if (depth === 3) return '…'
  if (Array.isArray(value)) return value.slice(0, 10).map((item) => preview(item, depth + 1))
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, 10)
      .map(([key, item]) => [key, preview(item, depth + 1)]),
  )
}

/** An invalid schema must not hide other tools: the model sees as much of it as possible. */
const permitAnything = (schema: unknown): ProfiledSchema => {
  const description = describeKeywords('The schema of the arguments cannot be read.', [
    ['schema', preview(schema)],
  ])
  return {
    schema: { type: 'object', properties: {}, additionalProperties: true, description },
    changes: [
      {
        path: [],
        change: 'unreadable',
        effect: 'wider',
        detail: 'Not a JSON object or boolean of bounded depth and size, so any object is accepted',
      },
    ],
    strict: false,
    restore: (value) => value,
  }
}
