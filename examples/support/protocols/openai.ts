import type { Conversation, Turn } from '../next-turn.ts'
import type { Names, Parameters, Protocol } from './protocol.ts'

type Content = string | { text?: string }[]
type ChatRequest = {
  messages: { role: string; content: Content; tool_call_id?: string }[]
  tools?: { function: { name: string; parameters: Parameters } }[]
}
type ResponsesRequest = {
  input: { role?: string; content?: Content; type?: string; call_id?: string; output?: string }[]
  tools?: { name: string; parameters: Parameters }[]
}

const readChat = ({ messages, tools = [] }: ChatRequest, names: Names): Conversation => {
  const asked = messages.findLastIndex(({ role }) => role === 'user')
  return {
    tools: tools.map((tool) => tool.function),
    words: toText(messages[asked]?.content),
    results: messages
      .slice(asked + 1)
      .flatMap(({ role, content, tool_call_id = '' }) =>
        role === 'tool' ? { name: names.get(tool_call_id) ?? '', output: toText(content) } : [],
      ),
  }
}

const readResponses = ({ input, tools = [] }: ResponsesRequest, names: Names): Conversation => {
  const asked = input.findLastIndex(({ role }) => role === 'user')
  return {
    tools,
    words: toText(input[asked]?.content),
    results: input
      .slice(asked + 1)
      .flatMap(({ type, call_id = '', output = '' }) =>
        type === 'function_call_output' ? { name: names.get(call_id) ?? '', output } : [],
      ),
  }
}

const toText = (content: Content | undefined): string =>
  Array.isArray(content) ? content.map(({ text = '' }) => text).join('') : (content ?? '')

const toCompletion = (turn: Turn, id: string) => ({
  id: `chatcmpl_${id}`,
  object: 'chat.completion',
  created: 0,
  model: 'scripted',
  usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
  choices: [
    {
      index: 0,
      finish_reason: 'call' in turn ? 'tool_calls' : 'stop',
      message:
        'call' in turn
          ? {
              role: 'assistant',
              content: null,
              tool_calls: [
                {
                  id,
                  type: 'function',
                  function: {
                    name: turn.call.name,
                    arguments: JSON.stringify(turn.call.arguments),
                  },
                },
              ],
            }
          : { role: 'assistant', content: turn.text },
    },
  ],
})

const toResponse = (turn: Turn, id: string) => ({
  id: `resp_${id}`,
  object: 'response',
  created_at: 0,
  model: 'scripted',
  status: 'completed',
  usage: { input_tokens: 0, output_tokens: 0, total_tokens: 0 },
  output: [
    'call' in turn
      ? {
          type: 'function_call',
          id: `fc_${id}`,
          call_id: id,
          status: 'completed',
          name: turn.call.name,
          arguments: JSON.stringify(turn.call.arguments),
        }
      : {
          type: 'message',
          id: `msg_${id}`,
          role: 'assistant',
          status: 'completed',
          content: [{ type: 'output_text', text: turn.text, annotations: [] }],
        },
  ],
})

export const chatCompletions: Protocol<ChatRequest> = { read: readChat, write: toCompletion }
export const responses: Protocol<ResponsesRequest> = { read: readResponses, write: toResponse }
