import { describeIssues } from '../../schema/index.ts'
import { describePath } from '../../schema/describe-issues.ts'
import { parseStringified } from '../../schema/parse-stringified.ts'
import { isObject } from '../../schema/json-schema.ts'
import type { CatalogTool } from '../catalog/index.ts'
import { isLeftToApi } from '../../schema/is-left-to-api.ts'
import { ToolFailure } from './tool-failure.ts'

/** The arguments of a call, as its tool's schema reads them. */
export type ReadArguments = {
  value: Record<string, unknown>
  /** The arguments that came as texts of JSON, by their paths. */
  parsed: string[] | undefined
  /** Why the tool cannot be called with them. */
  failure: ToolFailure | undefined
}

/**
 * Validates arguments, after texts of JSON in them were parsed where the schema wants an object or
 * a list: the same reading as that of agent tools, for callers that have none. What only the API can
 * judge is no failure. A number that may have been rounded is one where the schema wants an integer:
 * another record would be read or deleted.
 */
export const readArguments = (
  { definition: { slug, inputParameters } }: CatalogTool,
  given: Record<string, unknown>,
): ReadArguments => {
  const { value, parsed, verdict } = parseStringified(inputParameters, given, {
    exactIntegers: true,
  })
  const read = isObject(value) ? value : given
  return {
    value: read,
    parsed: parsed.length === 0 ? undefined : parsed.map((path) => describePath(path)),
    failure:
      verdict.ok || isLeftToApi(inputParameters, read, verdict.issues)
        ? undefined
        : toFailure(slug, describeIssues(verdict.issues, { value: read, schema: inputParameters })),
  }
}

const toFailure = (slug: string, issues: string[]): ToolFailure =>
  new ToolFailure(
    `The arguments of ${slug} are not valid: ${issues.join('; ')}. Correct them and call the tool again.`,
    { issues },
  )
