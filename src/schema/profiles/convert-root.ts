import { isObject, type JsonObject, type JsonSchema } from '../json-schema.ts'
import {
  inside,
  note,
  restoreWith,
  type Converted,
  type Conversion,
  type Place,
} from './conversion.ts'
import { describeKeywords } from './describe-keywords.ts'
import { isConstraintOnly } from './is-constraint-only.ts'
import { mergeSchemas } from './merge-schemas.ts'
import { readNode } from './read-node.ts'

/**
 * Arguments are an object, and no family accepts a union at the root: anything else becomes a
 * property of the root.
 */
export const convertRoot = (conversion: Conversion, schema: JsonSchema): Converted => {
  const place: Place = { path: [], open: [schema], here: [schema] }
  const root = isObject(schema) ? unfold(conversion, schema) : {}
  const node = root && withoutDemands(conversion, root, place)
  if (!node || !describesObject(node)) return wrap(conversion, schema, place)
  if (node['type'] !== 'object')
    note(conversion, place, 'typed', 'narrower', 'The arguments are an object')
  const converted = conversion.convert(conversion, { ...node, type: 'object' }, place)
  return {
    ...converted,
    schema: {
      ...converted.schema,
      ...(converted.schema['properties'] === undefined && { properties: {} }),
    },
  }
}

/** The root without `$ref` and `allOf`; undefined if this cannot be expressed. */
const unfold = (
  conversion: Conversion,
  schema: JsonObject,
  open: readonly unknown[] = [],
): JsonObject | undefined => {
  if (open.includes(schema)) return undefined
  const { $ref, allOf, ...node } = readNode(schema)
  const parts: unknown[] = Array.isArray(allOf) ? [...allOf] : []
  if (typeof $ref === 'string')
    parts.unshift(conversion.registry.resolve($ref, conversion.registry.placeOf(schema).base) ?? {})
  let unfolded: JsonObject | undefined = node
  for (const part of parts) {
    const branch = isObject(part)
      ? unfold(conversion, part, [...open, schema])
      : part === true
        ? {}
        : undefined
    unfolded = unfolded && branch && mergeSchemas(unfolded, branch)
  }
  if (parts.length > 0 && unfolded && open.length === 0)
    note(
      conversion,
      { path: [], open: [], here: [] },
      'merged',
      'same',
      'The root became one schema',
    )
  return unfolded
}

/** Keywords that no root may have are moved to the description if they only restrict an object. */
const withoutDemands = (conversion: Conversion, root: JsonObject, place: Place): JsonObject => {
  const moved = Object.entries(root).filter(
    ([keyword, value]) =>
      ['not', 'enum', 'const'].includes(keyword) ||
      (['anyOf', 'oneOf'].includes(keyword) &&
        Array.isArray(value) &&
        isConstraintOnly(root, value)),
  )
  if (moved.length === 0) return root
  for (const [keyword] of moved)
    note(
      conversion,
      inside(place, keyword),
      'text',
      'wider',
      `\`${keyword}\` was moved to the description`,
    )
  const rest = Object.fromEntries(
    Object.entries(root).filter((entry) => !moved.some(([keyword]) => keyword === entry[0])),
  )
  return { ...rest, description: describeKeywords(root['description'], moved) }
}

const describesObject = ({ type, anyOf, oneOf }: JsonObject): boolean =>
  anyOf === undefined &&
  oneOf === undefined &&
  (type === undefined || [type].flat().includes('object'))

const wrap = (conversion: Conversion, schema: JsonSchema, place: Place): Converted => {
  note(
    conversion,
    place,
    'wrapped',
    'same',
    'The root is not a plain object, so it became the property `arguments`',
  )
  const { schema: inner, restore } = conversion.convert(conversion, schema, place)
  return {
    schema: {
      type: 'object',
      properties: { arguments: inner },
      required: ['arguments'],
      additionalProperties: false,
    },
    restore: (value) =>
      isObject(value) && Object.hasOwn(value, 'arguments')
        ? restoreWith(restore, value['arguments'])
        : value,
  }
}
