import { compileSchema, describeIssues } from '../../schema/index.ts'
import { isObject, type JsonObject } from '../../schema/json-schema.ts'

/** `value` is the same object that was passed in: nothing is removed or filled in. */
export type ArgumentsCheck<Arguments = Record<string, unknown>> =
  | { success: true; value: Arguments }
  | { success: false; error: Error }

/**
 * Validates arguments against a tool's JSON Schema, with error messages that a model can act on.
 */
export const checkArguments = (
  slug: string,
  inputSchema: JsonObject,
  toolArguments: unknown,
): ArgumentsCheck => {
  if (!isObject(toolArguments)) return invalidArguments(slug, ['arguments must be an object'])
  const verdict = compileSchema(inputSchema).validate(toolArguments)
  return verdict.ok
    ? { success: true, value: toolArguments }
    : invalidArguments(slug, describeIssues(verdict.issues))
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
