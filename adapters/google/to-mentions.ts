import type { Content } from '@google/genai'
import type { ToolMention } from '../../src/index.ts'

/** Extracts the tool calls and results of a conversation, in order. */
export const toMentions = (contents: readonly Content[]): ToolMention[] =>
  contents
    .flatMap(({ parts = [] }) => parts)
    .flatMap(({ functionCall, functionResponse }): ToolMention[] => {
      if (functionCall) return [{ toolName: functionCall.name ?? '' }]
      if (!functionResponse) return []
      const { name = '', response = {} } = functionResponse
      return [{ toolName: name, output: response['output'] ?? response }]
    })
