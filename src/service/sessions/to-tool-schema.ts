import type { ToolSchema } from '../../contract/session-search.ts'
import { toObjectSchema } from '../../schema/to-object-schema.ts'
import type { CatalogTool } from '../catalog/index.ts'
import { standalone, type CustomTool } from './custom-tools/custom-tool.ts'
import type { OpenSession } from './session.ts'

/** Schemas above this many characters are returned by reference. */
const maximumSchemaCharacters = 12_000

/** A tool as `SVC_GET_TOOL_SCHEMAS` returns it: complete. */
export const toFullSchema = (session: OpenSession, tool: CatalogTool): ToolSchema => ({
  ...toSummary(session, tool),
  input_schema: toObjectSchema(tool.definition.inputParameters),
  output_schema: toObjectSchema(tool.definition.outputParameters),
  hasFullSchema: true,
})

/**
 * A tool as a search returns it: with its arguments if it is a primary result and they are not too
 * long.
 */
export const toFoundSchema = (
  session: OpenSession,
  tool: CatalogTool,
  wanted: boolean,
): ToolSchema => {
  const { slug, inputParameters } = tool.definition
  if (wanted && JSON.stringify(inputParameters).length <= maximumSchemaCharacters)
    return {
      ...toSummary(session, tool),
      input_schema: toObjectSchema(inputParameters),
      hasFullSchema: true,
    }
  return {
    ...toSummary(session, tool),
    hasFullSchema: false,
    schemaRef: {
      tool: 'SVC_GET_TOOL_SCHEMAS',
      args: { tool_slugs: [slug] },
      message: 'Get the arguments of this tool before calling it',
    },
  }
}

/** A custom tool, always complete, since the process that runs it has it anyway. */
export const toCustomSchema = (session: OpenSession, tool: CustomTool): ToolSchema => ({
  toolkit: tool.toolkit ?? standalone,
  tool_slug: tool.slug,
  description: tool.description,
  input_schema: toObjectSchema(tool.inputSchema),
  ...(tool.outputSchema && { output_schema: toObjectSchema(tool.outputSchema) }),
  tags: [],
  hasFullSchema: true,
  approval: session.policy.requiresApproval({
    slug: tool.slug,
    toolkit: tool.toolkit ?? standalone,
    tags: [],
  })
    ? 'required'
    : 'never',
})

const toSummary = (
  { policy }: OpenSession,
  { toolkit, definition: { slug, description, tags } }: CatalogTool,
): ToolSchema => ({
  toolkit,
  tool_slug: slug,
  description,
  tags,
  approval: policy.requiresApproval({ slug, toolkit, tags }) ? 'required' : 'never',
})
