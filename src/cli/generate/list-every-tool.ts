import type { Client } from '../../client/index.ts'
import type { Tool } from '../../contract/index.ts'

/** Lists all tools of the toolkits or of the project, ordered by slug, across all pages. */
export const listEveryTool = async (client: Client, toolkits?: string[]): Promise<Tool[]> => {
  const tools: Tool[] = []
  let cursor: string | undefined
  do {
    const page = await client.tools.list({
      query: {
        limit: 200,
        ...(toolkits && { toolkit_slug: toolkits }),
        ...(cursor !== undefined && { cursor }),
      },
    })
    tools.push(...page.items)
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined)
  return tools.toSorted((one, other) => (one.slug < other.slug ? -1 : 1))
}
