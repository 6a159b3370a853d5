import type { ToolMention } from '../../src/index.ts'

/** Extracts the tool calls and results of Mastra's messages, in order. */
export const toMentions = (messages: readonly unknown[]): ToolMention[] =>
  messages
    .flatMap((message) => listOf(fieldOf(fieldOf(message, 'content'), 'parts')))
    .flatMap((part): ToolMention[] => {
      const call = fieldOf(part, 'toolInvocation')
      const toolName = fieldOf(call, 'toolName')
      if (typeof toolName !== 'string') return []
      const data = fieldOf(fieldOf(call, 'result'), 'data')
      return data === undefined ? [{ toolName }] : [{ toolName }, { toolName, output: data }]
    })

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
