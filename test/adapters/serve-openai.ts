import { serve } from '../client/serve.ts'
import { openThreads, toMessage, toMessageStream } from './protocols/anthropic.ts'
import { toGeminiResponse, toGeminiStream } from './protocols/gemini.ts'
import {
  readConversation,
  type Conversation,
  type FunctionCall,
  type MadeTurn,
} from './read-conversation.ts'
import { toChatStream, toResponsesStream } from './to-stream.ts'

export type { FunctionCall } from './read-conversation.ts'

/** A model of one turn: what it calls, or what it says. */
export type Turn = { calls: FunctionCall[] } | { text: string }

/**
 * A server that speaks Chat Completions and Responses on loopback, and as Anthropic and Gemini do,
 * and plays these turns, one a request, streamed where that is asked for; a function makes its turn
 * of the request.
 */
export const serveOpenai = async (...turns: (Turn | ((conversation: Conversation) => Turn))[]) => {
  const left = [...turns]
  let made = 0
  const next = (request: { [field: string]: unknown }): MadeTurn => {
    const given = left.shift() ?? { text: 'I have nothing to add.' }
    const turn = typeof given === 'function' ? given(readConversation(request)) : given
    return 'calls' in turn
      ? { calls: turn.calls.map((call) => ({ ...call, id: `call_${made++}` })) }
      : turn
  }
  const events = { 'content-type': 'text/event-stream' }
  const threads = openThreads()
  let messages = 0
  return serve((app) => {
    app.post('/v1/messages', async (context) => {
      const request = threads.whole(await context.req.json())
      const message = toMessage(next({ ...request }), (messages += 1))
      threads.keep(request, message)
      return request.stream
        ? context.body(toMessageStream(message), 200, events)
        : context.json(message)
    })
    app.post('/:version{v1|v1beta}/models/:call', async (context) => {
      const turn = next(await context.req.json())
      return context.req.param('call').endsWith(':streamGenerateContent')
        ? context.body(toGeminiStream(turn), 200, events)
        : context.json(toGeminiResponse(turn))
    })
    app.post('/v1/chat/completions', async (context) => {
      const request = await context.req.json()
      const turn = next(request)
      return request.stream
        ? context.body(toChatStream(turn), 200, events)
        : context.json(toCompletion(turn))
    })
    app.post('/v1/responses', async (context) => {
      const request = await context.req.json()
      const turn = next(request)
      return request.stream
        ? context.body(toResponsesStream(toResponse(turn, left.length)), 200, events)
        : context.json(toResponse(turn, left.length))
    })
  })
}

const toCompletion = (turn: MadeTurn) => ({
  id: 'chatcmpl_1',
  object: 'chat.completion',
  created: 1,
  model: 'scripted',
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  choices: [
    {
      index: 0,
      finish_reason: 'calls' in turn ? 'tool_calls' : 'stop',
      message:
        'calls' in turn
          ? {
              role: 'assistant',
              content: null,
              refusal: null,
              tool_calls: turn.calls.map(({ id, ...call }) => ({
                id,
                type: 'function',
                function: call,
              })),
            }
          : { role: 'assistant', content: turn.text, refusal: null },
    },
  ],
})

export type MadeResponse = ReturnType<typeof toResponse>

const toResponse = (turn: MadeTurn, number: number) => ({
  // LangGraph takes messages with the same id for one.
  id: `resp_${number}`,
  object: 'response',
  created_at: 1,
  model: 'scripted',
  status: 'completed',
  usage: {
    input_tokens: 1,
    output_tokens: 1,
    total_tokens: 2,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens_details: { reasoning_tokens: 0 },
  },
  output:
    'calls' in turn
      ? [
          {
            type: 'reasoning' as const,
            id: `rs_${number}`,
            summary: [],
            encrypted_content: 'sealed',
          },
          ...turn.calls.map(({ id, ...call }) => ({
            type: 'function_call' as const,
            id: `fc_${id}`,
            call_id: id,
            status: 'completed',
            ...call,
          })),
        ]
      : [
          {
            type: 'message' as const,
            id: `msg_${number}`,
            role: 'assistant',
            status: 'completed',
            content: [{ type: 'output_text' as const, text: turn.text, annotations: [] }],
          },
        ],
})
