import { isObject, type JsonObject, type JsonSchema } from '../json-schema.ts'
import { judge, type Source } from './checked-types.ts'
import { z } from 'zod'
import { carryJsonSchema } from '../carry-json-schema.ts'
import { reportToZod } from '../report-to-zod.ts'

export type Shape = Readonly<Record<string, z.ZodType>>

/**
 * What an object type was made from. Types that `.pick()`, `.extend()` and their like make of it
 * keep it, and compare themselves with it.
 */
export type Origin = {
  shape(): Shape
  catchall: z.ZodType
} & Source

type TreeObjectDef = {
  origin: Origin
} & z.core.$ZodObjectDef

/**
 * A zod object that judges by the validator of the whole object schema as long as it is that
 * object.
 *
 * With properties added, what the schema says of its own still holds and each new property is
 * checked by its type. Once one of its own is gone or another (`.pick()`, `.partial()`), each
 * property is checked by its type and what the schema says across properties, such as `anyOf` or
 * `dependentRequired`, no longer counts: it may speak of what is gone.
 */
export const TreeObject: z.core.$constructor<z.ZodObject, TreeObjectDef> = z.core.$constructor(
  'TreeObject',
  (instance, definition) => {
    z.ZodObject.init(instance, definition)
    const { origin } = definition
    const parseEach = instance._zod.parse
    const describeEach = instance._zod.processJSONSchema
    let known: Likeness | undefined
    const likeness = () => (known ??= compare(definition))

    instance._zod.parse = (payload, context) => {
      const { isWhole, isExtended, added } = likeness()
      if (isWhole) return judge(instance, origin, payload)
      const { value } = payload
      if (isObject(value)) payload.value = toJsonObject(value, added)
      const parsed = parseEach(payload, context)
      if (!isExtended || !isObject(value)) return parsed
      const judgeRest = (result: z.core.ParsePayload) => {
        if (result.issues.length === 0)
          reportToZod(instance, origin.validator, {
            value: without(value, added),
            issues: result.issues,
          })
        return result
      }
      return parsed instanceof Promise ? parsed.then(judgeRest) : judgeRest(parsed)
    }

    instance._zod.processJSONSchema = (context, json, params) => {
      const original = origin.jsonSchema(params.path.length === 0)
      const { isWhole, isExtended } = likeness()
      if (isWhole) return carryJsonSchema(json, original)
      describeEach?.(context, json, params)
      if (definition.catchall === origin.catchall) delete json.additionalProperties
      carryJsonSchema(
        json,
        toObjectSchema(original, {
          isExtended,
          keepsCatchall: definition.catchall === origin.catchall,
        }),
      )
    }
  },
)

type Likeness = {
  isWhole: boolean
  isExtended: boolean
  added: readonly string[]
}

const compare = (definition: TreeObjectDef): Likeness => {
  const { origin, catchall } = definition
  const isSameCatchall = catchall === origin.catchall
  if (isSameCatchall && Object.getOwnPropertyDescriptor(definition, 'shape')?.get === origin.shape)
    return { isWhole: true, isExtended: false, added: [] }
  const { shape } = definition
  const own = origin.shape()
  const keepsProperties = Object.keys(own).every(
    (name) => Object.hasOwn(shape, name) && shape[name] === own[name],
  )
  const added = Object.keys(shape).filter((name) => !Object.hasOwn(own, name))
  return {
    isWhole: keepsProperties && isSameCatchall && added.length === 0,
    // `.strict()` takes nothing back of what the schema says.
    isExtended: keepsProperties && (isSameCatchall || catchall instanceof z.ZodNever),
    added,
  }
}

/**
 * Own properties alone, as zod would look for them among inherited names too; and none that JSON
 * would not carry, but of the added ones.
 */
const toJsonObject = (value: JsonObject, added: readonly string[]): JsonObject => {
  const kept = Object.entries(value).filter(
    ([name, property]) => property !== undefined || added.includes(name),
  )
  return Object.assign(Object.create(null), Object.fromEntries(kept))
}

const without = (value: JsonObject, names: readonly string[]): JsonObject =>
  names.length === 0
    ? value
    : Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)))

/** What remains true of the schema of an object whose properties are told by zod. */
const toObjectSchema = (
  schema: JsonSchema,
  { isExtended, keepsCatchall }: { isExtended: boolean; keepsCatchall: boolean },
): JsonObject => {
  if (!isObject(schema)) return {}
  const gone = [
    'type',
    'properties',
    'required',
    ...(keepsCatchall ? [] : ['additionalProperties']),
    ...(isExtended ? [] : keywordsAcross),
  ]
  return without(schema, gone)
}

/** They speak of several properties, or of all. */
const keywordsAcross = [
  '$ref',
  '$dynamicRef',
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'if',
  'then',
  'else',
  'enum',
  'const',
  'nullable',
  'patternProperties',
  'propertyNames',
  'minProperties',
  'maxProperties',
  'dependencies',
  'dependentRequired',
  'dependentSchemas',
  'unevaluatedProperties',
]
