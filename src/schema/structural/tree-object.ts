import { isObject, type JsonObject, type JsonSchema } from '../json-schema.ts'
import { judge, type Source } from './checked-types.ts'
import { z } from 'zod'
import { attachJsonSchema } from '../attach-json-schema.ts'
import { reportToZod } from '../report-to-zod.ts'

export type Shape = Readonly<Record<string, z.ZodType>>

/**
 * The origin of an object type. Types derived by `.pick()`, `.extend()` and similar keep it, and
 * compare themselves with it.
 */
type Origin = {
  shape(): Shape
  catchall: z.ZodType
} & Source

type TreeObjectDef = {
  origin: Origin
} & z.core.$ZodObjectDef

/**
 * A zod object that validates with the validator of the whole object schema as long as it
 * represents that object.
 *
 * With added properties, the schema still applies to the original ones and each new property is
 * checked by its type. Once an original property is removed or replaced (`.pick()`, `.partial()`),
 * each property is checked by its type, and rules across properties, such as `anyOf` or
 * `dependentRequired`, no longer apply, because they may refer to removed ones.
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
      if (isWhole) return attachJsonSchema(json, original)
      describeEach?.(context, json, params)
      if (definition.catchall === origin.catchall) delete json.additionalProperties
      attachJsonSchema(
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
    // `.strict()` does not weaken the schema.
    isExtended: keepsProperties && (isSameCatchall || catchall instanceof z.ZodNever),
    added,
  }
}

/**
 * Own properties only, because zod would also find inherited names; and only what JSON can
 * represent, except for added ones.
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

/** What remains of the schema of an object whose properties are checked by zod. */
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

/** These apply to several properties, or to all. */
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
