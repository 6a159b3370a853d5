import { isObject, type JsonObject } from '../json-schema.ts'
import { appendPointer, type Place } from './schema-document.ts'
import type { SchemaView } from './schema-view.ts'
import type { Tree } from './tree.ts'
import { TreeObject, type Shape } from './tree-object.ts'
import { z } from 'zod'

/**
 * Builds an object with the properties of all parts of its schema. They are built when they are
 * first read.
 */
export const toObjectKind = (tree: Tree, place: Place, view: SchemaView): z.ZodObject => {
  let known: Shape | undefined
  const catchall = toCatchall(tree, view)
  const shape = () => (known ??= toShape(tree, view, catchall))
  const definition = {
    type: 'object' as const,
    shape: {},
    catchall,
    origin: { ...tree.sourceAt(place), shape, catchall },
  }
  return new TreeObject(
    Object.defineProperty(definition, 'shape', {
      get: shape,
      enumerable: true,
      configurable: true,
    }),
  )
}

const toShape = ({ build }: Tree, { parts }: SchemaView, catchall: z.ZodType): Shape => {
  const required = new Set(
    parts.flatMap(({ schema }) =>
      Array.isArray(schema['required'])
        ? schema['required'].filter((name) => typeof name === 'string')
        : [],
    ),
  )
  const names = new Set([
    ...parts.flatMap(({ schema }) => Object.keys(propertiesOf(schema))),
    ...required,
  ])
  const typeOf = (name: string): z.ZodType =>
    parts
      .filter(({ schema }) => Object.hasOwn(propertiesOf(schema), name))
      .map(({ place }) => build(appendPointer(place, 'properties', name)))
      .reduce<z.ZodType | undefined>(
        (one, other) => (one ? z.intersection(one, other) : other),
        undefined,
      ) ?? catchall
  return Object.fromEntries(
    [...names].map((name) => [name, required.has(name) ? typeOf(name) : z.optional(typeOf(name))]),
  )
}

/**
 * The type of undeclared properties. If several parts restrict them, or patterns do, no single type
 * can express it.
 */
const toCatchall = ({ build }: Tree, { parts }: SchemaView): z.ZodType => {
  const speaking = parts.filter(({ schema }) =>
    ['properties', 'patternProperties', 'additionalProperties'].some(
      (keyword) => schema[keyword] !== undefined,
    ),
  )
  const [part] = speaking
  if (!part || speaking.length > 1 || isObject(part.schema['patternProperties'])) return z.unknown()
  const { additionalProperties } = part.schema
  if (additionalProperties === false) return z.never()
  return isObject(additionalProperties)
    ? z.lazy(() => build(appendPointer(part.place, 'additionalProperties')))
    : z.unknown()
}

const propertiesOf = ({ properties }: JsonObject): JsonObject =>
  isObject(properties) ? properties : {}
