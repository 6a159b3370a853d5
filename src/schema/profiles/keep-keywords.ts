import type { JsonObject } from '../json-schema.ts'
import { inside, note, type Conversion, type Place } from './conversion.ts'
import { describeKeywords } from './describe-keywords.ts'

/**
 * Keeps the keywords about values of these types that a family supports, without those that contain
 * schemas; the others are moved to the description.
 */
export const keepKeywords = (
  conversion: Conversion,
  node: JsonObject,
  types: readonly string[],
  place: Place,
): JsonObject => {
  const kept: JsonObject = {}
  const facts: [string, unknown][] = []
  for (const [keyword, value] of Object.entries(node)) {
    if (value === undefined || structural.has(keyword)) continue
    if (keyword === 'title' || (isKnown(conversion, keyword, value) && speaksOf(keyword, types))) {
      kept[keyword] = value
    } else if (saysNothing(keyword, value, types)) {
      note(
        conversion,
        inside(place, keyword),
        'dropped',
        'same',
        `\`${keyword}\` does not apply to the values here`,
      )
    } else {
      facts.push([keyword, value])
      note(
        conversion,
        inside(place, keyword),
        'text',
        isAnnotation(keyword) ? 'same' : 'wider',
        `\`${keyword}\` was moved to the description`,
      )
    }
  }
  const description = describeKeywords(node['description'], facts)
  return { ...kept, ...(description !== undefined && { description }) }
}

/** Keywords that apply to values of any type, so that alternatives need not repeat them. */
export const takeAnnotations = (
  conversion: Conversion,
  node: JsonObject,
  place: Place,
): { annotations: JsonObject; rest: JsonObject } => {
  const { title, description, default: fallback, examples, ...rest } = node
  return {
    annotations: keepKeywords(
      conversion,
      { title, description, default: fallback, examples },
      [],
      place,
    ),
    rest,
  }
}

/** The callers report these. */
const structural = new Set([
  'type',
  'description',
  'enum',
  'const',
  'properties',
  'required',
  'additionalProperties',
  'items',
  'prefixItems',
  'anyOf',
])

const annotations = new Set([
  'default',
  'examples',
  'deprecated',
  'readOnly',
  'writeOnly',
  'contentEncoding',
  'contentMediaType',
  'contentSchema',
])

export const isAnnotation = (keyword: string): boolean => annotations.has(keyword)

const subjects = new Map<string, readonly string[]>([
  ...[
    'minLength',
    'maxLength',
    'pattern',
    'format',
    'contentEncoding',
    'contentMediaType',
    'contentSchema',
  ].map((keyword) => [keyword, ['string']] as const),
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'].map(
    (keyword) => [keyword, ['number', 'integer']] as const,
  ),
  ...[
    'minItems',
    'maxItems',
    'uniqueItems',
    'contains',
    'minContains',
    'maxContains',
    'unevaluatedItems',
  ].map((keyword) => [keyword, ['array']] as const),
  ...[
    'minProperties',
    'maxProperties',
    'patternProperties',
    'propertyNames',
    'dependentRequired',
    'dependentSchemas',
    'unevaluatedProperties',
  ].map((keyword) => [keyword, ['object']] as const),
])

const general = new Set(['not', 'if', 'then', 'else', 'allOf', 'oneOf'])

const speaksOf = (keyword: string, types: readonly string[]): boolean =>
  subjects.get(keyword)?.some((type) => types.includes(type)) ?? true

const isKnown = ({ limits }: Conversion, keyword: string, value: unknown): boolean => {
  if (!limits.keywords?.has(keyword)) return false
  if (keyword === 'format') return limits.formats?.has(String(value)) ?? true
  return keyword !== 'pattern' || !beyondRegular.test(String(value))
}

/** Lookarounds and backreferences, which constrained decoding does not support. */
const beyondRegular = /\(\?<?[=!]|\\[1-9k]/

const saysNothing = (keyword: string, value: unknown, types: readonly string[]): boolean => {
  if (subjects.has(keyword)) return !speaksOf(keyword, types) || value === false
  if (annotations.has(keyword))
    return value === false || (Array.isArray(value) && value.length === 0)
  return !general.has(keyword)
}
