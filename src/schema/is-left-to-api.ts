import { compileSchema, type SchemaIssue } from './compile-schema.ts'
import { areExactIntegers, mostIssues } from './are-exact-integers.ts'
import type { JsonSchema } from './json-schema.ts'

/**
 * Whether a value is valid but for formats, for alternatives of a `oneOf` that it fits several of, and
 * for integers that came as texts since no number holds them.
 *
 * Only the API knows what it accepts as a `format`, which JSON Schema calls an annotation:
 * documented values often have another form, such as a time without its zone. Objects of OpenAPI are
 * open, so that one value often fits several alternatives, and the API decides which of them it is. Ids
 * of 64 bits are in answers as texts, and are sent on as they are.
 */
export const isLeftToApi = (
  schema: JsonSchema,
  value: unknown,
  issues: readonly SchemaIssue[],
): boolean =>
  (issues.length < mostIssues && issues.every(isOfApi)) ||
  areExactIntegers(compileSchema(schema), value, issues, isOfApi)

/** A `oneOf` that nothing fits reports what is wrong with the closest alternative instead. */
const isOfApi = ({ keyword }: Pick<SchemaIssue, 'keyword'>): boolean =>
  keyword === 'format' || keyword === 'oneOf'
