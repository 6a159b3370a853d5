import {
  runForModel,
  type AgentTool,
  type Approve,
  type ModelCall,
  type OnResult,
  type ShownResult,
} from '../../src/index.ts'
import { parseArguments } from './parse-arguments.ts'

export type Tools = ReadonlyMap<string, AgentTool>

export type RunOptions<Slug extends string = string> = {
  signal?: AbortSignal | undefined
  /**
   * Asks a person before each call that the session wants confirmed, one call at a time. Return
   * `true` to run the call or `false` to deny it. Without this option, the model reads that the
   * call is waiting for approval.
   */
  approve?: Approve | undefined
  /**
   * The id of the conversation. A call that is made again, by a retry or a resent request, is
   * executed once: it is recognized by its id, which some providers only count (`call_0`). Those
   * calls are recognized within a conversation, where their ids must differ; without this option,
   * they are recognized within a response of the Responses API, and made each time with Chat
   * Completions.
   *
   * @example
   * messages.push(message, ...(await tools.run(message, { conversation: completion.id })))
   */
  conversation?: string | undefined
  /**
   * Called with each call that was made and its complete result, with its log id. Both are typed for
   * tools that are named in the options of `openaiTools`.
   *
   * @example
   * await tools.run(message, { onResult: ({ name, result }) => console.log(name, result.logId) })
   */
  onResult?: OnResult<Slug> | undefined
}

/** Runs a call and returns what the model sees of it, whether it succeeded or failed. */
export const runCall = async (
  tools: Tools,
  call: { name: string; arguments: string; status?: string } & Pick<ModelCall, 'id' | 'step'>,
  { conversation, ...options }: RunOptions & { files?: boolean | undefined },
): Promise<Pick<ShownResult, 'text' | 'files'>> => {
  const tool = tools.get(call.name)
  if (!tool)
    return refused(
      `There is no tool "${call.name}". The tools are: ${[...tools.keys()].join(', ')}`,
    )
  // Without arguments it would look like a call of a tool that needs none.
  if (call.status === 'incomplete')
    return refused(
      `The call was cut off, so ${call.name} was not run: call it again, with shorter arguments`,
    )
  const toolArguments = parseArguments(call.arguments)
  if (toolArguments instanceof Error)
    return refused(
      `The arguments are not valid JSON, so ${call.name} was not run: ${toolArguments.message}`,
    )
  return runForModel(tool, toolArguments, {
    ...options,
    call: { id: call.id, step: call.step, conversation },
  })
}

const refused = (error: string): Pick<ShownResult, 'text' | 'files'> => ({
  text: JSON.stringify({ error }),
  files: [],
})
