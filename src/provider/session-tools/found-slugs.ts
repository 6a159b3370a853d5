const searches = new Set(['SVC_SEARCH_TOOLS', 'SVC_GET_TOOL_SCHEMAS'])

/**
 * Returns the slugs of the tools that a call of a meta tool found, best match first: the primary
 * results of a search, or the tools whose schemas were asked for. Empty for any other tool, or if
 * nothing was found.
 *
 * Accepts what a model was shown, parsed or as text, so it can read the messages of a conversation.
 */
export const foundSlugs = (toolName: string, shown: unknown): string[] => {
  if (!searches.has(toolName)) return []
  const output = typeof shown === 'string' ? parse(shown) : shown
  if (!isObject(output) || !isObject(output['tool_schemas'])) return []
  const slugs = Object.keys(output['tool_schemas'])
  if (!Array.isArray(output['results'])) return slugs
  const known = new Set(slugs)
  const primary = output['results'].filter(isObject).flatMap(({ primary_tool_slugs: found }) => {
    const list: unknown[] = Array.isArray(found) ? found : []
    return list.filter((slug) => typeof slug === 'string')
  })
  return [...new Set(primary)].filter((slug) => known.has(slug))
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
