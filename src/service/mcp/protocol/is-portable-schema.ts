type Schema = Record<string, unknown>

const types = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'])

const isText = (value: unknown) => typeof value === 'string'
const isFlag = (value: unknown) => typeof value === 'boolean'
const isNumber = (value: unknown) => typeof value === 'number'
const isCount = (value: unknown) => Number.isInteger(value) && (value as number) >= 0
const isList = (value: unknown) => Array.isArray(value)
const areDistinct = (value: unknown, isItem: (item: unknown) => boolean) =>
  Array.isArray(value) && value.every(isItem) && new Set(value).size === value.length
const isType = (value: unknown) => typeof value === 'string' && types.has(value)

/** The required types of keyword values, without which validators fail. */
const values: Record<string, (value: unknown) => boolean> = {
  type: (value) => isType(value) || (areDistinct(value, isType) && (value as unknown[]).length > 0),
  required: (value) => areDistinct(value, isText),
  enum: (value) => Array.isArray(value) && value.length > 0,
  pattern: (value) => isText(value) && isPattern(value as string),
  multipleOf: (value) => isNumber(value) && (value as number) > 0,
  ...Object.fromEntries(
    ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'].map((keyword) => [
      keyword,
      isNumber,
    ]),
  ),
  ...Object.fromEntries(
    [
      'minLength',
      'maxLength',
      'minItems',
      'maxItems',
      'minProperties',
      'maxProperties',
      'minContains',
      'maxContains',
    ].map((keyword) => [keyword, isCount]),
  ),
  ...Object.fromEntries(
    ['uniqueItems', 'readOnly', 'writeOnly', 'deprecated'].map((keyword) => [keyword, isFlag]),
  ),
  ...Object.fromEntries(
    ['title', 'description', 'format', '$comment', 'contentMediaType', 'contentEncoding'].map(
      (keyword) => [keyword, isText],
    ),
  ),
  examples: isList,
}

const schemas = new Set([
  'additionalItems',
  'additionalProperties',
  'contains',
  'else',
  'if',
  'items',
  'not',
  'propertyNames',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
])
const lists = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems'])
const maps = new Set([
  '$defs',
  'definitions',
  'dependentSchemas',
  'patternProperties',
  'properties',
])

/**
 * Whether every validator accepts the schema: if one cannot read a schema, some clients reject the
 * whole list.
 */
export const isPortableSchema = (root: Schema): boolean => {
  const isReference = (value: unknown): boolean => {
    const [, map, name] = /^#\/(\$defs|definitions)\/([^/%~]+)$/.exec(String(value)) ?? []
    const definitions = map === undefined ? undefined : root[map]
    return name !== undefined && isObject(definitions) && Object.hasOwn(definitions, name)
  }

  const isSound = (schema: unknown): boolean => {
    if (typeof schema === 'boolean') return true
    if (!isObject(schema) || (schema['nullable'] !== undefined && schema['type'] === undefined))
      return false
    return Object.entries(schema).every(([keyword, value]) => {
      if (keyword === '$ref') return isReference(value)
      if (schemas.has(keyword)) return isSound(value)
      if (lists.has(keyword))
        return Array.isArray(value) && value.length > 0 && value.every(isSound)
      if (maps.has(keyword))
        return (
          isObject(value) &&
          Object.values(value).every(isSound) &&
          (keyword !== 'patternProperties' || Object.keys(value).every(isPattern))
        )
      // An `$id`, or a dialect that few validators support.
      if (
        keyword === 'id' ||
        keyword === 'dependencies' ||
        (keyword.startsWith('$') && keyword !== '$comment')
      )
        return false
      return values[keyword]?.(value) ?? true
    })
  }
  return isSound(root)
}

const isPattern = (text: string): boolean => {
  try {
    return new RegExp(text, 'u') instanceof RegExp
  } catch {
    return false
  }
}

const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
