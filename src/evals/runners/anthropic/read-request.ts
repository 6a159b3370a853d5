import type {
  BetaContentBlockParam,
  BetaMessageParam,
  MessageCreateParams,
} from '@anthropic-ai/sdk/resources/beta/messages/messages'
import type { ModelMessage, ModelRequest, ModelSettings } from '../../cassettes/model-request.ts'

/** Converts a request to the framework-neutral format. */
export const readRequest = (
  { model, messages, system = [], tools = [] }: MessageCreateParams,
  settings: ModelSettings,
): ModelRequest => {
  const rules = typeof system === 'string' ? system : system.map(({ text }) => text).join('\n\n')
  return {
    model,
    messages: [
      ...(rules === '' ? [] : [{ role: 'system' as const, content: rules }]),
      ...messages.flatMap(readMessage),
    ],
    tools: tools.flatMap((tool) =>
      'input_schema' in tool
        ? [
            {
              name: tool.name,
              description: tool.description ?? '',
              inputSchema: { ...tool.input_schema },
            },
          ]
        : [],
    ),
    settings,
  }
}

/** Each result of a tool is a message of its own. */
export const readMessage = ({ role, content }: BetaMessageParam): ModelMessage[] => {
  if (role === 'system') return []
  const blocks: readonly BetaContentBlockParam[] =
    typeof content === 'string' ? [{ type: 'text', text: content }] : (content ?? [])
  const results = blocks.flatMap((block): ModelMessage[] =>
    block.type === 'tool_result'
      ? [{ role: 'tool', content: toText(block.content), callId: block.tool_use_id }]
      : [],
  )
  if (role === 'user') return results.length > 0 ? results : [{ role, content: toText(content) }]
  return [
    {
      role,
      content: toText(content),
      calls: blocks.flatMap((block) =>
        block.type === 'tool_use'
          ? [{ id: block.id, tool: block.name, arguments: block.input }]
          : [],
      ),
    },
  ]
}

const toText = (content: string | readonly object[] | undefined): string =>
  typeof content === 'string'
    ? content
    : (content ?? [])
        .map((part) => ('text' in part && typeof part.text === 'string' ? part.text : ''))
        .join('')
