import type { z } from 'zod'
import type { Endpoint } from './endpoint.ts'
import { findSimilarKey } from './find-similar-key.ts'

/** A key of a body that is not defined by the endpoint's schemas. */
type UnknownKey = {
  /** Full path, such as `tools.github.enabel`. */
  path: string
  /** The defined key that was probably intended. */
  similar?: string | undefined
}

type UnknownKeys = {
  keys: UnknownKey[]
  /** The limit that ended the search early; absent if it is complete. */
  cut?: 'keys' | 'objects'
}

/** The search ends after this number of unknown keys, or too many nested objects. */
export const mostUnknownKeys = 100
export const mostObjects = 20_000

/**
 * Finds the keys of a body that an endpoint does not define, including those in nested objects.
 *
 * Open maps have no unknown keys. If a value has several possible forms, the keys of all forms are
 * known. A key in several entries of a list or a map is reported once.
 */
export const findUnknownKeys = (
  { body: schema, aliases }: Pick<Endpoint, 'body' | 'aliases'>,
  body: unknown,
): UnknownKeys => {
  const search: Search = { found: new Map(), objects: 0 }
  if (schema)
    look(search, [schema], body, { path: [], declared: '', alsoKnown: Object.keys(aliases ?? {}) })
  return { keys: [...search.found.values()], ...(search.cut && { cut: search.cut }) }
}

type Schema = z.core.$ZodType

type Search = { found: Map<string, UnknownKey>; objects: number; cut?: UnknownKeys['cut'] }

type Place = {
  path: readonly string[]
  /** The path without list indexes and map keys. */
  declared: string
  alsoKnown: readonly string[]
}

const look = (search: Search, schemas: readonly Schema[], value: unknown, place: Place): void => {
  if (typeof value !== 'object' || value === null) return
  const forms = schemas.flatMap((schema) => formsOf(schema, value))
  if (forms.length === 0) return
  search.objects += 1
  if (search.objects > mostObjects) search.cut = 'objects'
  const objects = forms.filter((form) => form.type === 'object')
  const entries = forms.flatMap((form) =>
    form.type === 'array' ? [form.element] : form.type === 'record' ? [form.valueType] : [],
  )
  const known = new Set([...objects.flatMap(({ shape }) => Object.keys(shape)), ...place.alsoKnown])
  const isClosed = objects.length === forms.length && objects.every(isWithoutCatchall)
  for (const key in value) {
    if (search.cut) return
    const child: unknown = Reflect.get(value, key)
    const isKnown = known.has(key)
    if (isClosed && !isKnown) note(search, key, [...known], place)
    else if (typeof child === 'object') {
      const declared = `${place.declared}.${isKnown ? key : '*'}`
      look(search, [...objects.flatMap(({ shape }) => ownField(shape, key)), ...entries], child, {
        path: [...place.path, shorten(key)],
        declared,
        alsoKnown: [],
      })
    }
  }
}

const note = (
  search: Search,
  key: string,
  known: readonly string[],
  { path, declared }: Place,
): void => {
  const name = `${declared} ${key}`
  if (search.found.has(name)) return
  if (search.found.size >= mostUnknownKeys) search.cut = 'keys'
  else
    search.found.set(name, {
      path: [...path, shorten(key)].join('.'),
      similar: findSimilarKey(key, known),
    })
}

const ownField = (shape: Readonly<Record<string, Schema>>, key: string): Schema[] => {
  const field = Object.hasOwn(shape, key) ? shape[key] : undefined
  return field ? [field] : []
}

const isWithoutCatchall = ({ catchall }: z.core.$ZodObjectDef): boolean =>
  catchall === undefined || catchall._zod.def.type === 'never'

/** Unwraps the schemas that define the content of a list or an object. */
const formsOf = (schema: Schema, value: object): z.core.$ZodTypes['_zod']['def'][] => {
  const definition = (schema as z.core.$ZodTypes)._zod.def
  switch (definition.type) {
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'readonly':
      return formsOf(definition.innerType, value)
    case 'pipe':
      return formsOf(definition.in, value)
    case 'union':
      return definition.options
        .filter((option) => isPossible(option, value))
        .flatMap((option) => formsOf(option, value))
    case 'array':
      return Array.isArray(value) ? [definition] : []
    case 'object':
    case 'record':
      return Array.isArray(value) ? [] : [definition]
    default:
      return []
  }
}

/** Returns whether a union option matches the value's discriminator. */
const isPossible = (option: Schema, value: object): boolean =>
  Object.entries(option._zod.propValues ?? {}).every(([name, words]) =>
    words.has(Reflect.get(value, name)),
  )

const shorten = (key: string): string => (key.length > 64 ? `${key.slice(0, 64)}…` : key)
