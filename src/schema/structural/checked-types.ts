import type { JsonSchema } from '../json-schema.ts'
import type { Validator } from '../compile-schema.ts'
import { z } from 'zod'
import { carryJsonSchema } from '../carry-json-schema.ts'
import { reportToZod } from '../report-to-zod.ts'

/**
 * What a zod type of the tree stands for: it checks by this validator and is this JSON Schema,
 * whatever else zod knows of its kind.
 */
export type Source = {
  validator: Validator
  /**
   * Asked for `z.toJSONSchema`; alone when nothing stands around it that its references could lead
   * to.
   */
  jsonSchema(alone: boolean): JsonSchema
  /** Bounds in the form in which zod keeps its own, for `.minLength`, `.maxValue` and the like. */
  limits?: Record<string, unknown>
}

/**
 * A zod type that keeps its kind, methods and inner types, but judges by the validator: zod counts
 * UTF-16 units where JSON Schema counts characters, knows other formats, and takes inherited names
 * for properties.
 *
 * A type of its own, as zod makes copies (`.describe()`, `.min()`) from the type and its
 * definition.
 */
const checkedBy = <Type extends z.ZodType>(
  base: z.core.$constructor<Type>,
): z.core.$constructor<Type, Type['_zod']['def'] & { source: Source }> =>
  z.core.$constructor<Type, Type['_zod']['def'] & { source: Source }>(
    `Sourced${base.name}`,
    (instance, definition) => {
      base.init(instance, definition)
      const { source } = definition
      Object.assign(instance._zod.bag, source.limits)
      instance._zod.parse = (payload) => judge(instance, source, payload)
      const own = instance._zod.processJSONSchema
      instance._zod.processJSONSchema = (context, json, params) => {
        const added: z.core.JSONSchema.BaseSchema = {}
        // `.min(5)` on a tree's string is a check of its own, which only zod's account of the type
        // shows.
        if (definition.checks) own?.(context, added, params)
        carryJsonSchema(json, source.jsonSchema(params.path.length === 0))
        Object.assign(
          json,
          Object.fromEntries(
            Object.entries(added).filter(([keyword]) => boundKeywords.has(keyword)),
          ),
        )
      }
    },
  )

const boundKeywords = new Set([
  'minLength',
  'maxLength',
  'pattern',
  'format',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minItems',
  'maxItems',
])

/** JSON has no undefined: where it comes, zod asks for a property that is not there. */
export const judge = (
  instance: z.core.$ZodType,
  source: Source,
  payload: z.core.ParsePayload,
): z.core.ParsePayload => {
  if (payload.value !== undefined) return reportToZod(instance, source.validator, payload)
  payload.issues.push({
    code: 'custom',
    path: [],
    message: 'is required',
    params: { keyword: 'required' },
    input: undefined,
    inst: instance,
    continue: false,
  })
  return payload
}

export const SourcedString = checkedBy(z.ZodString)
export const SourcedNumber = checkedBy(z.ZodNumber)
export const SourcedBoolean = checkedBy(z.ZodBoolean)
export const SourcedNull = checkedBy(z.ZodNull)
export const SourcedEnum = checkedBy(z.ZodEnum)
export const SourcedLiteral = checkedBy(z.ZodLiteral)
export const SourcedArray = checkedBy(z.ZodArray)
export const SourcedTuple = checkedBy(z.ZodTuple)
export const SourcedRecord = checkedBy(z.ZodRecord)
export const SourcedUnion = checkedBy(z.ZodUnion)
export const SourcedNullable = checkedBy(z.ZodNullable)
export const SourcedUnknown = checkedBy(z.ZodUnknown)
export const SourcedNever = checkedBy(z.ZodNever)
