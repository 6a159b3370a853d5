import { findValidator, type DetailedValidator } from '../compile-schema.ts'
import { isObject, type JsonSchema, type SchemaOptions } from '../json-schema.ts'
import { stepsOfPointer } from '../compiler/addresses.ts'

/** A schema with the places inside it: the schema at each place, and its validator. */
export type SchemaDocument = {
  readonly root: JsonSchema
  at(place: Place): unknown
  /**
   * The place that the `$ref` at a place leads to; undefined if it is outside the document or
   * refers by name.
   */
  follow(place: Place, reference: string): Place | undefined
  /**
   * Created once per place; nothing is compiled before the first validation. References are
   * resolved within the document.
   */
  validatorOf(place: Place): DetailedValidator
}

/** A JSON Pointer from the root: `''`, `/properties/owner`. */
export type Place = string

export const openDocument = (root: JsonSchema, options: SchemaOptions): SchemaDocument => {
  const validators = new Map<Place, DetailedValidator>([['', findValidator(root, options)]])
  const validatorOf = (place: Place): DetailedValidator => {
    const known = validators.get(place)
    if (known) return known
    const reference = `${address}#${encodeURI(place.toWellFormed())}`
    const validator = findValidator(
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

export const appendPointer = (place: Place, ...steps: (string | number)[]): Place =>
  [place, ...steps.map((step) => String(step).replaceAll('~', '~0').replaceAll('/', '~1'))].join(
    '/',
  )

/** An address for the document, because a schema need not have an `$id`. */
const address = 'plugboard:document'

/** All schemas on the path to a place, starting at the root. */
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
