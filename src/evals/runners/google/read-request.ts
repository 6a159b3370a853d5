import type { Content, Tool } from '@google/genai'
import type { ModelMessage, ModelRequest, ModelSettings } from '../../cassettes/model-request.ts'

type Request = {
  model: string
  systemInstruction: string
  contents: readonly Content[]
  tool: Tool
  settings: ModelSettings
}

/** Converts a request to the framework-neutral format. */
export const readRequest = ({
  model,
  systemInstruction,
  contents,
  tool: { functionDeclarations = [] },
  settings,
}: Request): ModelRequest => ({
  model,
  messages: [
    ...(systemInstruction === '' ? [] : [{ role: 'system' as const, content: systemInstruction }]),
    ...contents.flatMap(readContent),
  ],
  tools: functionDeclarations.map(({ name = '', description = '', parametersJsonSchema }) => ({
    name,
    description,
    inputSchema: parametersJsonSchema as Record<string, unknown>,
  })),
  settings,
})

/** Each result of a tool is a message of its own. */
const readContent = ({ role, parts = [] }: Content): ModelMessage[] => {
  const content = parts.map(({ text = '', thought }) => (thought === true ? '' : text)).join('')
  if (role === 'model')
    return [
      {
        role: 'assistant',
        content,
        calls: parts.flatMap(({ functionCall }) =>
          functionCall
            ? [
                {
                  id: functionCall.id ?? '',
                  tool: functionCall.name ?? '',
                  arguments: functionCall.args,
                },
              ]
            : [],
        ),
      },
    ]
  const results = parts.flatMap(({ functionResponse }): ModelMessage[] => {
    if (!functionResponse) return []
    const { id = '', response = {} } = functionResponse
    return [{ role: 'tool', content: toText(response['output'] ?? response), callId: id }]
  })
  return results.length > 0 ? results : [{ role: 'user', content }]
}

const toText = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value)
