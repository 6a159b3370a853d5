import { hasProperty, isObject, type JsonObject } from '../json-schema.ts'
import type { ChangeKind } from './profiled-schema.ts'

type Notice = (change: ChangeKind, detail: string) => void

/**
 * Converts one schema object to the terms of 2020-12, whatever draft it was written in; its
 * subschemas are unchanged.
 *
 * Keywords that cannot be understood are omitted, as validators ignore them. Definitions are
 * omitted too: references look them up in the original.
 */
export const readNode = (schema: JsonObject, notice: Notice = () => undefined): JsonObject => {
  const node = Object.fromEntries(
    Object.entries(schema).filter(([keyword, value]) => {
      if (value === undefined || identifying.has(keyword)) return false
      const isFit = forms.get(keyword)?.(value) ?? true
      if (!isFit) notice('malformed', `\`${keyword}\` was not understood and was omitted`)
      return isFit
    }),
  )
  readReference(node)
  readBounds(node, notice)
  readItems(node, notice)
  readDependencies(node, notice)
  if (Array.isArray(node['required'])) node['required'] = [...new Set(node['required'])]
  if (hasProperty(node, 'example')) {
    node['examples'] = [...((node['examples'] as unknown[] | undefined) ?? []), node['example']]
    delete node['example']
  }
  return readNullable(node, notice)
}

/** Keywords that describe the location of a schema, which is different in the result. */
const identifying = new Set([
  '$schema',
  '$id',
  '$anchor',
  '$dynamicAnchor',
  '$recursiveAnchor',
  '$vocabulary',
  '$comment',
  '$defs',
  'definitions',
  'components',
])

const types = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'])
const isText = (value: unknown): boolean => typeof value === 'string'
const isFlag = (value: unknown): boolean => typeof value === 'boolean'
const isNumber = (value: unknown): boolean => typeof value === 'number' && Number.isFinite(value)
const isCount = (value: unknown): boolean => Number.isInteger(value) && Number(value) >= 0
const isSchema = (value: unknown): boolean => typeof value === 'boolean' || isObject(value)
const isSchemaList = (value: unknown): boolean =>
  Array.isArray(value) && value.length > 0 && value.every(isSchema)
const isSchemaMap = (value: unknown): boolean =>
  isObject(value) && Object.values(value).every(isSchema)
const isTextList = (value: unknown): boolean => Array.isArray(value) && value.every(isText)
const isBound = (value: unknown): boolean => isNumber(value) || isFlag(value)

const isPattern = (value: unknown): boolean => {
  if (typeof value !== 'string') return false
  try {
    return new RegExp(value, 'u') instanceof RegExp
  } catch {
    return false
  }
}

const forms = new Map<string, (value: unknown) => boolean>([
  [
    'type',
    (value) =>
      typeof value === 'string'
        ? types.has(value)
        : isTextList(value) &&
          (value as string[]).length > 0 &&
          (value as string[]).every((name) => types.has(name)),
  ],
  ['enum', Array.isArray],
  ...[
    '$ref',
    '$dynamicRef',
    '$recursiveRef',
    'title',
    'description',
    'format',
    'contentEncoding',
    'contentMediaType',
  ].map((keyword) => [keyword, isText] as const),
  ...[
    'minLength',
    'maxLength',
    'minItems',
    'maxItems',
    'minProperties',
    'maxProperties',
    'minContains',
    'maxContains',
  ].map((keyword) => [keyword, isCount] as const),
  ...['minimum', 'maximum'].map((keyword) => [keyword, isNumber] as const),
  ...['exclusiveMinimum', 'exclusiveMaximum'].map((keyword) => [keyword, isBound] as const),
  ['multipleOf', (value) => isNumber(value) && Number(value) > 0],
  ['pattern', isPattern],
  ...['uniqueItems', 'nullable', 'deprecated', 'readOnly', 'writeOnly'].map(
    (keyword) => [keyword, isFlag] as const,
  ),
  ['required', isTextList],
  ['examples', Array.isArray],
  ...['allOf', 'anyOf', 'oneOf', 'prefixItems'].map((keyword) => [keyword, isSchemaList] as const),
  ...[
    'additionalItems',
    'additionalProperties',
    'not',
    'if',
    'then',
    'else',
    'contains',
    'contentSchema',
    'propertyNames',
    'unevaluatedItems',
    'unevaluatedProperties',
  ].map((keyword) => [keyword, isSchema] as const),
  ['items', (value) => isSchema(value) || (Array.isArray(value) && value.every(isSchema))],
  ['properties', isSchemaMap],
  ['dependentSchemas', isSchemaMap],
  [
    'patternProperties',
    (value) => isSchemaMap(value) && Object.keys(value as JsonObject).every(isPattern),
  ],
  [
    'dependencies',
    (value) =>
      isObject(value) && Object.values(value).every((each) => isSchema(each) || isTextList(each)),
  ],
  ['dependentRequired', (value) => isObject(value) && Object.values(value).every(isTextList)],
])

