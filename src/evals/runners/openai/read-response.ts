import type { ChatCompletion, ChatCompletionChunk } from 'openai/resources/chat/completions'
import {
  fromChunks,
  type ResponseChunk,
  type ModelResponse,
} from '../../cassettes/model-response.ts'
import type { AnswerFormat } from '../read-http-answer.ts'

/** The answers of Chat Completions. */
export const chatFormat: AnswerFormat = {
  read: (body) => {
    const { choices, usage } = body as ChatCompletion
    const { message, finish_reason: finish } = choices[0] ?? {}
    return {
      text: message?.content ?? '',
      calls: (message?.tool_calls ?? []).flatMap((call) =>
        call.type === 'function'
          ? [{ id: call.id, tool: call.function.name, arguments: call.function.arguments }]
          : [],
      ),
      finish: toFinish(finish),
      usage: toUsage(usage),
    }
  },
  collect: () => {
    const pieces: ResponseChunk[] = []
    let finish: string | null | undefined
    let usage: ChatCompletion['usage'] | null

    return {
      add: (event, ms) => {
        const chunk = event as ChatCompletionChunk
        const choice = chunk.choices?.[0]
        usage = chunk.usage ?? usage
        finish = choice?.finish_reason ?? finish
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
      },
      end: () => ({ ...fromChunks(pieces), finish: toFinish(finish), usage: toUsage(usage) }),
    }
  },
}

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
