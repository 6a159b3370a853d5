import type {
  ChatCompletionChunk,
  ChatCompletionMessage,
  ChatCompletionMessageFunctionToolCall,
} from 'openai/resources/chat/completions'

/** The answer of a model, and why it ended. */
export type Answer = {
  message: ChatCompletionMessage
  finish_reason: ChatCompletionChunk.Choice['finish_reason']
}

type Delta = ChatCompletionChunk.Choice.Delta
type CallDelta = ChatCompletionChunk.Choice.Delta.ToolCall

/** What a provider sends beside the fields of the API, such as signatures that it wants back. */
type Extras = Map<string, unknown>
type OpenCall = { call: ChatCompletionMessageFunctionToolCall; extras: Extras }

const fieldsOfMessage = new Set(['role', 'content', 'refusal', 'tool_calls'])
const fieldsOfCall = new Set(['index', 'id', 'type', 'function'])

/**
 * Assembles the message of a streamed answer, with the fields that only some providers have.
 *
 * The helper of the OpenAI client parses the arguments of strict tools while streaming, and throws
 * if they are malformed.
 */
export const collectMessage = async (
  stream: AsyncIterable<ChatCompletionChunk>,
  onEvent: (chunk: ChatCompletionChunk) => void,
): Promise<Answer> => {
  let finishReason: Answer['finish_reason'] = null
  const message: ChatCompletionMessage = { role: 'assistant', content: null, refusal: null }
  const extras: Extras = new Map()
  const calls: OpenCall[] = []
  for await (const chunk of stream) {
    onEvent(chunk)
    const [choice] = chunk.choices
    finishReason = choice?.finish_reason ?? finishReason
    const delta: Partial<Delta> = choice?.delta ?? {}
    if (delta.content) message.content = (message.content ?? '') + delta.content
    if (delta.refusal) message.refusal = (message.refusal ?? '') + delta.refusal
    addExtras(extras, delta, fieldsOfMessage)
    for (const part of delta.tool_calls ?? []) {
      const { call, extras: extrasOfCall } = (calls[placeOf(part, calls)] ??= newCall())
      call.id ||= part.id ?? ''
      call.function.name += part.function?.name ?? ''
      call.function.arguments += part.function?.arguments ?? ''
      addExtras(extrasOfCall, part, fieldsOfCall)
    }
  }
  const made = calls.flatMap((open) =>
    open === undefined ? [] : [{ ...open.call, ...Object.fromEntries(open.extras) }],
  )
  return {
    finish_reason: finishReason,
    message: {
      ...message,
      ...Object.fromEntries(extras),
      ...(made.length > 0 && { tool_calls: made }),
    },
  }
}

const newCall = (): OpenCall => ({
  call: { id: '', type: 'function', function: { name: '', arguments: '' } },
  extras: new Map(),
})

/** Some providers send no index: another id, or a name where there is no id, begins another call. */
const placeOf = (
  { index, id, function: part }: Partial<CallDelta>,
  calls: readonly OpenCall[],
): number => {
  if (typeof index === 'number') return index
  const last = calls.at(-1)?.call
  const isNew = !last || (id ? id !== last.id : Boolean(part?.name))
  return isNew ? calls.length : calls.length - 1
}

/** Texts and lists come in pieces; of anything else, the last value holds. */
const addExtras = (extras: Extras, delta: object, known: ReadonlySet<string>): void => {
  for (const [name, value] of Object.entries(delta)) {
    if (known.has(name) || value === undefined || value === null) continue
    const before = extras.get(name)
    extras.set(
      name,
      typeof before === 'string' && typeof value === 'string'
        ? before + value
        : Array.isArray(before) && Array.isArray(value)
          ? [...before, ...value]
          : value,
    )
  }
}
