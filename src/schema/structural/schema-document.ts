import { compileSchema, type Validator } from '../compile-schema.ts'
import { isObject, type JsonSchema, type SchemaOptions } from '../json-schema.ts'
import { stepsOfPointer } from '../compiler/addresses.ts'

/** A schema with the places in it: what stands at one, and a validator of what stands there. */
export type SchemaDocument = {
  readonly root: JsonSchema
  at(place: Place): unknown
  /**
   * Where the `$ref` of the schema at a place leads; undefined when it leads out of the document or
   * goes by a name.
   */
  follow(place: Place, reference: string): Place | undefined
  /**
   * Made once a place; nothing is compiled before the first validation. References are read as they
   * stand in the document.
   */
  validatorOf(place: Place): Validator
}

/** A JSON Pointer from the root: `''`, `/properties/owner`. */
export type Place = string

export const openDocument = (root: JsonSchema, options: SchemaOptions): SchemaDocument => {
  const validators = new Map<Place, Validator>([['', compileSchema(root, options)]])
  const validatorOf = (place: Place): Validator => {
    const known = validators.get(place)
    if (known) return known
    const reference = `${address}#${encodeURI(place.toWellFormed())}`
    const validator = compileSchema(
      { $ref: reference },
      { ...options, remotes: { ...options.remotes, [address]: root } },
    )
    validators.set(place, validator)
    return validator
  }
  return {
    root,
    at: (place) => pathTo(root, place).at(-1),
    follow: (place, reference) =>
      reference.startsWith('#') && !isInResource(root, place) ? toPlace(reference) : undefined,
    validatorOf,
  }
}

export const below = (place: Place, ...steps: (string | number)[]): Place =>
  [place, ...steps.map((step) => String(step).replaceAll('~', '~0').replaceAll('/', '~1'))].join(
    '/',
  )

/** The document's own, as a schema need not have an `$id`. */
const address = 'plugboard:document'

/** All that stands on the way to a place, the root first. */
const pathTo = (root: JsonSchema, place: Place): unknown[] => {
  const path: unknown[] = [root]
  for (const step of stepsOfPointer(place)) path.push(enter(path.at(-1), step))
  return path
}

const enter = (target: unknown, step: string): unknown => {
  if (Array.isArray(target)) return target[Number(step)]
  return isObject(target) && Object.hasOwn(target, step) ? target[step] : undefined
}

/** Below an `$id`, `#` is not the root of the document. */
const isInResource = (root: JsonSchema, place: Place): boolean =>
  pathTo(root, place)
    .slice(1)
    .some(
      (schema) =>
        isObject(schema) && (typeof schema['$id'] === 'string' || typeof schema['id'] === 'string'),
    )

const toPlace = (reference: string): Place | undefined => {
  const pointer = reference.slice(1)
  if (pointer !== '' && !pointer.startsWith('/')) return undefined
  try {
    return decodeURIComponent(pointer)
  } catch {
    return undefined
  }
}
