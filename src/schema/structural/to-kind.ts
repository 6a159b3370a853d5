import { appendPointer, type Place } from './schema-document.ts'
import { viewSchema, type SchemaView } from './schema-view.ts'
import { z } from 'zod'
import { isObject } from '../json-schema.ts'
import {
  SourcedArray,
  SourcedBoolean,
  SourcedEnum,
  SourcedLiteral,
  SourcedNever,
  SourcedNull,
  SourcedNullable,
  SourcedNumber,
  SourcedRecord,
  SourcedString,
  SourcedTuple,
  SourcedUnion,
  SourcedUnknown,
} from './checked-types.ts'
import { toObjectKind } from './to-object-kind.ts'
import type { Tree } from './tree.ts'
import { typesOf } from './types-of.ts'

/**
 * Builds the kind of zod type that represents most of a schema. The validator of the source checks
 * the rest.
 */
export const toKind = (tree: Tree, place: Place): z.ZodType => {
  if (tree.document.at(place) === false)
    return new SourcedNever({ type: 'never', source: tree.sourceAt(place) })
  const view = viewSchema(tree.document, place)
  const types = typesOf(view)
  const isObjectLike =
    types?.has('object') === true || (types === undefined && isObject(view.get('properties')))
  if (isObjectLike && (types?.size ?? 1) === 1) return toObject(tree, place, view)
  return (
    toValues(tree, place, view) ??
    toAlternatives(tree, place, view) ??
    toTyped(tree, place, view, [...(types ?? [])])
  )
}

const toObject = (tree: Tree, place: Place, view: SchemaView): z.ZodType => {
  const values = view.placeOf('additionalProperties')
  const isMap =
    isObject(view.get('additionalProperties')) &&
    !isObject(view.get('properties')) &&
    !isObject(view.get('patternProperties'))
  if (!isMap || values === undefined || place === '') return toObjectKind(tree, place, view)
  return new SourcedRecord({
    type: 'record',
    keyType: z.string(),
    valueType: tree.build(values),
    source: tree.sourceAt(place),
  })
}

/** `enum` and `const`, as far as zod supports them: texts, numbers, booleans and null. */
const toValues = ({ sourceAt }: Tree, place: Place, view: SchemaView): z.ZodType | undefined => {
  const source = sourceAt(place)
  const named = view.get('const')
  const list = view.get('enum')
  const values = named !== undefined ? [named] : Array.isArray(list) ? list : undefined
  if (!values?.every(isLiteral) || values.length === 0) return undefined
  const texts = values.filter((value) => typeof value === 'string')
  const others = values.filter((value) => value !== null)
  const inner =
    named === undefined && texts.length > 0 && texts.length === others.length
      ? new SourcedEnum({
          type: 'enum',
          entries: Object.fromEntries(texts.map((text) => [text, text])),
          source,
        })
      : new SourcedLiteral({ type: 'literal', values: others, source })
  if (others.length === values.length) return inner
  return others.length === 0
    ? new SourcedNull({ type: 'null', source })
    : new SourcedNullable({ type: 'nullable', innerType: inner, source })
}

const isLiteral = (value: unknown): value is string | number | boolean | null =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value)

const toAlternatives = (
  { document, build, sourceAt }: Tree,
  place: Place,
  view: SchemaView,
): z.ZodType | undefined => {
  const keyword = ['anyOf', 'oneOf'].find((keyword) => Array.isArray(view.get(keyword)))
  const base = keyword === undefined ? undefined : view.placeOf(keyword)
  const list = keyword === undefined ? [] : view.get(keyword)
  if (base === undefined || !Array.isArray(list) || list.length === 0) return undefined
  const places = [...list.keys()].map((index) => appendPointer(base, index))
  const others = places.filter((option) => !isNull(document.at(option)))
  const source = sourceAt(place)
  const options = others.map(build)
  const [first] = options
  if (options.length < places.length && first)
    return new SourcedNullable({
      type: 'nullable',
      innerType:
        options.length === 1 ? first : new SourcedUnion({ type: 'union', options, source }),
      source,
    })
  return new SourcedUnion({ type: 'union', options: places.map(build), source })
}

const isNull = (schema: unknown): boolean => isObject(schema) && schema['type'] === 'null'

const toTyped = (
  tree: Tree,
  place: Place,
  view: SchemaView,
  types: readonly string[],
): z.ZodType => {
  const source = tree.sourceAt(place)
  const others = types.filter(
    (type) => type !== 'null' && (type !== 'integer' || !types.includes('number')),
  )
  const kinds = others.map((type) => toSingle(tree, place, view, type))
  const [first] = kinds
  if (!first)
    return types.includes('null')
      ? new SourcedNull({ type: 'null', source })
      : new SourcedUnknown({ type: 'unknown', source })
  const inner =
    kinds.length === 1 ? first : new SourcedUnion({ type: 'union', options: kinds, source })
  return types.includes('null')
    ? new SourcedNullable({ type: 'nullable', innerType: inner, source })
    : inner
}

const toSingle = (tree: Tree, place: Place, view: SchemaView, type: string): z.ZodType => {
  const source = tree.sourceAt(place)
  switch (type) {
    case 'string':
      return new SourcedString({
        type: 'string',
        source: {
          ...source,
          limits: limitsOf(view, { minimum: 'minLength', maximum: 'maxLength', format: 'format' }),
        },
      })
    case 'number':
      return new SourcedNumber({
        type: 'number',
        source: { ...source, limits: numberLimits(view) },
      })
    case 'integer':
      return new SourcedNumber({
        type: 'number',
        source: { ...source, limits: { ...numberLimits(view), format: 'safeint' } },
      })
    case 'boolean':
      return new SourcedBoolean({ type: 'boolean', source })
    case 'array':
      return toArray(tree, place, view)
    case 'object':
      return toObject(tree, place, view)
    default:
      return new SourcedUnknown({ type: 'unknown', source })
  }
}

const toArray = ({ build, sourceAt }: Tree, place: Place, view: SchemaView): z.ZodType => {
  const source = {
    ...sourceAt(place),
    limits: limitsOf(view, { minimum: 'minItems', maximum: 'maxItems' }),
  }
  const listed = ['prefixItems', 'items'].find((keyword) => Array.isArray(view.get(keyword)))
  const items = listed === undefined ? [] : view.get(listed)
  const first = listed && view.placeOf(listed)
  const buildAt = (keyword: string): z.ZodType => {
    const place = view.placeOf(keyword)
    return place === undefined ? z.unknown() : build(place)
  }
  if (first === undefined || !Array.isArray(items))
    return new SourcedArray({ type: 'array', element: buildAt('items'), source })
  const options = [...items.keys()].map((index) => build(appendPointer(first, index)))
  return new SourcedTuple({
    type: 'tuple',
    items: options,
    rest: buildAt(listed === 'items' ? 'additionalItems' : 'items'),
    source,
  })
}

const numberLimits = (view: SchemaView) =>
  limitsOf(view, {
    minimum: 'minimum',
    maximum: 'maximum',
    exclusiveMinimum: 'exclusiveMinimum',
    exclusiveMaximum: 'exclusiveMaximum',
    multipleOf: 'multipleOf',
  })

/**
 * Maps the names of bounds in zod to keywords. Draft-04's boolean `exclusiveMinimum` is ignored.
 */
const limitsOf = (
  view: SchemaView,
  names: Readonly<Record<string, string>>,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(names)
      .map(([name, keyword]) => [name, view.get(keyword)])
      .filter(([, value]) => ['number', 'string'].includes(typeof value)),
  )
