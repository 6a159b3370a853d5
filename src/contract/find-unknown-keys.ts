import type { z } from 'zod'
import type { Endpoint } from './endpoint.ts'
import { findSimilarKey } from './find-similar-key.ts'

/** A key of a body that none of the endpoint's schemas knows. */
export type UnknownKey = {
  /** With the places of the objects and lists that hold it, such as `tools.github.enabel`. */
  path: string
  /** The key of the same object that it was probably meant to be. */
  similar?: string | undefined
}

export type UnknownKeys = {
  keys: UnknownKey[]
  /** Absent where the body was looked through; else why it was not. */
  cut?: 'keys' | 'objects'
}

/** A body with more unknown keys, or more objects in it, is not looked through to its end. */
export const mostUnknownKeys = 100
export const mostObjects = 20_000

/**
 * Finds the keys of a body that an endpoint does not know, in nested objects too.
 *
 * Open maps have no unknown keys. Where a value may have several forms, the keys of each form are
 * known. A key that stands in many entries of a list or a map is named once.
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
  /** The path without the places in lists and the keys of maps. */
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

/** The schemas that say what a list or an object holds, out of all that wraps them. */
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

/** An option that is told apart by a word is possible where the value has this word. */
const isPossible = (option: Schema, value: object): boolean =>
  Object.entries(option._zod.propValues ?? {}).every(([name, words]) =>
    words.has(Reflect.get(value, name)),
  )

const shorten = (key: string): string => (key.length > 64 ? `${key.slice(0, 64)}…` : key)
