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
 * Replaces a reference by its target; a recursive one becomes a reference to a definition, or ends
 * if the family does not support recursion.
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
      `\`$ref\` ${JSON.stringify(reference)} cannot be resolved and was omitted`,
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

/** A reference that leads back to the same value adds no restriction, wherever it is. */
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
      `\`$ref\` ${JSON.stringify(reference)} refers back to the same value, so it restricts nothing`,
    )
  return conversion.convert(conversion, siblings, place)
}

/** A reference with keywords next to it means both together. */
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
        '`$ref` and the keywords next to it became one schema',
      )
      return conversion.convert(conversion, merged, following(place, target))
    }
  }
  const beside = conversion.convert(conversion, siblings, place)
  if (!isObject(target)) return beside
  if (conversion.limits.keywords) {
    conversion.obstacles.push({
      path: place.path,
      reason: 'a reference cannot be merged exactly with the keywords next to it',
    })
    note(
      conversion,
      place,
      'dropped',
      'wider',
      `\`$ref\` ${JSON.stringify(reference)} was omitted in favor of the keywords next to it`,
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
    `\`$ref\` ${JSON.stringify(reference)} was replaced by its target`,
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
    // The conversion back is not known yet inside its own definition.
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
    'The recursive schema ends here: deeper values are described instead of spelled out',
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
