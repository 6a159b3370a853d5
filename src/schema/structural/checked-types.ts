import type { JsonSchema } from '../json-schema.ts'
import type { DetailedValidator } from '../compile-schema.ts'
import { z } from 'zod'
import { attachJsonSchema } from '../attach-json-schema.ts'
import { reportToZod } from '../report-to-zod.ts'

/**
 * The schema behind a zod type of the tree: it validates with this validator and converts to this
 * JSON Schema, regardless of what zod derives from its kind.
 */
export type Source = {
  validator: DetailedValidator
  /**
   * For `z.toJSONSchema`; `alone` if the document around it, with the targets of its references, is
   * not included.
   */
  jsonSchema(alone: boolean): JsonSchema
  /** Bounds in the form that zod stores, for `.minLength`, `.maxValue` and similar. */
  limits?: Record<string, unknown>
}

/**
 * Makes a zod type that keeps its kind, methods and inner types, but validates with the validator:
 * zod counts UTF-16 units where JSON Schema counts characters, supports other formats, and accepts
 * inherited names as properties.
 *
 * A subclass, because zod creates copies (`.describe()`, `.min()`) from the type and its
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
        // `.min(5)` on a string of the tree adds a check that only zod's own conversion shows.
        if (definition.checks) own?.(context, added, params)
        attachJsonSchema(json, source.jsonSchema(params.path.length === 0))
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

/** JSON has no undefined: where it occurs, zod is reading a property that is missing. */
export const judge = (
  instance: z.core.$ZodType,
  source: Source,
  payload: z.core.ParsePayload,
): z.core.ParsePayload => {
  if (payload.value !== undefined) return reportToZod(instance, source.validator, payload)
  payload.issues.push({
    code: 'invalid_type',
    expected: 'nonoptional',
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
