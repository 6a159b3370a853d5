import type { Keyword } from '../schema-node.ts'
import { allOf, anyOf, not, oneOf } from './combinators.ts'
import { conditional } from './conditional.ts'
import { contains } from './contains.ts'
import { dependencies } from './dependencies.ts'
import { format } from './format.ts'
import { itemLimits } from './item-limits.ts'
import { items } from './items.ts'
import { numbers } from './numbers.ts'
import { properties } from './properties.ts'
import { propertyLimits } from './property-limits.ts'
import { dynamicReference, recursiveReference, reference } from './references.ts'
import { strings } from './strings.ts'
import { type } from './type.ts'
import { unevaluatedItems, unevaluatedProperties } from './unevaluated.ts'
import { values } from './values.ts'

/** In the order they run: cheap and telling ones first. */
export const keywords: readonly Keyword[] = [
  type, values, numbers, strings, format, propertyLimits, properties, dependencies, itemLimits, items, contains,
  reference, dynamicReference, recursiveReference, allOf, anyOf, oneOf, not, conditional,
]

/** These look at what all others have evaluated. */
export const lastKeywords: readonly Keyword[] = [unevaluatedProperties, unevaluatedItems]
