import { isObject, type JsonObject } from '../json-schema.ts'
import {
  following,
  isStrict,
  note,
  restoreAll,
  restoreWith,
  type Converted,
  type Conversion,
  type Definition,
  type Place,
} from './conversion.ts'
import { convertAny } from './convert-any.ts'
import { mergeSchemas } from './merge-schemas.ts'
import { readNode } from './read-node.ts'
import { withAnnotations } from './with-annotations.ts'

/**
 * Puts what a reference leads to in its place; a recursive one leads to a definition, or ends where
 * the family has none.
 */
export const convertReference = (
  conversion: Conversion,
  node: JsonObject,
  base: string,
  place: Place,
): Converted => {
  const { $ref, ...siblings } = node
  const reference = String($ref)
  const target = conversion.registry.resolve(reference, base)
  if (target === undefined) {
    note(
      conversion,
      place,
      'malformed',
      'same',
      `\`$ref\` ${JSON.stringify(reference)} leads to no known schema and was left out`,
    )
    return conversion.convert(conversion, siblings, place)
  }
  if (place.here.includes(target)) return circle(conversion, reference, siblings, place)
  const { title, description, default: _, ...constraints } = siblings
  if (Object.keys(constraints).length > 0)
    return convertConjunction(conversion, reference, target, siblings, place)
  const { schema, restore } =
    isObject(target) && !mayInline(conversion, target, place)
      ? conversion.limits.keywords?.has('$ref') === false
        ? endRecursion(conversion, target, place)
        : referTo(conversion, reference, target, place)
      : inline(conversion, target, reference, place)
  return { schema: withAnnotations(schema, { title, description }), restore }
}

/** A reference that leads back to the same value says nothing new about it, wherever it stands. */
const circle = (
  conversion: Conversion,
  reference: string,
  siblings: JsonObject,
  place: Place,
): Converted => {
  for (const effect of ['wider', 'narrower'] as const)
    note(
      conversion,
      place,
      'recursion-cut',
      effect,
      `\`$ref\` ${JSON.stringify(reference)} leads back to the same value, about which it says nothing new`,
    )
  return conversion.convert(conversion, siblings, place)
}

/** A reference with keywords beside it is both at once. */
const convertConjunction = (
  conversion: Conversion,
  reference: string,
  target: unknown,
  siblings: JsonObject,
  place: Place,
): Converted => {
  if (isObject(target) && !place.open.includes(target)) {
    const merged = mergeSchemas(siblings, readNode(target))
    if (merged) {
      note(
        conversion,
        place,
        'merged',
        'same',
        '`$ref` and the keywords beside it became one schema',
      )
      return conversion.convert(conversion, merged, following(place, target))
    }
  }
  const beside = conversion.convert(conversion, siblings, place)
  if (!isObject(target)) return beside
  if (conversion.limits.keywords) {
    conversion.obstacles.push({
      path: place.path,
      reason: "a reference can't be merged exactly with the keywords beside it",
    })
    note(
      conversion,
      place,
      'dropped',
      'wider',
      `\`$ref\` ${JSON.stringify(reference)} was left out for the keywords beside it`,
    )
    return beside
  }
  const { schema, restore } = referTo(conversion, reference, target, place)
  return {
    schema: { allOf: [schema, beside.schema] },
    restore: restoreAll([restore, beside.restore]),
  }
}

const mayInline = (
  { inlinable, limits }: Conversion,
  target: JsonObject,
  { open }: Place,
): boolean =>
  inlinable > 0 &&
  open.filter((each) => each === target).length < (limits.keywords?.has('$ref') === false ? 2 : 1)

const inline = (
  conversion: Conversion,
  target: unknown,
  reference: string,
  place: Place,
): Converted => {
  conversion.inlinable -= 1
  note(
    conversion,
    place,
    'inlined',
    'same',
    `\`$ref\` ${JSON.stringify(reference)} was replaced by what it leads to`,
  )
  return conversion.convert(conversion, target, following(place, target))
}

const referTo = (
  conversion: Conversion,
  reference: string,
  target: JsonObject,
  place: Place,
): Converted => {
  note(
    conversion,
    place,
    'definition',
    'same',
    `\`$ref\` ${JSON.stringify(reference)} leads to \`$defs\``,
  )
  const definition =
    conversion.definitions.get(target) ?? define(conversion, reference, target, place)
  return {
    schema: { $ref: `#/$defs/${definition.name}` },
    // Inside its own definition the way back is not known yet.
    restore:
      definition.converted && !definition.converted.restore
        ? undefined
        : (value) => restoreWith(definition.converted?.restore, value),
  }
}

const define = (
  conversion: Conversion,
  reference: string,
  target: JsonObject,
  place: Place,
): Definition => {
  const wish =
    reference
      .split(/[/#]/)
      .pop()
      ?.replace(/[^a-zA-Z0-9_]/g, '_') || 'root'
  const taken = new Set([...conversion.definitions.values()].map(({ name }) => name))
  let name = wish
  for (let number = 2; taken.has(name) || name === 'any_value'; number++) name = `${wish}_${number}`
  const definition: Definition = { name, converted: undefined }
  conversion.definitions.set(target, definition)
  definition.converted = conversion.convert(conversion, target, {
    ...following(place, target),
    open: [target],
  })
  return definition
}

const endRecursion = (conversion: Conversion, target: JsonObject, place: Place): Converted => {
  note(
    conversion,
    place,
    'recursion-cut',
    'wider',
    'A schema inside itself ends here: deeper values are described, no longer spelled out',
  )
  const type = [readNode(target)['type']].flat()[0]
  const converted = convertAny(
    conversion,
    { description: 'More of the same, as deep as needed.' },
    place,
  )
  return typeof type === 'string' && !isStrict(conversion)
    ? {
        ...converted,
        schema: { type, ...converted.schema, ...(type === 'array' && { items: {} }) },
      }
    : converted
}
