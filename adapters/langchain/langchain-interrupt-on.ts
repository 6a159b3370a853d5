import { madeTools } from './reviewed-calls.ts'

/** The option `interruptOn` of `humanInTheLoopMiddleware`. */
export type LangchainInterruptOn = Record<
  string,
  {
    allowedDecisions: ('approve' | 'edit' | 'reject')[]
    description: string
    argsSchema: Record<string, unknown>
    when: (request: ReviewRequest) => Promise<boolean>
  }
>

type ReviewRequest = {
  toolCall: { id?: string | undefined; args: Record<string, unknown> }
  runtime?: unknown
}

/**
 * Makes `humanInTheLoopMiddleware` from `langchain` ask a person before it runs a call that the
 * session wants confirmed. An approved or edited call is also approved in the service, with the
 * project's key, and then runs; a rejected call is never sent.
 *
 * The conversation can be resumed in another process, with tools and middleware made there. Tools
 * from other sources are left out. Tools that are found on demand are not known in advance: for
 * them, use the option `interrupt`.
 *
 * @example
 * const tools = await langchainTools(session)
 * const agent = createAgent({
 *   model: 'openai:gpt-5',
 *   tools,
 *   checkpointer,
 *   middleware: [humanInTheLoopMiddleware({ interruptOn: langchainInterruptOn(tools) })],
 * })
 * await agent.invoke(new Command({ resume: { decisions: [{ type: 'approve' }] } }), thread)
 */
export const langchainInterruptOn = (tools: readonly object[]): LangchainInterruptOn =>
  Object.fromEntries(
    tools.flatMap((made) => {
      const known = madeTools.get(made)
      if (!known) return []
      const { tool, reviewed } = known
      const when = async ({ toolCall, runtime }: ReviewRequest): Promise<boolean> => {
        const isNeeded = await tool.needsApproval(toolCall.args)
        reviewed.set({ name: tool.name, id: toolCall.id, thread: toThread(runtime) }, isNeeded)
        return isNeeded
      }
      return [
        [
          tool.name,
          {
            allowedDecisions: ['approve', 'edit', 'reject'],
            description: tool.description,
            argsSchema: tool.inputSchema,
            when,
          },
        ],
      ]
    }),
  )

const toThread = (runtime: unknown): unknown => {
  const configurable = fieldOf(runtime, 'configurable')
  return fieldOf(configurable, 'thread_id')
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined
