import { isSchema, namesOf, visitSchemas, type Schema } from './visit-schemas.ts'

/**
 * What Google's API definition lists for JSON Schemas, and what its errors name (googleapis,
 * generativelanguage v1beta, seen 2026-11-21).
 */
export const breakGeminiRules = (root: Schema): string[] => {
  const faults: string[] = []
  if (root['type'] !== 'object') faults.push('/: parameters are an object')
  for (const [schema, { path }] of visitSchemas(root)) {
    const fault = (text: string) => faults.push(`${path || '/'}: ${text}`)
    for (const keyword of Object.keys(schema))
      if (!known.has(keyword)) fault(`${keyword} is not supported`)
    if (schema['type'] !== undefined && typeof schema['type'] !== 'string')
      fault('one type at a time')
    for (const name of namesOf(schema))
      if (!/^[a-zA-Z_][a-zA-Z0-9_]{0,63}$/.test(name))
        fault(`the parameter name ${name} is refused`)
    for (const name of (schema['required'] as string[] | undefined) ?? [])
      if (!namesOf(schema).includes(name)) fault(`${name} is required but not declared`)
    if (schema['type'] === 'array' && !isSchema(schema['items'])) fault('items: missing field')
    for (const value of (schema['enum'] as unknown[] | undefined) ?? [])
      if (!['string', 'number'].includes(typeof value)) fault('enum is for strings and numbers')
    if (
      schema['format'] !== undefined &&
      !['date-time', 'date', 'time'].includes(String(schema['format']))
    )
      fault(`the format ${String(schema['format'])} is refused`)
  }
  return faults
}

const known = new Set([
  'type',
  'format',
  'title',
  'description',
  'enum',
  'items',
  'prefixItems',
  'minItems',
  'maxItems',
  'minimum',
  'maximum',
  'anyOf',
  'oneOf',
  'properties',
  'additionalProperties',
  'required',
  'propertyOrdering',
])