/** The result is one document with one scope, in which all kinds of references mean the same. */
const readReference = (node: JsonObject): void => {
  for (const keyword of ['$dynamicRef', '$recursiveRef']) {
    if (!hasProperty(node, keyword)) continue
    node['$ref'] ??= node[keyword]
    delete node[keyword]
  }
}

/** Draft-04 has `exclusiveMinimum: true` next to `minimum`. */
const readBounds = (node: JsonObject, notice: Notice): void => {
  for (const [exclusive, bound] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ] as const) {
    if (typeof node[exclusive] !== 'boolean') continue
    if (node[exclusive] && hasProperty(node, bound)) {
      node[exclusive] = node[bound]
      delete node[bound]
    } else {
      delete node[exclusive]
    }
    notice('dialect', `\`${exclusive}\` is a number in 2020-12`)
  }
}

/** Up to 2019-09 a list of `items` is what `prefixItems` is now. */
const readItems = (node: JsonObject, notice: Notice): void => {
  const { items, additionalItems } = node
  delete node['additionalItems']
  if (!Array.isArray(items)) return
  notice('dialect', 'A list of `items` is `prefixItems` in 2020-12')
  delete node['items']
  if (items.length > 0) node['prefixItems'] = items
  if (additionalItems !== undefined) node['items'] = additionalItems
}

const readDependencies = (node: JsonObject, notice: Notice): void => {
  const { dependencies } = node
  if (!isObject(dependencies)) return
  delete node['dependencies']
  notice('dialect', '`dependencies` are `dependentRequired` and `dependentSchemas` in 2020-12')
  const required = Object.entries(dependencies).filter(([, value]) => Array.isArray(value))
  const schemas = Object.entries(dependencies).filter(([, value]) => !Array.isArray(value))
  if (required.length > 0)
    node['dependentRequired'] = {
      ...Object.fromEntries(required),
      ...(node['dependentRequired'] as JsonObject | undefined),
    }
  if (schemas.length > 0)
    node['dependentSchemas'] = {
      ...Object.fromEntries(schemas),
      ...(node['dependentSchemas'] as JsonObject | undefined),
    }
}

/**
 * OpenAPI's `nullable` adds a type; without one, it accepts null whatever else the schema requires.
 */
const readNullable = (node: JsonObject, notice: Notice): JsonObject => {
  const { nullable, type } = node
  delete node['nullable']
  if (nullable !== true) return node
  notice('dialect', '`nullable` is the type null in 2020-12')
  if (type !== undefined) return { ...node, type: [...new Set([type, 'null'].flat())] }
  const { title, description, default: fallback, ...rest } = node
  if (Object.keys(rest).length === 0) return node
  const annotations = {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(fallback !== undefined && { default: fallback }),
  }
  return { ...annotations, anyOf: [rest, { type: 'null' }] }
}
