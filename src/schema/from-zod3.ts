import type { ZodTypeAny, ZodTypeDef } from 'zod/v3'
import { isObject, type JsonObject } from './json-schema.ts'
import { zodToJsonSchema } from 'zod-to-json-schema'

export const isZod3 = (schema: unknown): schema is ZodTypeAny =>
  isObject(schema) && isObject(schema['_def']) && kindOf(schema['_def']) !== undefined

/**
 * Returns the JSON Schema of a zod 3 schema's input.
 *
 * The converter omits unknown types, and describes some types as JSON that they then refuse. Here,
 * both are errors.
 */
export const fromZod3 = (schema: ZodTypeAny): JsonObject => ({
  ...zodToJsonSchema(schema, {
    pipeStrategy: 'input',
    // The input may have other properties; the schema decides what happens to them.
    removeAdditionalStrategy: 'strict',
    postProcess: (converted, definition) => inspect(converted, definition as Definition),
  }),
})

type Definition = ZodTypeDef & {
  typeName?: string
  coerce?: boolean
  value?: unknown
  effect?: { type: string }
}

/** zod 3 marks its schemas with `_def.typeName`; zod 4 has `_def` too, but without a name. */
const kindOf = ({ typeName }: { typeName?: unknown }): string | undefined =>
  typeof typeName === 'string' ? typeName : undefined

const inspect = <Converted extends object>(
  converted: Converted | undefined,
  definition: Definition,
): Converted | undefined => {
  const kind = kindOf(definition) ?? 'a type without a name'
  if (kind === 'ZodLiteral' && definition.value === null)
    return { type: 'null' } as unknown as Converted
  if (
    converted === undefined ||
    !isJson(kind, definition) ||
    (saysNothing(converted) && !meansAnything(kind, definition))
  )
    throw new TypeError(
      `This zod 3 schema (${kind}) cannot be expressed in JSON Schema; use other zod types or pass a JSON Schema`,
    )
  return converted
}

/**
 * Whether the type accepts any JSON value. The converter maps dates to texts and sets to arrays,
 * which zod rejects.
 */
const isJson = (kind: string, { coerce, value }: Definition): boolean => {
  if (kind === 'ZodMap' || kind === 'ZodSet') return false
  if (kind === 'ZodDate' || kind === 'ZodBigInt') return coerce === true
  return kind !== 'ZodLiteral' || ['string', 'number', 'boolean'].includes(typeof value)
}

const saysNothing = (converted: object): boolean =>
  Object.keys(converted).every((key) => ['$schema', 'description', 'default'].includes(key))

/**
 * Types that accept anything, and those that only forward another type. A refinement may restrict
 * more: `z.instanceof` is one.
 */
const meansAnything = (kind: string, { effect }: Definition): boolean =>
  kind === 'ZodEffects' ? effect?.type !== 'refinement' : anything.has(kind)

const anything = new Set([
  'ZodAny',
  'ZodUnknown',
  'ZodBranded',
  'ZodCatch',
  'ZodDefault',
  'ZodLazy',
  'ZodOptional',
  'ZodPipeline',
  'ZodPromise',
  'ZodReadonly',
])
