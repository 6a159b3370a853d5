import type { Conversation, Turn } from '../next-turn.ts'
import type { Names, Parameters, Protocol } from './protocol.ts'

type Text = { type: 'text'; text: string }
type Block =
  | Text
  | { type: 'tool_use' }
  | { type: 'tool_result'; tool_use_id: string; content: string | Text[] }
type MessagesRequest = {
  messages: { role: string; content: string | Block[] }[]
  tools?: { name: string; input_schema: Parameters }[]
  thread?: { type: string; previous_message_id?: string }
}

/** Keeps the conversations that clients continue with the id of the last answer alone. */
export const openAnthropic = (): Protocol<MessagesRequest> => {
  const threads = new Map<string, MessagesRequest>()
  const toWhole = (request: MessagesRequest): MessagesRequest => {
    const held = threads.get(request.thread?.previous_message_id ?? '')
    return held ? { ...held, messages: [...held.messages, ...request.messages] } : request
  }
  return {
    read: (request, names) => read(toWhole(request), names),
    write: (turn, id, request) => {
      const message = write(turn, id)
      const whole = toWhole(request)
      threads.set(message.id, { ...whole, messages: [...whole.messages, message] })
      return message
    },
  }
}

const read = ({ messages, tools = [] }: MessagesRequest, names: Names): Conversation => {
  // Results of tools are messages of the user, too.
  const turns = messages.map(({ role, content }) => ({
    role,
    blocks: typeof content === 'string' ? [{ type: 'text' as const, text: content }] : content,
  }))
  const asked = turns.findLastIndex(
    ({ role, blocks }) => role === 'user' && blocks.some(({ type }) => type === 'text'),
  )
  return {
    tools: tools.map(({ name, input_schema: parameters }) => ({ name, parameters })),
    words: toText(turns[asked]?.blocks ?? []),
    results: turns
      .slice(asked + 1)
      .flatMap(({ blocks }) => blocks)
      .flatMap((block) =>
        block.type === 'tool_result'
          ? [{ name: names.get(block.tool_use_id) ?? '', output: toText(block.content) }]
          : [],
      ),
  }
}

const toText = (content: string | Block[]): string =>
  typeof content === 'string'
    ? content
    : content.map((block) => (block.type === 'text' ? block.text : '')).join('')

const write = (turn: Turn, id: string) => ({
  id: `msg_${id}`,
  type: 'message',
  role: 'assistant',
  model: 'scripted',
  stop_reason: 'call' in turn ? 'tool_use' : 'end_turn',
  stop_sequence: null,
  usage: { input_tokens: 0, output_tokens: 0 },
  content: [
    'call' in turn
      ? { type: 'tool_use' as const, id, name: turn.call.name, input: turn.call.arguments }
      : { type: 'text' as const, text: turn.text, citations: null },
  ],
})
