const searches = new Set(['SVC_SEARCH_TOOLS', 'SVC_GET_TOOL_SCHEMAS'])

/**
 * Returns the slugs of the tools that a call of a meta tool found, best match first. Empty for any
 * other tool, or if nothing was found.
 *
 * Accepts what a model was shown, parsed or as text, so it can read the messages of a conversation.
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

/** Text that a framework has truncated or overwritten does not count as a search result. */
const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Declared here so that importing the package does not load the schema folder. */
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
