import { serve } from '../client/serve.ts'

export type FunctionCall = { name: string; arguments: string }

/** A model of one turn: what it calls, or what it says. */
export type Turn = { calls: FunctionCall[] } | { text: string }

/** What a request to the model holds. */
export type ModelRequest = { messages: { role: string; content: string | null; tool_calls?: { function: FunctionCall }[] }[] }

/** A server that speaks Chat Completions and Responses on loopback and plays these turns, one a request; a function makes its turn of the request. */
export const serveOpenai = async (...turns: (Turn | ((request: ModelRequest) => Turn))[]) => {
  const left = [...turns]
  const next = (request: ModelRequest): Turn => {
    const turn = left.shift() ?? { text: 'I have nothing to add.' }
    return typeof turn === 'function' ? turn(request) : turn
  }
  return serve((app) => {
    app.post('/v1/chat/completions', async (context) => context.json(toCompletion(next(await context.req.json()))))
    app.post('/v1/responses', async (context) => context.json(toResponse(next(await context.req.json()))))
  })
}

const toCompletion = (turn: Turn) => ({
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
          ? { role: 'assistant', content: null, refusal: null, tool_calls: turn.calls.map((call, index) => ({ id: `call_${index}`, type: 'function', function: call })) }
          : { role: 'assistant', content: turn.text, refusal: null },
    },
  ],
})

const toResponse = (turn: Turn) => ({
  id: 'resp_1',
  object: 'response',
  created_at: 1,
  model: 'scripted',
  status: 'completed',
  output:
    'calls' in turn
      ? [
          { type: 'reasoning', id: 'rs_1', summary: [] },
          ...turn.calls.map((call, index) => ({ type: 'function_call', id: `fc_${index}`, call_id: `call_${index}`, status: 'completed', ...call })),
        ]
      : [{ type: 'message', id: 'msg_1', role: 'assistant', status: 'completed', content: [{ type: 'output_text', text: turn.text, annotations: [] }] }],
})
