import type { JsonSchema } from '../../catalog/index.ts'
import { toSearchable, type SearchableTool } from '../../search/index.ts'

/** A tool that runs in the process of the session's owner; the service only tells agents of it. */
export type CustomTool = {
  /** `LOCAL_<TOOL>` or `LOCAL_<TOOLKIT>_<TOOL>`. */
  slug: string
  originalSlug: string
  /** Its custom toolkit, or the toolkit that it extends; null when it stands alone. */
  toolkit: string | null
  extendsToolkit: boolean
  name: string
  description: string
  inputSchema: JsonSchema
  outputSchema?: JsonSchema | undefined
}

export type CustomToolkit = { slug: string; name: string; description: string; tools: CustomTool[] }

/** What `experimental` of a session comes to; stored with it. */
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

/** A custom tool as searches see it. */
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
    { slug: toolkit ?? standalone, name: toolkit ?? '' },
  )

/** What answers give as the toolkit of a tool that has none. */
export const standalone = 'local'
