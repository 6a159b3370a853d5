import type { z } from 'zod'
import { toJsonSchema, type JsonSchema } from './to-json-schema.ts'

type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  schema: JsonSchema
  description?: string
  style?: string
  explode?: boolean
}

/** Describes the fields of a path or query as OpenAPI parameters. */
export const toParameters = (
  place: 'path' | 'query',
  fields: z.ZodObject | undefined,
): Parameter[] =>
  Object.entries<z.ZodType>(fields?.shape ?? {}).map(([name, field]) => {
    const { description, ...schema } = describeField(field)
    return {
      name,
      in: place,
      required: place === 'path' || !field.safeParse(undefined).success,
      ...(typeof description === 'string' && { description }),
      ...styleOf(schema),
      schema,
    }
  })

/** The header that identifies repetitions of a request that creates or executes something. */
export const idempotencyKeyParameter: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Identifies this request, so that it is executed once even if it is sent again: for 24 hours the same request with the same key gets the first answer again, with the header `idempotent-replayed: true`. ' +
    'The same key with another request is 400; while the first is running, 409 with `Retry-After`; 409 without it if the outcome is unknown or the answer was not stored.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}

/** The header with which a client asks whether a cached answer has changed. */
export const ifNoneMatchParameter: Parameter = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: '`etag` of an earlier answer; if nothing changed, the answer is 304 without a body',
  schema: { type: 'string' },
}

/** The header with which a reconnecting client states its position in an event stream. */
export const lastEventIdParameter: Parameter = {
  name: 'Last-Event-ID',
  in: 'header',
  required: false,
  description: '`id` of the last event that was read; takes precedence over `after`',
  schema: { type: 'string' },
}

/**
 * Describes the canonical form of a field. A query accepts several spellings (`a,b`, repeated keys,
 * `"true"`), but only the canonical one helps a reader.
 */
const describeField = (field: z.ZodType): JsonSchema => {
  const understood = withoutNull(toJsonSchema(field, 'output'))
  if (Object.keys(understood).some((keyword) => keyword !== 'description')) return understood
  const { anyOf, ...accepted } = withoutNull(toJsonSchema(field, 'input'))
  return { ...accepted, ...(Array.isArray(anyOf) && (anyOf[0] as JsonSchema)) }
}

/**
 * Removes null: a URL cannot contain it, so in the schema it only means that the field is optional.
 */
const withoutNull = ({ anyOf, ...schema }: JsonSchema): JsonSchema => {
  const alternatives = alternativesOf({ anyOf }).filter(
    (alternative) => alternative['type'] !== 'null',
  )
  if (alternatives.length > 1) return { ...schema, anyOf: alternatives }
  return { ...schema, ...alternatives[0] }
}

const styleOf = (schema: JsonSchema): { style?: string; explode?: boolean } => {
  const takes = (type: string) =>
    [schema, ...alternativesOf(schema)].some((alternative) => alternative['type'] === type)
  if (takes('array')) return { style: 'form', explode: false }
  return takes('object') ? { style: 'deepObject', explode: true } : {}
}

const alternativesOf = ({ anyOf }: JsonSchema): JsonSchema[] => (Array.isArray(anyOf) ? anyOf : [])
