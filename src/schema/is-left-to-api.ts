import { compileSchema, type SchemaIssue } from './compile-schema.ts'
import type { JsonSchema } from './json-schema.ts'
import { valueAt } from './value-at.ts'

const mostTexts = 20
/** From this number on, a validation lists no more. */
const mostIssues = 100

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
): boolean => {
  if (issues.length >= mostIssues) return false
  const wrong = issues.filter((issue) => !isOfApi(issue))
  if (wrong.length === 0) return true
  if (wrong.length > mostTexts || !wrong.every((issue) => isExactInteger(issue, value)))
    return false
  const copy = { value: structuredClone(value) }
  for (const { path } of wrong) putNumber(copy, ['value', ...path])
  const verdict = compileSchema(schema).validate(copy.value)
  return verdict.ok || verdict.issues.every(isOfApi)
}

/** A `oneOf` that nothing fits reports what is wrong with the closest alternative instead. */
const isOfApi = ({ keyword }: SchemaIssue): boolean => keyword === 'format' || keyword === 'oneOf'

const isExactInteger = ({ keyword, path }: SchemaIssue, value: unknown): boolean => {
  const text = keyword === 'type' && valueAt(value, path)
  return (
    typeof text === 'string' &&
    /^-?[1-9]\d{15,18}$/.test(text) &&
    !Number.isSafeInteger(Number(text))
  )
}

const putNumber = (holder: object, path: SchemaIssue['path']): void => {
  const around = valueAt(holder, path.slice(0, -1)) as Record<string | number, unknown>
  const key = path.at(-1) ?? ''
  Object.defineProperty(around, key, { ...writable, value: Number(around[key]) })
}

const writable = { enumerable: true, configurable: true, writable: true }
