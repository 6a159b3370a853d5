/**
 * What a model sees: the tools, the user's last message, and the results of its calls since then.
 */
export type Conversation = {
  tools: { name: string; parameters: Schema }[]
  words: string
  results: { name: string; output: string }[]
}

export type Turn = { call: { name: string; arguments: Record<string, unknown> } } | { text: string }

type Schema = {
  properties?: Record<string, { type?: unknown; enum?: unknown[] }> | undefined
  required?: string[] | undefined
}

/**
 * The scripted model: finds a tool by the words of the user, calls it, and reports the result.
 *
 * It only understands "action: object", such as "Create an issue: The door is broken".
 */
export const nextTurn = ({ tools, words, results }: Conversation): Turn => {
  const [useCase, subject] = split(words)
  const last = results.at(-1)
  if (last?.name === 'SVC_SEARCH_TOOLS') return callFound(last.output, subject)
  if (last) return { text: tell(last) }
  if (tools.some(({ name }) => name === 'SVC_SEARCH_TOOLS'))
    return { call: { name: 'SVC_SEARCH_TOOLS', arguments: { queries: [{ use_case: useCase }] } } }
  const [best] = tools
  return best
    ? { call: { name: best.name, arguments: fill(best.parameters, subject) } }
    : { text: 'I have no tools.' }
}

const split = (words: string): [useCase: string, subject: string] => {
  const [useCase = '', ...rest] = words.split(':')
  return [useCase.trim(), rest.length > 0 ? rest.join(':').trim() : words.trim()]
}

type Found = {
  results: { primary_tool_slugs: string[] }[]
  tool_schemas: Record<string, { input_schema?: Schema }>
}

const callFound = (output: string, subject: string): Turn => {
  const found = JSON.parse(output) as Found
  const slug = found.results[0]?.primary_tool_slugs[0]
  if (slug === undefined) return { text: 'I found no tool for that.' }
  const call = {
    tool_slug: slug,
    arguments: fill(found.tool_schemas[slug]?.input_schema ?? {}, subject),
  }
  return { call: { name: 'SVC_MULTI_EXECUTE_TOOL', arguments: { tools: [call] } } }
}

/** Passes the object of the user's message as every text that the tool requires. */
const fill = (
  { properties = {}, required = [] }: Schema,
  subject: string,
): Record<string, unknown> =>
  Object.fromEntries(required.map((name) => [name, properties[name]?.enum?.[0] ?? subject]))

type Outcome = { tool_slug?: string; data: Record<string, unknown>; error?: string | null }

const tell = ({ name, output }: Conversation['results'][number]): string => {
  const { tool_slug = name, data, error } = toOutcome(JSON.parse(output) as Record<string, unknown>)
  if (error) return `${tool_slug} failed: ${error}`
  const what =
    typeof data['id'] === 'string' && typeof data['title'] === 'string'
      ? `${data['id']} "${data['title']}"`
      : shorten(JSON.stringify(data))
  return `Done. ${tool_slug} answered: ${what}`
}

/** A tool that was called through SVC_MULTI_EXECUTE_TOOL returns a list. */
const toOutcome = (output: Record<string, unknown>): Outcome => {
  const results = output['results'] as Outcome[] | undefined
  if (Array.isArray(results) && results[0]) return results[0]
  return { data: output, error: typeof output['error'] === 'string' ? output['error'] : null }
}

const shorten = (text: string) => (text.length > 500 ? `${text.slice(0, 500)}…` : text)
