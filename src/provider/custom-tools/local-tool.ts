import { PlugboardError } from '../../client/index.ts'
import type { Experimental, SessionConfig } from '../../contract/index.ts'
import type { JsonSchema } from '../tools/agent-tool.ts'
import type { CustomTool, CustomToolkit } from './custom-tool.ts'

/** A custom tool with the slug that the service assigned to it. */
export type LocalTool = { slug: string; inputSchema: JsonSchema; tool: CustomTool }

export type LocalTools = ReadonlyMap<string, LocalTool>

/**
 * Returns whether the session requires approval for a custom tool, by its slug or one of its hints.
 */
export const needsLocalApproval = (
  { approvals: { tools = [], tags = [] } = {} }: SessionConfig,
  { slug, tool }: LocalTool,
): boolean => tools.includes(slug) || tags.some((hint) => tool.annotations?.[hint] === true)

/** Combines the custom tools with the service's answer, which lists them in the same order. */
export const toLocalTools = (
  tools: readonly CustomTool[],
  toolkits: readonly CustomToolkit[],
  answer: Experimental | undefined,
): LocalTools => {
  const given = [...tools, ...toolkits.flatMap((toolkit) => toolkit.tools)]
  const records = [
    ...(answer?.custom_tools ?? []).slice(0, tools.length),
    ...toolkits.flatMap((toolkit, index) =>
      (answer?.custom_toolkits?.[index]?.tools ?? []).slice(0, toolkit.tools.length),
    ),
  ]
  if (records.length !== given.length)
    throw new PlugboardError(
      'unexpected_answer',
      `The service accepted ${records.length} of ${given.length} custom tools`,
    )
  return new Map(
    records.flatMap(({ slug, input_schema }, index) =>
      given[index]
        ? [[slug, { slug, inputSchema: input_schema, tool: given[index] }] as const]
        : [],
    ),
  )
}
