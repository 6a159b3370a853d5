import { Ajv2020 } from 'ajv/dist/2020.js'
import { pointsNowhere } from './points-nowhere.ts'
import { namesOf, visitSchemas, type Schema } from './visit-schemas.ts'

const ajv = new Ajv2020({ strict: false, logger: false, validateFormats: false })

/**
 * What Anthropic's pages and error messages ask of an `input_schema` (platform.claude.com, seen
 * 2026-11-21).
 */
export const breakAnthropicRules = (root: Schema): string[] => {
  const faults: string[] = []
  if (!ajv.validateSchema(root)) faults.push(`/: not valid 2020-12: ${ajv.errorsText()}`)
  if (root['type'] !== 'object') faults.push('/: input_schema.type must be object')
  for (const keyword of ['oneOf', 'allOf', 'anyOf'])
    if (root[keyword] !== undefined) faults.push(`/: ${keyword} at the top level`)
  for (const [schema, { path }] of visitSchemas(root)) {
    for (const name of namesOf(schema))
      if (!/^[a-zA-Z0-9_.-]{1,64}$/.test(name))
        faults.push(`${path}: property keys should match the pattern, got ${name}`)
    if (pointsNowhere(root, schema))
      faults.push(`${path}: ${String(schema['$ref'])} is not defined`)
  }
  return faults
}
