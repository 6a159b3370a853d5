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

/** The fields of a path or query as OpenAPI parameters. */
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

/** The header by which a request that creates or executes is told from its repetition. */
export const idempotencyKeyParameter: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Names this request, so that it is carried out once however often it arrives: for 24 hours the same request with the same key gets the first answer again, with the header `idempotent-replayed: true`. ' +
    'The same key with another request is 400; while the first is running, 409 with `Retry-After`; 409 without it where the outcome is unknown or the answer was not stored.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}

/** The header by which a reader of something that it has asks whether it changed. */
export const ifNoneMatchParameter: Parameter = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description:
    '`etag` of an earlier answer; when nothing changed, the answer is 304 without a body',
  schema: { type: 'string' },
}

/** The header by which a reader of events that connects again says how far it came. */
export const lastEventIdParameter: Parameter = {
  name: 'Last-Event-ID',
  in: 'header',
  required: false,
  description: '`id` of the last event that was read; wins over `after`',
  schema: { type: 'string' },
}

/**
 * As the service understands the field: of all the spellings a query accepts (`a,b`, repeated keys,
 * `"true"`) only the meant one helps a reader.
 */
const describeField = (field: z.ZodType): JsonSchema => {
  const understood = withoutNull(toJsonSchema(field, 'output'))
  if (Object.keys(understood).some((keyword) => keyword !== 'description')) return understood
  const { anyOf, ...accepted } = withoutNull(toJsonSchema(field, 'input'))
  return { ...accepted, ...(Array.isArray(anyOf) && (anyOf[0] as JsonSchema)) }
}

/** A URL has no null: a null in the schema only means that the field may be left out. */
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
