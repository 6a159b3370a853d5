import type { ModelMessage, ModelRequest } from './model-request.ts'
import { toCanonical, toCanonicalJson } from './to-canonical.ts'

/**
 * Removes differences between frameworks that do not change the request: the order of tools and
 * keys, blanks in results, the ids of calls.
 *
 * @example
 * const request = normalizeRequest({ model: 'gpt-5', messages: [{ role: 'user', content: 'Hello' }], tools: [], settings: {} })
 */
export const normalizeRequest = (request: ModelRequest): ModelRequest => {
  const ids = new Map<string, string>()
  const idOf = (id: string): string => {
    const known = ids.get(id) ?? `call_${ids.size}`
    ids.set(id, known)
    return known
  }
  return toCanonical({
    ...request,
    messages: request.messages.map((message) => normalizeMessage(message, idOf)),
    tools: request.tools.toSorted((one, other) => (one.name < other.name ? -1 : 1)),
  }) as ModelRequest
}

const normalizeMessage = (
  { role, content, calls = [], callId }: ModelMessage,
  idOf: (id: string) => string,
): ModelMessage => ({
  role,
  content: role === 'tool' ? normalizeText(content) : content,
  ...(calls.length > 0 && {
    calls: calls.map(({ id, tool, arguments: given }) => ({
      id: idOf(id),
      tool,
      arguments: typeof given === 'string' ? parseOr(given, given) : given,
    })),
  }),
  ...(callId !== undefined && { callId: idOf(callId) }),
})

const normalizeText = (text: string): string => {
  const parsed = parseOr(text, undefined)
  return parsed === undefined ? text : toCanonicalJson(parsed)
}

const parseOr = (text: string, otherwise: unknown): unknown => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return otherwise
  }
}
