import type { JsonObject } from '../json-schema.ts'
import {
  inside,
  isStrict,
  note,
  type Converted,
  type Conversion,
  type Place,
} from './conversion.ts'
import { keepKeywords } from './keep-keywords.ts'
import { restoreItems } from './restore-items.ts'
import { mergeBranches } from './merge-branches.ts'

/** Converts an array; if the family has no tuples, each item may be what any position accepts. */
export const convertArray = (conversion: Conversion, node: JsonObject, place: Place): Converted => {
  const { prefixItems, items = true, maxItems, ...rest } = node
  const kept = keepKeywords(
    conversion,
    { ...rest, ...(maxItems !== undefined && { maxItems }) },
    ['array'],
    place,
  )
  const prefix = Array.isArray(prefixItems)
    ? prefixItems.map((item, index) =>
        conversion.convert(conversion, item, inside(place, 'prefixItems', index)),
      )
    : []
  if (prefix.length > 0 && isStrict(conversion))
    return convertTuple(conversion, prefix, items, kept, place)
  const others =
    items === false ? undefined : conversion.convert(conversion, items, inside(place, 'items'))
  if (items === false)
    note(
      conversion,
      inside(place, 'items'),
      'dialect',
      'same',
      '`items: false` became a maximum number of items',
    )
  return {
    schema: {
      type: 'array',
      ...(prefix.length > 0 && { prefixItems: prefix.map(({ schema }) => schema) }),
      items: others?.schema ?? {},
      ...kept,
      ...(items === false && {
        maxItems: Math.min(prefix.length, Number(maxItems ?? prefix.length)),
      }),
    },
    restore: restoreItems(prefix, others),
  }
}

const convertTuple = (
  conversion: Conversion,
  prefix: Converted[],
  items: unknown,
  kept: JsonObject,
  place: Place,
): Converted => {
  note(
    conversion,
    inside(place, 'prefixItems'),
    'tuple',
    'wider',
    'Items by position became items that match any of their schemas',
  )
  const others =
    items === false || items === true
      ? []
      : [conversion.convert(conversion, items, inside(place, 'items'))]
  // After the listed positions anything is accepted, unless the author restricts it.
  if (items === true)
    note(
      conversion,
      inside(place, 'prefixItems'),
      'tuple',
      'narrower',
      'Items after the listed positions must match one of the same schemas',
    )
  const item = mergeBranches(conversion, [...prefix, ...others], {}, inside(place, 'prefixItems'))
  const { maxItems = items === false ? prefix.length : undefined, ...rest } = kept
  return {
    schema: {
      type: 'array',
      items: item.schema,
      ...rest,
      ...(maxItems !== undefined && { maxItems }),
    },
    restore: restoreItems([], item),
  }
}
