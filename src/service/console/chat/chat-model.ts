import { profileTool } from '../../../schema/index.ts'
import { createOutbound, sendFor } from '../../platform/outbound/index.ts'
import { ServiceError } from '../../service-error.ts'
import { chatProviders, type ChatSettings } from './chat-settings.ts'
import { loadSdk, missingPackages, type ModelMessage } from './load-sdk.ts'
import { outboundFetch } from './outbound-fetch.ts'
import { toChatError } from './to-chat-error.ts'

export type ChatTool = { slug: string; description: string; inputSchema: Record<string, unknown> }

/** One step of a conversation: what the model says and calls, with the messages to append. */
export type ChatStep = {
  text: string
  calls: { id: string; name: string; slug: string; arguments: unknown }[]
  messages: unknown[]
  usage: { input_tokens: number; output_tokens: number }
}

export type ChatModel = ReturnType<typeof createChatModel>

/**
 * The model of the operator, by the AI SDK. It answers one step at a time and calls nothing: the page
 * makes the calls, as the person who is signed in, so that the key stays here.
 */
export const createChatModel = (settings: ChatSettings) => {
  const { provider, model, url } = settings
  const outbound = createOutbound({
    allow: url === undefined ? [] : [`chat@${hostOf(url)}`],
    userAgent: 'plugboard',
    ...(settings.proxy && { proxy: settings.proxy }),
  })
  const fetch = outboundFetch(sendFor(outbound, { purpose: 'chat', projectId: null }))

  const ask = async (
    messages: ModelMessage[],
    tools: ChatTool[],
    signal: AbortSignal,
  ): Promise<ChatStep> => {
    const { generateText, dynamicTool, jsonSchema, language } = await loadSdk(settings, fetch)
    const profiled = new Map(
      tools.map((tool) => {
        const made = profileTool(tool, chatProviders[provider].profile)
        return [made.name, { slug: tool.slug, ...made }] as const
      }),
    )
    const answer = await generateText({
      model: language,
      messages,
      allowSystemInMessages: true,
      tools: Object.fromEntries(
        [...profiled].map(([name, { description, schema }]) => {
          const { execute: _, ...tool } = dynamicTool({
            description,
            inputSchema: jsonSchema(schema),
            execute: () => undefined,
          })
          return [name, tool]
        }),
      ),
      maxRetries: 1,
      abortSignal: signal,
    })
    return {
      text: answer.text,
      calls: answer.toolCalls.flatMap(({ toolCallId: id, toolName: name, input }) => {
        const tool = profiled.get(name)
        return tool ? [{ id, name, slug: tool.slug, arguments: tool.restore(input) }] : []
      }),
      // Version 6 of the AI SDK has them in the response.
      messages: answer.responseMessages ?? answer.response.messages,
      usage: {
        input_tokens: answer.usage.inputTokens ?? 0,
        output_tokens: answer.usage.outputTokens ?? 0,
      },
    }
  }

  return {
    name: `${provider}/${model}`,
    /** What has to be installed first; undefined if nothing. */
    missing: () => missingPackages(settings),
    ask: (messages: unknown[], tools: ChatTool[], signal: AbortSignal): Promise<ChatStep> =>
      // The AI SDK checks messages itself.
      ask(messages as ModelMessage[], tools, signal).catch((error: unknown) => {
        throw error instanceof ServiceError ? error : toChatError(error)
      }),
    close: outbound.close,
  }
}

const hostOf = (url: string): string => {
  const { host, port, protocol } = new URL(url)
  return port === '' ? `${host}:${protocol === 'https:' ? 443 : 80}` : host
}
