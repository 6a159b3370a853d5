import type { Conversation, Turn } from '../next-turn.ts'
import type { Parameters, Protocol } from './protocol.ts'

type Part = {
  text?: string
  functionResponse?: { name: string; response: { output?: unknown } }
}
type GenerateContentRequest = {
  contents: { role: string; parts: Part[] }[]
  tools?: { functionDeclarations: { name: string; parametersJsonSchema: Parameters }[] }[]
}

const read = ({ contents, tools = [] }: GenerateContentRequest): Conversation => {
  // Results of tools are contents of the user, too.
  const asked = contents.findLastIndex(
    ({ role, parts }) => role === 'user' && parts.some(({ text }) => text !== undefined),
  )
  return {
    tools: tools
      .flatMap(({ functionDeclarations }) => functionDeclarations)
      .map(({ name, parametersJsonSchema: parameters }) => ({ name, parameters })),
    words: contents[asked]?.parts.map(({ text = '' }) => text).join('') ?? '',
    results: contents
      .slice(asked + 1)
      .flatMap(({ parts }) => parts)
      .flatMap(({ functionResponse }) => {
        if (!functionResponse) return []
        const { name, response } = functionResponse
        return [{ name, output: JSON.stringify(response.output ?? response) }]
      }),
  }
}

const write = (turn: Turn, id: string) => ({
  responseId: id,
  modelVersion: 'scripted',
  usageMetadata: { promptTokenCount: 0, candidatesTokenCount: 0, totalTokenCount: 0 },
  candidates: [
    {
      index: 0,
      finishReason: 'STOP',
      content: {
        role: 'model',
        parts: [
          'call' in turn
            ? { functionCall: { id, name: turn.call.name, args: turn.call.arguments } }
            : { text: turn.text },
        ],
      },
    },
  ],
})

export const gemini: Protocol<GenerateContentRequest> = { read, write }
