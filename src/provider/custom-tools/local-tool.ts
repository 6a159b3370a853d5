import { PlugboardError } from '../../client/index.ts'
import type { Experimental, SessionConfig } from '../../contract/index.ts'
import type { JsonSchema } from '../tools/agent-tool.ts'
import type { CustomTool, CustomToolkit } from './custom-tool.ts'

/** A custom tool as a session knows it, after the service gave it its slug. */
export type LocalTool = { slug: string; inputSchema: JsonSchema; tool: CustomTool }

export type LocalTools = ReadonlyMap<string, LocalTool>

/**
 * Whether the session wants a person to agree before a custom tool runs: it names its slug, or one
 * of its hints.
 */
export const needsLocalApproval = (
  { approvals: { tools = [], tags = [] } = {} }: SessionConfig,
  { slug, tool }: LocalTool,
): boolean => tools.includes(slug) || tags.some((hint) => tool.annotations?.[hint] === true)

/** Puts together what is given here and what the service answered; both have the same order. */
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
      `The service took ${records.length} of ${given.length} custom tools`,
    )
  return new Map(
    records.flatMap(({ slug, input_schema }, index) =>
      given[index]
        ? [[slug, { slug, inputSchema: input_schema, tool: given[index] }] as const]
        : [],
    ),
  )
}
