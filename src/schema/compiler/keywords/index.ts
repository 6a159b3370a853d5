import type { Keyword } from '../schema-node.ts'
import { allOf, anyOf, not, oneOf } from './combinators.ts'
import { conditional } from './conditional.ts'
import { contains } from './contains.ts'
import { dependencies } from './dependencies.ts'
import { format } from './format.ts'
import { itemLimits } from './item-limits.ts'
import { items } from './items.ts'
import { numbers } from './numbers.ts'
import { objects } from './objects.ts'
import { propertyLimits } from './property-limits.ts'
import { dynamicReference, recursiveReference, reference } from './references.ts'
import { strings } from './strings.ts'
import { type } from './type.ts'
import { unevaluatedItems, unevaluatedProperties } from './unevaluated.ts'
import { values } from './values.ts'

/** The groups of keywords in the order they run: the cheap ones that fail most often come first. */
const groups: readonly (readonly [compile: Keyword, ...keywords: string[]])[] = [
  [type, 'type'],
  [values, 'enum', 'const'],
  [numbers, 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  [strings, 'minLength', 'maxLength', 'pattern'],
  [format, 'format'],
  [objects, 'required', 'properties', 'patternProperties', 'additionalProperties'],
  [propertyLimits, 'minProperties', 'maxProperties', 'propertyNames'],
  [dependencies, 'dependencies', 'dependentRequired', 'dependentSchemas'],
  [itemLimits, 'minItems', 'maxItems', 'uniqueItems'],
  [items, 'items', 'prefixItems', 'additionalItems'],
  [contains, 'contains'],
  [reference, '$ref'],
  [dynamicReference, '$dynamicRef'],
  [recursiveReference, '$recursiveRef'],
  [allOf, 'allOf'],
  [anyOf, 'anyOf'],
  [oneOf, 'oneOf'],
  [not, 'not'],
  [conditional, 'if'],
  // These depend on what all others have evaluated.
  [unevaluatedProperties, 'unevaluatedProperties'],
  [unevaluatedItems, 'unevaluatedItems'],
]

export const compilers: readonly Keyword[] = groups.map(([compile]) => compile)

/** The groups of a schema as bits: bit n represents `compilers[n]`. */
export const groupOf = (keyword: string): number => bits.get(keyword) ?? 0

/** Keywords that may select another dialect. */
export const dialectGroup: number = 1 << groups.length
const resourceGroup = dialectGroup << 1

const bits = new Map([
  ...groups.flatMap(([, ...keywords], at) =>
    keywords.map((keyword) => [keyword, 1 << at] as const),
  ),
  ['$schema', dialectGroup],
  ['$id', resourceGroup],
])

/** Keywords with a compiler. */
export const compiledGroups: number = dialectGroup - 1
export const typeGroup: number = groupOf('type')
export const objectGroup: number = groupOf('properties')
export const itemGroup: number = groupOf('items')
/** Runs only when all other groups have passed. */
export const unevaluatedGroups: number =
  groupOf('unevaluatedProperties') | groupOf('unevaluatedItems')
/** Keywords that require an index of the whole document. */
export const wholeGroups: number =
  unevaluatedGroups |
  groupOf('$ref') |
  groupOf('$dynamicRef') |
  groupOf('$recursiveRef') |
  dialectGroup |
  resourceGroup
