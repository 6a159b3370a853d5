import type { BaseChatModel } from '@langchain/core/language_models/chat_models'
import {
  HumanMessage,
  ToolMessage,
  type AIMessage,
  type BaseMessage,
} from '@langchain/core/messages'
import type { DynamicStructuredTool } from '@langchain/core/tools'
import { langchainTools } from '../../../../adapters/langchain/index.ts'
import type { FrameworkCall } from '../case-tools.ts'
import type { Drive } from '../run-case.ts'
import { parseJson } from '../parse-json.ts'
import { readMessages } from './read-messages.ts'
import { recordModel } from './record-model.ts'
import { toLangchainMessages } from './to-langchain-messages.ts'

/**
 * Runs a case with a plain loop: the model answers, and all calls of the answer run in parallel.
 */
export const driveLangchain = async (model: BaseChatModel, run: Drive): Promise<void> => {
  const tools = await langchainTools(run.holder)
  const answer = recordModel({ model, tools, ...run })
  const messages: BaseMessage[] = toLangchainMessages(run.messages)
  for (let step = 1; step <= run.maximumSteps; step += 1) {
    run.signal.throwIfAborted()
    const message = await answer(messages)
    const results = await Promise.all(
      callsOf(message).map((call) => runCall(tools, call, run.signal)),
    )
    messages.push(message, ...results)
    const seen = toSeen(message, results)
    run.addStep(seen)
    if (results.length > 0) continue
    const said = await run.reply(seen.text)
    if (said === undefined) return
    messages.push(new HumanMessage(said))
  }
}

type Call = { id: string; name: string } & (
  | { args: Record<string, unknown> }
  | { malformed: string }
)

const callsOf = ({
  tool_calls: calls = [],
  invalid_tool_calls: malformed = [],
}: AIMessage): Call[] => [
  ...calls.map(({ id = '', name, args }) => ({ id, name, args })),
  ...malformed.map(({ id = '', name = '', args = '' }) => ({ id, name, malformed: args })),
]

const runCall = async (
  tools: readonly DynamicStructuredTool[],
  call: Call,
  signal: AbortSignal,
): Promise<ToolMessage> => {
  const tool = tools.find(({ name }) => name === call.name)
  const refuse = (error: string) =>
    new ToolMessage({
      content: JSON.stringify({ error }),
      tool_call_id: call.id,
      name: call.name,
      status: 'error',
    })
  if (!tool)
    return refuse(
      `There is no tool "${call.name}". The tools are: ${tools.map(({ name }) => name).join(', ')}`,
    )
  if ('malformed' in call)
    return refuse(
      `The arguments are not valid JSON, so ${call.name} was not run: ${whyMalformed(call.malformed)}`,
    )
  return (await tool.invoke(
    { type: 'tool_call', id: call.id, name: call.name, args: call.args },
    { signal },
  )) as ToolMessage
}

const whyMalformed = (text: string): string => {
  try {
    JSON.parse(text)
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
  return 'it is not an object'
}

const toSeen = (
  message: AIMessage,
  results: ToolMessage[],
): { text: string; calls: FrameworkCall[] } => {
  const shown = new Map(results.map((result) => [result.tool_call_id, result.text]))
  return {
    text: readMessages([message])[0]?.content ?? '',
    calls: callsOf(message).map((call) => ({
      id: call.id,
      name: call.name,
      arguments: 'malformed' in call ? parseJson(call.malformed) : call.args,
      shown: shown.get(call.id),
    })),
  }
}
