import { readMessages } from './protocols/anthropic.ts'
import { readContents } from './protocols/gemini.ts'

export type FunctionCall = { name: string; arguments: string }

/** A turn of a model, with an id for each call. */
export type MadeTurn = { calls: (FunctionCall & { id: string })[] } | { text: string }

/** What a request shows the model, whichever interface it came by. */
export type Conversation = {
  /** What the user said. */
  said: string[]
  /** What came of the calls so far, in the order in which it is shown. */
  results: { name: string; text: string; pictures: string[] }[]
  /** The tools it may call. */
  tools: string[]
}

type Item = {
  role?: string
  type?: string
  content?: unknown
  tool_calls?: { id: string; function: FunctionCall }[]
  tool_call_id?: string
  call_id?: string
  name?: string
  output?: unknown
}

export const readConversation = (request: { [field: string]: unknown }): Conversation => {
  if ('contents' in request) return readContents(request as Parameters<typeof readContents>[0])
  if ('max_tokens' in request)
    return readMessages(request as unknown as Parameters<typeof readMessages>[0])
  const items = (request['messages'] ?? request['input'] ?? []) as Item[] | string
  if (typeof items === 'string') return { said: [items], results: [], tools: toolNames(request) }
  const names = new Map(
    items.flatMap(({ type, call_id: id = '', name = '', tool_calls: calls = [] }) =>
      type === 'function_call'
        ? [[id, name] as const]
        : calls.map((call) => [call.id, call.function.name] as const),
    ),
  )
  return {
    said: items.filter(({ role }) => role === 'user').map(({ content }) => toText(content)),
    results: items.flatMap(({ role, type, content, output, tool_call_id, call_id }) =>
      role === 'tool' || type === 'function_call_output'
        ? [
            {
              name: names.get(tool_call_id ?? call_id ?? '') ?? '',
              text: toText(output ?? content),
              pictures: toPictures(output),
            },
          ]
        : [],
    ),
    tools: toolNames(request),
  }
}

const toolNames = ({ tools = [] }: { tools?: unknown }): string[] =>
  (tools as { name?: string; function?: { name: string } }[]).map(
    (tool) => tool.function?.name ?? tool.name ?? '',
  )

const toText = (content: unknown): string =>
  typeof content === 'string'
    ? content
    : Array.isArray(content)
      ? content.map((part: { text?: string }) => part.text ?? '').join('')
      : ''

const toPictures = (content: unknown): string[] =>
  Array.isArray(content)
    ? content.flatMap((part: { image_url?: string }) => part.image_url ?? [])
    : []
