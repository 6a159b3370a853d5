import {
  toolsOnDemand,
  type NamedOnDemandOptions,
  type OnDemandOptions,
  type ToolLister,
  type ToolName,
  type ToolSlug,
} from '../../src/index.ts'
import { toDefinition, type CreateTool, type MastraToolsOptions } from './mastra-tools.ts'
import { toMentions } from './to-mentions.ts'

export type MastraToolsOnDemandOptions<Tool = unknown> = OnDemandOptions &
  Pick<MastraToolsOptions, 'files' | 'conversation'> & {
    /** Your own tools, which are available in every step: `prepareStep` says which ones there are. */
    ownTools?: Readonly<Record<string, Tool>> | undefined
  }

export type MastraToolsOnDemand<Tool, Name extends string = never> = {
  /** For the agent: the meta tools, the tools named in the options, and your own. */
  tools: Record<string, Tool> & Record<Name, Tool>
  /** For `generate` and `stream`, or the agent's `defaultOptions`. */
  prepareStep: (step: { messages: readonly unknown[] }) => Promise<{ tools: Record<string, Tool> }>
}

/**
 * Starts a Mastra agent with the meta tools. Each tool that its searches find can be called
 * directly, by its name and schema, from the next step on.
 *
 * The loaded tools are derived from the messages alone, so another process can continue the
 * conversation with the same tools, and one agent serves all conversations of a session. Tools of your
 * own go into `ownTools`.
 *
 * @example
 * import { Agent } from '@mastra/core/agent'
 * import { createTool } from '@mastra/core/tools'
 * import { Plugboard } from 'plugboard'
 * import { mastraToolsOnDemand } from 'plugboard/mastra'
 *
 * const session = await new Plugboard().createSession('ada')
 * const { tools, prepareStep } = await mastraToolsOnDemand(session, createTool)
 * const agent = new Agent({
 *   id: 'caretaker',
 *   name: 'Caretaker',
 *   instructions: 'You look after the building.',
 *   model: 'openai/gpt-5-mini',
 *   tools,
 *   defaultOptions: { prepareStep },
 * })
 * const { text } = await agent.generate('Tell the builders that the door is broken')
 */
export async function mastraToolsOnDemand<Tool, const Slugs extends readonly ToolSlug[]>(
  session: ToolLister,
  createTool: CreateTool<Tool>,
  options: Omit<MastraToolsOnDemandOptions<Tool>, keyof OnDemandOptions> &
    NamedOnDemandOptions<Slugs>,
): Promise<MastraToolsOnDemand<Tool, ToolName<Slugs[number]>>>
export async function mastraToolsOnDemand<Tool>(
  session: ToolLister,
  createTool: CreateTool<Tool>,
  options?: MastraToolsOnDemandOptions<Tool>,
): Promise<MastraToolsOnDemand<Tool>>
export async function mastraToolsOnDemand<Tool>(
  session: ToolLister,
  createTool: CreateTool<Tool>,
  { files, conversation, ownTools = {}, ...options }: MastraToolsOnDemandOptions<Tool> = {},
): Promise<MastraToolsOnDemand<Tool>> {
  const { always, found } = await toolsOnDemand(
    session,
    (tool) => [tool.name, createTool(toDefinition(tool, { files, conversation }))] as const,
    options,
  )
  return {
    tools: { ...Object.fromEntries(always), ...ownTools },
    prepareStep: async ({ messages }) => ({
      tools: {
        ...Object.fromEntries([...always, ...(await found(toMentions(messages)))]),
        ...ownTools,
      },
    }),
  }
}
