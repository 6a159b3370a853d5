import type {
  BetaContentBlockParam,
  BetaMessageParam,
} from '@anthropic-ai/sdk/resources/beta/messages/messages'
import type { ToolMention } from '../../src/index.ts'

/** Extracts the tool calls and results of a conversation, in order. */
export const toMentions = (messages: readonly BetaMessageParam[]): ToolMention[] => {
  const names = new Map<string, string>()
  return messages
    .flatMap(({ content }) => (typeof content === 'string' ? [] : content))
    .flatMap((block): ToolMention[] => {
      if (block?.type === 'tool_use') {
        names.set(block.id, block.name)
        return [{ toolName: block.name }]
      }
      return block?.type === 'tool_result'
        ? [{ toolName: names.get(block.tool_use_id) ?? '', output: toText(block.content) }]
        : []
    })
}

type ResultContent = Extract<BetaContentBlockParam, { type: 'tool_result' }>['content']

const toText = (content: ResultContent): string =>
  typeof content === 'string'
    ? content
    : (content ?? []).map((part) => (part.type === 'text' ? part.text : '')).join('')
