import type { JsonSchema } from './json-schema.ts'

/**
 * Copies a schema deeply, so that the copy can be changed or shared.
 *
 * @example
 * const copy = cloneSchema(tool.inputSchema)
 */
export const cloneSchema = <Schema extends JsonSchema>(schema: Schema): Schema =>
  structuredClone(schema)
