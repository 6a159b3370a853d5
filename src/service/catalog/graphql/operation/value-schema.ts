import type { JsonSchema } from '../../definitions.ts'
import type { SchemaType } from '../schema/graphql-schema.ts'

const builtIn: Record<string, JsonSchema> = {
  String: { type: 'string' },
  ID: { type: 'string' },
  Boolean: { type: 'boolean' },
  Int: { type: 'integer' },
  Float: { type: 'number' },
}

/**
 * Scalars that APIs define themselves, by the names they usually have. No format is asserted: what
 * an API accepts as a date is often more than RFC 3339 does.
 */
const usual: [RegExp, JsonSchema][] = [
  [
    /^(?:iso8601)?(?:date_?time|timestamp)(?:tz|iso|utc|iso8601)?$/i,
    { type: 'string', description: 'ISO 8601 date and time' },
  ],
  [/^(?:iso8601|local|timeless)?date(?:iso)?$/i, { type: 'string', description: 'ISO 8601 date' }],
  [/^uu?id$/i, { type: 'string', description: 'UUID' }],
  [
    /^(?:url|uri|email|email_?address|html|markdown|base64(?:string)?|git(?:objectid|refname|timestamp|sshremote)|cursor|string)$/i,
    { type: 'string' },
  ],
  [
    /^(?:big_?int|long|unsigned_?int(?:64|32)?|int64|int53|u?int64)$/i,
    { type: ['integer', 'string'] },
  ],
  [/^(?:decimal|big_?decimal|numeric|money|double)$/i, { type: ['number', 'string'] }],
  [/^(?:json_?object|map|hash|object|dictionary)$/i, { type: 'object' }],
]

const fewValues = 12
const longestDescription = 160

/** Whether an enum is short enough to be repeated wherever it is used. */
export const isShortEnum = (values: readonly string[]): boolean => values.length <= fewValues

/** The JSON Schema of a scalar or an enum. */
export const valueSchema = (name: string, type: SchemaType | undefined): JsonSchema => {
  if (type?.kind === 'enum') return { type: 'string', enum: type.values }
  const known = Object.hasOwn(builtIn, name) ? builtIn[name] : undefined
  if (known) return known
  const [, schema] = usual.find(([pattern]) => pattern.test(name)) ?? []
  if (schema) return schema
  const description = type?.kind === 'scalar' ? (type.description.split(/\n|\. /, 1)[0] ?? '') : ''
  return {
    description: description === '' ? name : `${name}: ${description.slice(0, longestDescription)}`,
  }
}

/** The same in an answer, where a long enum would be repeated for each field that has it. */
export const outputValueSchema = (name: string, type: SchemaType | undefined): JsonSchema =>
  type?.kind === 'enum' && !isShortEnum(type.values) ? { type: 'string' } : valueSchema(name, type)
