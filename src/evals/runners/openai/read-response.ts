import { createParser } from 'eventsource-parser'
import type { ChatCompletion, ChatCompletionChunk } from 'openai/resources/chat/completions'
import {
  fromChunks,
  type ResponseChunk,
  type ModelResponse,
} from '../../cassettes/model-response.ts'

type Read = { answer: Omit<ModelResponse, 'ms'>; live: Response }

/** Reads an answer, streamed or not, and returns an unread copy for the client. */
export const readResponse = async (response: Response, started: number): Promise<Read> =>
  response.headers.get('content-type')?.includes('text/event-stream')
    ? readStream(response, started)
    : readWhole(response)

const readWhole = async (response: Response): Promise<Read> => {
  const text = await response.text()
  const { choices, usage } = JSON.parse(text) as ChatCompletion
  const { message, finish_reason: finish } = choices[0] ?? {}
  const calls = (message?.tool_calls ?? []).flatMap((call) =>
    call.type === 'function'
      ? [{ id: call.id, tool: call.function.name, arguments: call.function.arguments }]
      : [],
  )
  return {
    answer: {
      text: message?.content ?? '',
      calls,
      finish: toFinish(finish),
      usage: toUsage(usage),
    },
    live: again(response, text),
  }
}

const readStream = async (response: Response, started: number): Promise<Read> => {
  const pieces: ResponseChunk[] = []
  let text = ''
  let finish: string | null | undefined
  let usage: ChatCompletion['usage'] | null

  const readEvent = ({ data }: { data: string }): void => {
    // The stream ends with `[DONE]`.
    if (!data.startsWith('{')) return
    const chunk = JSON.parse(data) as ChatCompletionChunk
    const choice = chunk.choices?.[0]
    usage = chunk.usage ?? usage
    finish = choice?.finish_reason ?? finish
    const ms = Math.round(performance.now() - started)
    if (choice?.delta.content) pieces.push({ ms, text: choice.delta.content })
    for (const { index, id, function: part } of choice?.delta.tool_calls ?? []) {
      pieces.push({
        ms,
        call: {
          index,
          ...(id && { id }),
          ...(part?.name && { tool: part.name }),
          arguments: part?.arguments ?? '',
        },
      })
    }
  }

  const parser = createParser({ onEvent: readEvent })
  for await (const part of (response.body ?? new ReadableStream()).pipeThrough(
    new TextDecoderStream() as unknown as ReadableWritablePair<string, Uint8Array>,
  )) {
    text += part
    parser.feed(part)
  }
  // The last event may lack its empty line.
  parser.feed('\n\n')
  return {
    answer: { ...fromChunks(pieces), finish: toFinish(finish), usage: toUsage(usage) },
    live: again(response, text),
  }
}

const again = ({ status, headers }: Response, text: string): Response =>
  new Response(text, {
    status,
    headers: { 'content-type': headers.get('content-type') ?? 'application/json' },
  })

const toFinish = (finish: string | null | undefined): ModelResponse['finish'] => {
  if (finish === 'stop' || finish === 'length') return finish
  if (finish === 'tool_calls' || finish === 'function_call') return 'tool-calls'
  return finish === 'content_filter' ? 'content-filter' : 'other'
}

const toUsage = (usage: ChatCompletion['usage'] | null): ModelResponse['usage'] => {
  const cached = usage?.prompt_tokens_details?.cached_tokens
  return {
    inputTokens: usage?.prompt_tokens ?? 0,
    outputTokens: usage?.completion_tokens ?? 0,
    ...(cached ? { cachedInputTokens: cached } : {}),
  }
}
