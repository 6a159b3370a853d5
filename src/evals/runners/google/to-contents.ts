import type { Content, FunctionCall } from '@google/genai'
import type { ModelMessage } from '../../cassettes/model-request.ts'
import { parseJson } from '../parse-json.ts'

/** Converts the messages of a case: Gemini takes what the system says apart. */
export const toContents = (
  messages: readonly ModelMessage[],
): { systemInstruction: string; contents: Content[] } => {
  const names = new Map(
    messages.flatMap(({ calls = [] }) => calls.map(({ id, tool }) => [id, tool] as const)),
  )
  const toContent = ({ role, content, calls = [], callId = '' }: ModelMessage): Content[] => {
    if (role === 'system') return []
    if (role === 'user') return [{ role, parts: [{ text: content }] }]
    if (role === 'tool') {
      const response = toResponse(content)
      const name = names.get(callId) ?? ''
      return [{ role: 'user', parts: [{ functionResponse: { id: callId, name, response } }] }]
    }
    const made = calls.map(({ id, tool, arguments: given }) => ({
      functionCall: { id, name: tool, args: toArguments(given) },
    }))
    return [{ role: 'model', parts: [...(content === '' ? [] : [{ text: content }]), ...made] }]
  }
  return {
    systemInstruction: messages
      .filter(({ role }) => role === 'system')
      .map(({ content }) => content)
      .join('\n\n'),
    contents: messages.flatMap(toContent),
  }
}

/** As written: a tool answers arguments that are no object in words. */
export const toArguments = (given: unknown): NonNullable<FunctionCall['args']> =>
  given as NonNullable<FunctionCall['args']>

const toResponse = (content: string): Record<string, unknown> => {
  const parsed = parseJson(content)
  return isObject(parsed) && 'error' in parsed ? parsed : { output: parsed }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
