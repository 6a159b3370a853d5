import { isSchema, namesOf, typesOf, visitSchemas, type Schema } from './visit-schemas.ts'

/**
 * What OpenAI's guide to structured outputs asks of a schema, rule by rule (developers.openai.com,
 * structured-outputs, seen 2026-11-21).
 */
export const breakOpenaiStrictRules = (root: Schema): string[] => {
  const faults: string[] = []
  let properties = 0
  let enumValues = 0
  let characters = 0
  if (root['type'] !== 'object' || root['anyOf'] !== undefined)
    faults.push('/: the root must be an object and no anyOf')
  for (const [schema, { path }] of visitSchemas(root)) {
    const fault = (text: string) => faults.push(`${path || '/'}: ${text}`)
    for (const keyword of Object.keys(schema))
      if (!known.has(keyword)) fault(`${keyword} is not supported`)
    if (schema['$ref'] !== undefined) {
      if (Object.keys(schema).length > 1) fault('$ref stands alone')
      const name = /^#\/\$defs\/([^/]+)$/.exec(String(schema['$ref']))?.[1]
      if (name === undefined || !isSchema(root['$defs']) || !isSchema(root['$defs'][name]))
        fault(`${String(schema['$ref'])} is not defined`)
    } else if (schema['type'] === undefined && schema['anyOf'] === undefined) {
      fault('a type is needed')
    }
    if (schema['format'] !== undefined && !formats.has(String(schema['format'])))
      fault(`the format ${String(schema['format'])} is not supported`)
    if (typesOf(schema).includes('object') || schema['properties'] !== undefined) {
      if (schema['additionalProperties'] !== false) fault('additionalProperties must be false')
      if (
        JSON.stringify([...namesOf(schema)].sort()) !==
        JSON.stringify([...(schema['required'] as string[])].sort())
      )
        fault('all properties must be required')
    }
    if (typesOf(schema).includes('array') && !isSchema(schema['items'])) fault('items are needed')
    const values = schema['enum'] as unknown[] | undefined
    if (values?.some((value) => typeof value === 'object' && value !== null))
      fault('enum values must be simple')
    const length = (values ?? []).reduce((sum: number, value) => sum + String(value).length, 0)
    if ((values?.length ?? 0) > 250 && length > 15_000)
      fault('a long enum has more than 15,000 characters')
    enumValues += values?.length ?? 0
    properties += namesOf(schema).length
    characters +=
      length +
      [...namesOf(schema), ...Object.keys((schema['$defs'] as Schema | undefined) ?? {})].join('')
        .length
  }
  if (properties > 5000) faults.push('/: more than 5,000 properties')
  if (enumValues > 1000) faults.push('/: more than 1,000 enum values')
  if (characters > 120_000) faults.push('/: more than 120,000 characters of names and values')
  for (const start of [root, ...Object.values((root['$defs'] as Schema | undefined) ?? {})])
    if (levels(start) > 10) faults.push('/: more than 10 levels')
  return faults
}

const known = new Set([
  'type',
  'properties',
  'required',
  'additionalProperties',
  'items',
  'anyOf',
  'enum',
  'const',
  '$ref',
  '$defs',
  'description',
  'title',
  'pattern',
  'format',
  'multipleOf',
  'maximum',
  'exclusiveMaximum',
  'minimum',
  'exclusiveMinimum',
  'minItems',
  'maxItems',
])

const formats = new Set([
  'date-time',
  'time',
  'date',
  'duration',
  'email',
  'hostname',
  'ipv4',
  'ipv6',
  'uuid',
])

/** Objects and arrays inside each other. */
const levels = (schema: unknown): number => {
  if (!isSchema(schema)) return 0
  const inner = [
    ...Object.values((schema['properties'] as Schema | undefined) ?? {}),
    schema['items'],
  ].map(levels)
  const beside = ((schema['anyOf'] as unknown[] | undefined) ?? []).map(levels)
  const own = typesOf(schema).some((type) => type === 'object' || type === 'array') ? 1 : 0
  return Math.max(own + Math.max(0, ...inner), ...beside)
}
