import { isObject } from '../json-schema.ts'
import { note, type Converted, type Conversion, type Place } from './conversion.ts'
import { convertAny } from './convert-any.ts'
import { convertLoose } from './convert-loose.ts'
import { convertNode } from './convert-node.ts'
import { readNode } from './read-node.ts'
import { convertReference } from './references.ts'

/** Converts a schema, including its subschemas, to the dialect of a family. */
export const convertSchema = (conversion: Conversion, schema: unknown, place: Place): Converted => {
  if (schema === false) return convertNothing(conversion, place)
  if (!isObject(schema)) return convertAny(conversion, {}, place)
  const node = readNode(schema, (change, detail) => note(conversion, place, change, 'same', detail))
  if (typeof node['$ref'] === 'string')
    return convertReference(conversion, node, conversion.registry.placeOf(schema).base, place)
  return conversion.limits.keywords
    ? convertNode(conversion, node, place)
    : convertLoose(conversion, node, place)
}

const convertNothing = (conversion: Conversion, place: Place): Converted => {
  if (!conversion.limits.keywords) return { schema: { not: {} }, restore: undefined }
  note(
    conversion,
    place,
    'text',
    'wider',
    '`false`, which accepts nothing, was moved to the description',
  )
  return convertAny(conversion, { description: 'Nothing is accepted here.' }, place)
}
