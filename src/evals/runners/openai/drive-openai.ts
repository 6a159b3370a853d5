import type { OpenAI } from 'openai'
import type {
  ChatCompletionMessage,
  ChatCompletionMessageParam,
} from 'openai/resources/chat/completions'
import { openaiTools, runChat } from '../../../../adapters/openai/index.ts'
import type { ModelMessage } from '../../cassettes/model-request.ts'
import type { Drive } from '../run-case.ts'
import { parseJson } from '../parse-json.ts'
import type { ModelSettings } from '../runner.ts'
import type { FrameworkCall } from '../case-tools.ts'
import { recordFetch } from './record-fetch.ts'

/** Runs a case turn by turn, so that the steps before a failure are kept. */
export const driveOpenai = async (
  { client, model, settings }: { client: OpenAI; model: string; settings: ModelSettings },
  run: Drive,
): Promise<void> => {
  const { maximumSteps, stream, signal } = run
  const recorded = client.withOptions({
    fetch: recordFetch({ client, ask: run.ask }),
    maxRetries: 0,
  })
  const tools = await openaiTools(run.holder)
  const messages = run.messages.map(toMessage)
  for (let step = 1; step <= maximumSteps; step += 1) {
    const request = {
      model,
      messages,
      ...toChatSettings(settings),
      ...(stream && { stream_options: { include_usage: true } }),
    }
    const turn = await runChat({ openai: recorded, tools }, request, {
      maximumSteps: 1,
      signal,
      ...(stream && { onEvent: () => {} }),
    })
    messages.push(...turn.messages)
    const calls = toCalls(turn.messages)
    run.addStep({ text: turn.text, calls })
    if (calls.length > 0) continue
    const said = await run.reply(turn.text)
    if (said === undefined) return
    messages.push({ role: 'user', content: said })
  }
}

const toChatSettings = ({ temperature, topP, maxOutputTokens, stop, seed }: ModelSettings) => ({
  temperature,
  top_p: topP,
  max_completion_tokens: maxOutputTokens,
  stop,
  seed,
})

const toMessage = ({
  role,
  content,
  calls = [],
  callId = '',
}: ModelMessage): ChatCompletionMessageParam => {
  if (role === 'tool') return { role, content, tool_call_id: callId }
  if (role !== 'assistant' || calls.length === 0) return { role, content }
  return {
    role,
    content: content === '' ? null : content,
    tool_calls: calls.map(({ id, tool, arguments: given }) => ({
      id,
      type: 'function',
      function: { name: tool, arguments: JSON.stringify(given) },
    })),
  }
}

const toCalls = ([message, ...results]: ChatCompletionMessageParam[]): FrameworkCall[] => {
  const shown = new Map(
    results.flatMap((result) =>
      result.role === 'tool' && typeof result.content === 'string'
        ? [[result.tool_call_id, result.content] as const]
        : [],
    ),
  )
  return ((message as ChatCompletionMessage | undefined)?.tool_calls ?? []).flatMap((call) =>
    call.type === 'function'
      ? [
          {
            id: call.id,
            name: call.function.name,
            arguments: parseJson(call.function.arguments),
            shown: shown.get(call.id),
          },
        ]
      : [],
  )
}
