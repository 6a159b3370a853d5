import type { JsonSchema } from '../../catalog/index.ts'
import { toSearchable, toSearchableToolkit, type SearchableTool } from '../../search/index.ts'

/**
 * A tool that runs in the process of the session's owner; the service only describes it to agents.
 */
export type CustomTool = {
  /** `LOCAL_<TOOL>` or `LOCAL_<TOOLKIT>_<TOOL>`. */
  slug: string
  originalSlug: string
  /** Its custom toolkit, or the toolkit that it extends; null for a standalone tool. */
  toolkit: string | null
  extendsToolkit: boolean
  name: string
  description: string
  inputSchema: JsonSchema
  outputSchema?: JsonSchema | undefined
}

export type CustomToolkit = { slug: string; name: string; description: string; tools: CustomTool[] }

/** The parsed `experimental` of a session, which is stored with it. */
export type SessionExtras = {
  userTimezone?: string | undefined
  /** Absent where none were sent. */
  customToolkits?: CustomToolkit[] | undefined
  customTools?: CustomTool[] | undefined
}

export const listCustomTools = ({
  customToolkits = [],
  customTools = [],
}: SessionExtras): CustomTool[] => [...customToolkits.flatMap(({ tools }) => tools), ...customTools]

/** A custom tool in the form that searches use. */
export const toSearchableCustom = ({
  slug,
  name,
  description,
  toolkit,
  inputSchema,
  outputSchema,
}: CustomTool): SearchableTool =>
  toSearchable(
    {
      slug,
      name,
      description,
      tags: [],
      inputParameters: inputSchema,
      outputParameters: outputSchema,
    },
    toSearchableToolkit({
      slug: toolkit ?? standalone,
      name: toolkit ?? '',
      description: '',
      categories: [],
    }),
  )

/** The toolkit name in responses for a tool without a toolkit. */
export const standalone = 'local'
