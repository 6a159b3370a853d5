import { describeIssues } from '../../schema/index.ts'
import { isStandardSchema, type StandardResult } from '../../schema/standard-schema.ts'
import { checkArguments, invalidArguments, type ArgumentsCheck } from '../tools/check-arguments.ts'
import type { CustomToolSchema } from './custom-tool.ts'
import type { LocalTool } from './local-tool.ts'

/**
 * Parses arguments with the tool's schema, including defaults and transforms. They are first
 * validated against the JSON Schema, which models see. If the input is only a JSON Schema, they are
 * returned unchanged.
 */
export const parseInput = async (
  { slug, inputSchema, tool }: LocalTool,
  given: Record<string, unknown>,
): Promise<ArgumentsCheck> => {
  const check = checkArguments(slug, inputSchema, given)
  if (!check.success) return check
  try {
    const parsed = await parseBy(tool.input, check.value)
    if (!parsed) return check
    return parsed.issues
      ? invalidArguments(slug, describeIssues(parsed.issues.map(toIssue)))
      : { ...check, value: parsed.value as Record<string, unknown> }
  } catch (error) {
    return {
      success: false,
      error: new Error(
        `The input schema of ${slug} could not check the arguments, so it was not run: ${error instanceof Error ? error.message : String(error)}`,
        { cause: error },
      ),
    }
  }
}

const parseBy = async (
  schema: CustomToolSchema,
  given: unknown,
): Promise<StandardResult<unknown> | undefined> => {
  if (isZod(schema)) {
    const parsed = await schema.safeParseAsync(given)
    return parsed.success ? { value: parsed.data } : parsed.error
  }
  return isStandardSchema(schema) ? schema['~standard'].validate(given) : undefined
}

/**
 * The methods that zod 4, zod mini and zod 3 share. Their Standard Schema interface would run
 * asynchronous checks twice.
 */
type Zod = {
  safeParseAsync(value: unknown): Promise<
    | { success: true; data: unknown }
    | {
        success: false
        error: { issues: readonly { path: readonly PropertyKey[]; message: string }[] }
      }
  >
}

const isZod = (schema: CustomToolSchema | Zod): schema is Zod =>
  'safeParseAsync' in schema &&
  typeof schema.safeParseAsync === 'function' &&
  ('_zod' in schema || '_def' in schema)

const toIssue = ({
  path = [],
  message,
}: NonNullable<StandardResult<unknown>['issues']>[number]) => ({
  path: path
    .map((step) => (typeof step === 'object' ? step.key : step))
    .map((step) => (typeof step === 'number' ? step : String(step))),
  keyword: 'custom',
  message: `is wrong: ${message}`,
})
