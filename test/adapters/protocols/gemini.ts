import type { Content, Part, Tool } from '@google/genai'
import type { Conversation, MadeTurn } from '../read-conversation.ts'
import { halves } from './halves.ts'

/** The body of a request to the Gemini API. */
export type GeminiRequest = { contents: Content[]; tools?: Tool[] }

export const readContents = ({ contents, tools = [] }: GeminiRequest): Conversation => ({
  said: contents
    .filter(({ role, parts = [] }) => role === 'user' && parts.some(({ text }) => text))
    .map(({ parts = [] }) => parts.map(({ text = '' }) => text).join('')),
  results: contents
    .flatMap(({ parts = [] }) => parts)
    .flatMap(({ functionResponse }) => {
      if (!functionResponse) return []
      const { name = '', response = {}, parts = [] } = functionResponse
      return [
        {
          name,
          text: JSON.stringify(response['output'] ?? response),
          pictures: parts.flatMap(({ inlineData }) =>
            inlineData ? [`data:${inlineData.mimeType};base64,${inlineData.data}`] : [],
          ),
        },
      ]
    }),
  tools: tools.flatMap(({ functionDeclarations = [] }) =>
    functionDeclarations.map(({ name = '' }) => name),
  ),
})

const toParts = (turn: MadeTurn): Part[] =>
  'text' in turn
    ? [{ text: turn.text }]
    : turn.calls.map(({ id, name, arguments: given }) => ({
        functionCall: { id, name, args: toInput(given) as Record<string, unknown> },
        thoughtSignature: 'c2VhbGVk',
      }))

const toResponse = (parts: Part[], finishReason?: string) => ({
  candidates: [
    { index: 0, content: { role: 'model', parts }, ...(finishReason && { finishReason }) },
  ],
  usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
  modelVersion: 'scripted',
  responseId: 'response',
})

export const toGeminiResponse = (turn: MadeTurn) => toResponse(toParts(turn), 'STOP')

export const toGeminiStream = (turn: MadeTurn): string => {
  const pieces =
    'text' in turn
      ? halves(turn.text).map((text) => [{ text }])
      : toParts(turn).map((part) => [part])
  return pieces
    .map((parts, index) => toResponse(parts, index === pieces.length - 1 ? 'STOP' : undefined))
    .map((response) => `data: ${JSON.stringify(response)}\r\n\r\n`)
    .join('')
}

/** Arguments that are not valid JSON stay as they are. */
const toInput = (given: string): unknown => {
  try {
    return JSON.parse(given)
  } catch {
    return given
  }
}
