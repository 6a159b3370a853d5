import type {
  BetaContentBlock,
  BetaMessage,
  BetaMessageParam,
  MessageCreateParams,
} from '@anthropic-ai/sdk/resources/beta/messages/messages'
import type { Conversation, MadeTurn } from '../read-conversation.ts'
import { halves } from './halves.ts'

type Request = Omit<MessageCreateParams, 'stream'> & { stream?: boolean }

/** A conversation as the server holds it, to be continued with the id of its last answer. */
type Thread = Pick<Request, 'messages' | 'system' | 'tools'>

export const openThreads = () => {
  const threads = new Map<string, Thread>()
  return {
    /** The request with what the server holds of its thread. */
    whole: (request: Request): Request => {
      const { thread } = request
      const held = thread?.type === 'continue' ? threads.get(thread.previous_message_id) : undefined
      return held
        ? { ...request, ...held, messages: [...held.messages, ...request.messages] }
        : request
    },
    keep: ({ messages, system, tools }: Request, { id, content }: BetaMessage): void => {
      threads.set(id, {
        messages: [...messages, { role: 'assistant', content } as BetaMessageParam],
        ...(system && { system }),
        ...(tools && { tools }),
      })
    },
  }
}

export const readMessages = ({ messages, tools = [] }: Request): Conversation => {
  const blocks = messages.flatMap(({ content }) =>
    typeof content === 'string' ? [] : (content ?? []),
  )
  const names = new Map(
    blocks.flatMap((block) => (block.type === 'tool_use' ? [[block.id, block.name] as const] : [])),
  )
  return {
    said: messages.flatMap(({ role, content }) => {
      if (role !== 'user') return []
      if (typeof content === 'string') return [content]
      return (content ?? []).flatMap((block) => (block?.type === 'text' ? [block.text] : []))
    }),
    results: blocks.flatMap((block) => {
      if (block.type !== 'tool_result') return []
      const { content = '' } = block
      const parts =
        typeof content === 'string' ? [{ type: 'text' as const, text: content }] : content
      return [
        {
          name: names.get(block.tool_use_id) ?? '',
          text: parts.map((part) => (part.type === 'text' ? part.text : '')).join(''),
          pictures: parts.flatMap((part) =>
            part.type === 'image' && part.source.type === 'base64'
              ? [`data:${part.source.media_type};base64,${part.source.data}`]
              : [],
          ),
        },
      ]
    }),
    tools: tools.flatMap((tool) => ('name' in tool ? [tool.name] : [])),
  }
}

export const toMessage = (turn: MadeTurn, number: number): BetaMessage =>
  ({
    id: `msg_${number}`,
    type: 'message',
    role: 'assistant',
    model: 'scripted',
    stop_reason: 'calls' in turn ? 'tool_use' : 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1 },
    content:
      'calls' in turn
        ? turn.calls.map(({ id, name, arguments: given }) => ({
            type: 'tool_use',
            id,
            name,
            input: toInput(given),
          }))
        : [{ type: 'text', text: turn.text, citations: null }],
  }) as BetaMessage

export const toMessageStream = (message: BetaMessage): string => {
  const event = (type: string, fields: object) =>
    `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`
  return [
    event('message_start', { message: { ...message, content: [], stop_reason: null } }),
    ...message.content.flatMap((block, index) => [
      event('content_block_start', { index, content_block: emptied(block) }),
      ...deltas(block).map((delta) => event('content_block_delta', { index, delta })),
      event('content_block_stop', { index }),
    ]),
    event('message_delta', {
      delta: { stop_reason: message.stop_reason, stop_sequence: null },
      usage: { output_tokens: 1 },
    }),
    event('message_stop', {}),
  ].join('')
}

const emptied = (block: BetaContentBlock): object =>
  block.type === 'tool_use' ? { ...block, input: {} } : { ...block, text: '' }

const deltas = (block: BetaContentBlock): object[] => {
  if (block.type === 'tool_use')
    return halves(JSON.stringify(block.input)).map((partial_json) => ({
      type: 'input_json_delta',
      partial_json,
    }))
  return block.type === 'text'
    ? halves(block.text).map((text) => ({ type: 'text_delta', text }))
    : []
}

/** Arguments that are not valid JSON stay as they are. */
const toInput = (given: string): unknown => {
  try {
    return JSON.parse(given)
  } catch {
    return given
  }
}
