const searches = new Set(['SVC_SEARCH_TOOLS', 'SVC_GET_TOOL_SCHEMAS'])

/**
 * The tools that a call of a meta tool found, the best first, as slugs; none where it was another tool, or found nothing.
 *
 * It takes what models are shown, so it can be read back from the messages of a conversation.
 */
export const foundSlugs = (toolName: string, output: unknown): string[] => {
  if (!searches.has(toolName) || !isObject(output) || !isObject(output['tool_schemas'])) return []
  const results = Array.isArray(output['results']) ? output['results'].filter(isObject) : []
  const primary = results.flatMap(({ primary_tool_slugs: slugs }) => (Array.isArray(slugs) ? slugs.filter((slug) => typeof slug === 'string') : []))
  return [...new Set([...primary, ...Object.keys(output['tool_schemas'])])]
}

/** Of our own: importing the package loads nothing of the schema folder. */
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
