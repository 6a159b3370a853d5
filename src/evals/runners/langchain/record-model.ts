import type { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { AIMessage, type AIMessageChunk, type BaseMessage } from '@langchain/core/messages'
import type { DynamicStructuredTool } from '@langchain/core/tools'
import { convertToOpenAITool } from '@langchain/core/utils/function_calling'
import type { ResponseChunk } from '../../cassettes/model-response.ts'
import type { ModelRequest, ModelSettings } from '../../cassettes/model-request.ts'
import type { Drive } from '../run-case.ts'
import { readChunk, readMessage } from './read-message.ts'
import { readMessages } from './read-messages.ts'
import { toMessage, toStreamedMessage } from './to-message.ts'

type Parts = { model: BaseChatModel; tools: DynamicStructuredTool[] } & Pick<
  Drive,
  'ask' | 'stream' | 'signal'
>

/**
 * Returns the next message of a model: from a recording, or from the model with the tools bound to
 * it.
 */
export const recordModel = ({
  model,
  tools,
  ask,
  stream,
  signal,
}: Parts): ((messages: BaseMessage[]) => Promise<AIMessage>) => {
  const bind = () => (tools.length === 0 ? model : (model.bindTools?.(tools) ?? rejectTools(model)))
  const asked = {
    model: modelName(model),
    tools: tools.map(readTool),
    settings: readSettings(model),
  }

  const invoke = async (messages: BaseMessage[]) => {
    const message: AIMessage = await bind().invoke(messages, { signal })
    return { answer: readMessage(message), live: message }
  }

  const collect = async (messages: BaseMessage[]) => {
    const started = performance.now()
    const pieces: ResponseChunk[] = []
    let whole: AIMessageChunk | undefined
    for await (const chunk of await bind().stream(messages, { signal })) {
      pieces.push(...readChunk(chunk, Math.round(performance.now() - started)))
      whole = whole ? whole.concat(chunk) : chunk
    }
    const message: AIMessage = whole ?? new AIMessage('')
    return { answer: { ...readMessage(message), pieces }, live: message }
  }

  return async (messages) => {
    const { answer, live } = await ask({ ...asked, messages: readMessages(messages) }, () =>
      stream ? collect(messages) : invoke(messages),
    )
    return live ?? (stream ? toStreamedMessage(answer) : toMessage(answer))
  }
}

const rejectTools = (model: BaseChatModel): never => {
  throw new Error(`The chat model ${model._llmType()} does not support tools`)
}

/** In the format that LangChain sends to models. */
const readTool = (tool: DynamicStructuredTool): ModelRequest['tools'][number] => {
  const { name, description = '', parameters = {} } = convertToOpenAITool(tool).function
  return { name, description, inputSchema: parameters }
}

type Fields = {
  model?: unknown
  modelName?: unknown
  temperature?: unknown
  topP?: unknown
  maxTokens?: unknown
  maxOutputTokens?: unknown
  stop?: unknown
  stopSequences?: unknown
  seed?: unknown
}

/** LangChain classes keep their settings in fields with these names. */
const fieldsOf = (model: BaseChatModel): Fields => model as unknown as Fields

const modelName = (model: BaseChatModel): string => {
  const { model: name, modelName: earlier } = fieldsOf(model)
  return [name, earlier].find((each) => typeof each === 'string') ?? model._llmType()
}

const readSettings = (model: BaseChatModel): ModelSettings => {
  const { temperature, topP, maxTokens, maxOutputTokens, stop, stopSequences, seed } =
    fieldsOf(model)
  const stops = [stop, stopSequences].find(
    (each): each is string[] => Array.isArray(each) && each.length > 0,
  )
  return {
    temperature: toNumber(temperature),
    topP: toNumber(topP),
    maxOutputTokens: toNumber(maxTokens ?? maxOutputTokens),
    stop: stops,
    seed: toNumber(seed),
  }
}

const toNumber = (value: unknown): number | undefined =>
  typeof value === 'number' && value >= 0 ? value : undefined
