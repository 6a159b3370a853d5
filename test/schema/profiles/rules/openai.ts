import { visitSchemas, typesOf, type Schema } from './visit-schemas.ts'
import { pointsNowhere } from './points-nowhere.ts'

/** What OpenAI refuses of a function that is not strict, as its own error messages say. */
export const breakOpenaiRules = (root: Schema): string[] => {
  const faults: string[] = []
  if (root['type'] !== 'object') faults.push('/: schema must have type object')
  for (const keyword of ['oneOf', 'anyOf', 'allOf', 'enum', 'not', 'const'])
    if (root[keyword] !== undefined) faults.push(`/: ${keyword} at the top level`)
  for (const [schema, { path }] of visitSchemas(root)) {
    if (typesOf(schema).includes('array') && schema['items'] === undefined)
      faults.push(`${path}: array schema missing items`)
    if (pointsNowhere(root, schema))
      faults.push(`${path}: ${String(schema['$ref'])} is not defined at the top level`)
  }
  return faults
}
