import type { Client } from '../../client/index.ts'
import type { Tool } from '../../contract/index.ts'
import { CliError } from '../cli-error.ts'

/** More than a compiler can take; also ends a list that never does. */
const maximumTools = 50_000

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
    if (tools.length > maximumTools)
      throw new CliError(`There are more than ${maximumTools} tools`, {
        suggestedFix: 'Pass --toolkit with the toolkits that the program uses',
      })
  } while (cursor !== undefined)
  return tools.toSorted((one, other) => (one.slug < other.slug ? -1 : 1))
}
