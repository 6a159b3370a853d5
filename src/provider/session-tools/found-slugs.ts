const searches = new Set(['SVC_SEARCH_TOOLS', 'SVC_GET_TOOL_SCHEMAS'])

/**
 * The tools that a call of a meta tool found, the best first, as slugs; none where it was another
 * tool, or found nothing.
 *
 * It takes what models are shown, parsed or as text, so it can be read back from the messages of a
 * conversation.
 */
export const foundSlugs = (toolName: string, shown: unknown): string[] => {
  if (!searches.has(toolName)) return []
  const output = typeof shown === 'string' ? parse(shown) : shown
  if (!isObject(output) || !isObject(output['tool_schemas'])) return []
  const results = Array.isArray(output['results']) ? output['results'].filter(isObject) : []
  const primary = results.flatMap(({ primary_tool_slugs: slugs }) =>
    Array.isArray(slugs) ? slugs.filter((slug) => typeof slug === 'string') : [],
  )
  return [...new Set([...primary, ...Object.keys(output['tool_schemas'])])]
}

/** What a framework cut or wrote over is no result of a search any more. */
const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Of our own: importing the package loads nothing of the schema folder. */
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
