export type FunctionCall = { name: string; arguments: string }

/** What a request shows the model, whichever interface it came by. */
export type Conversation = {
  /** What the user said. */
  said: string[]
  /** What came of the calls so far, in the order in which it is shown. */
  results: { name: string; text: string }[]
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
