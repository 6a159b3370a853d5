import { compileSchema } from '../../schema/index.ts'
import { isObject, type JsonObject } from '../../schema/json-schema.ts'

const maximumExamples = 3

/**
 * Returns the examples at the root of a schema that are valid against it and against the schema
 * that models see. Providers refuse invalid examples.
 *
 * Compiles nothing if there are no examples.
 */
export const inputExamples = (
  inputSchema: JsonObject,
  shown: JsonObject,
): Record<string, unknown>[] => {
  const { examples, example } = inputSchema
  const given = [
    ...(Array.isArray(examples) ? examples : []),
    ...(example === undefined ? [] : [example]),
  ].filter(isObject)
  if (given.length === 0) return []
  const validators = [...new Set([inputSchema, shown])].map((schema) => compileSchema(schema))
  return given
    .filter((each) => validators.every((validator) => validator.validate(each).ok))
    .slice(0, maximumExamples)
    .map((each) => structuredClone(each))
}
