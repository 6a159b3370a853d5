import type { ExperimentalRequest } from '../../../contract/session-custom-tools.ts'
import { toDataSchema } from '../../../schema/to-data-schema.ts'
import type { CustomTool, SessionExtras } from './custom-tool.ts'

type RequestedTool = NonNullable<ExperimentalRequest['custom_tools']>[number]

/** Converts `experimental` of a request: custom tools get the slugs that agents use. */
export const toSessionExtras = (request: ExperimentalRequest): SessionExtras => ({
  userTimezone: request.assistive_prompt_config?.user_timezone,
  customToolkits: request.custom_toolkits?.map((toolkit) => ({
    ...toolkit,
    tools: toolkit.tools.map((tool) => toCustomTool(tool, toolkit.slug)),
  })),
  customTools: request.custom_tools?.map((tool) => toCustomTool(tool, tool.extends_toolkit)),
})

const toCustomTool = (tool: RequestedTool, toolkit: string | undefined): CustomTool => ({
  slug: toLocalSlug(tool.slug, toolkit),
  originalSlug: tool.slug,
  toolkit: toolkit ?? null,
  extendsToolkit: tool.extends_toolkit !== undefined,
  name: tool.name,
  description: tool.description,
  inputSchema: tool.input_schema,
  // In the form in which the SDK passes results of custom tools to an agent.
  outputSchema: tool.output_schema && toDataSchema(tool.output_schema, () => 'result'),
})

/** A slug that already has its prefix keeps it, so that slugs from responses may be sent again. */
const toLocalSlug = (supplied: string, toolkit: string | undefined): string => {
  const slug = toUpperCase(supplied)
  const prefix = toolkit === undefined ? 'LOCAL_' : `LOCAL_${toUpperCase(toolkit)}_`
  return slug.startsWith(prefix) ? slug : prefix + slug.replace(/^LOCAL_/, '')
}

const toUpperCase = (slug: string): string => slug.toUpperCase().replaceAll('-', '_')
