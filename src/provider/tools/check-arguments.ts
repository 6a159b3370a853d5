import { describeIssues, parseStringified } from '../../schema/index.ts'
import { describePath } from '../../schema/describe-issues.ts'
import { isLeftToApi } from '../../schema/is-left-to-api.ts'
import { isObject, type JsonObject } from '../../schema/json-schema.ts'

/**
 * `value` is the object that was passed in: nothing is removed or filled in. Only texts of JSON are
 * parsed where the schema wants an object or a list; `parsed` says which. `sent` is the object in the
 * form of the schema's author, with which the tool is called.
 */
export type ArgumentsCheck<Arguments = Record<string, unknown>> =
  | { success: true; value: Arguments; sent: Arguments; parsed?: readonly string[] }
  | { success: false; error: Error }

/**
 * Validates arguments against a tool's JSON Schema, with error messages that a model can act on.
 * `isOfApi`: what only the API of the tool can judge, such as a format, is left to it, and integers
 * that may have been rounded are refused.
 */
export const checkArguments = (
  slug: string,
  inputSchema: JsonObject,
  toolArguments: unknown,
  { isOfApi = false }: { isOfApi?: boolean } = {},
): ArgumentsCheck => {
  if (!isObject(toolArguments)) return invalidArguments(slug, ['arguments must be an object'])
  const { value, parsed, verdict } = parseStringified(inputSchema, toolArguments, {
    exactIntegers: isOfApi,
  })
  const isValid = verdict.ok || (isOfApi && isLeftToApi(inputSchema, value, verdict.issues))
  if (!isValid || !isObject(value))
    return invalidArguments(
      slug,
      describeIssues(verdict.ok ? [] : verdict.issues, { value, schema: inputSchema }),
    )
  if (parsed.length === 0) return { success: true, value, sent: value }
  return { success: true, value, sent: value, parsed: parsed.map(describePath) }
}

export const invalidArguments = (
  slug: string,
  issues: readonly string[],
): Extract<ArgumentsCheck, { success: false }> => ({
  success: false,
  error: new Error(
    `The arguments do not fit the input schema of ${slug}, so it was not run:\n${issues.map((issue) => `- ${issue}`).join('\n')}`,
  ),
})
