import { z } from 'zod'
import {
  McpFailure,
  type ConnectedMcp,
  type McpConnection,
  type WithMcpServer,
} from '../../platform/mcp-client/index.ts'
import { plainText } from '../../platform/untrusted-text/index.ts'

export type McpListing = {
  /** The server's name for itself. */
  name: string
  instructions: string
  isModern: boolean
  /** Raw tools, not yet validated. */
  tools: unknown[]
  notes: string[]
}

const maximumTools = 2000
const maximumPages = 100

const page = z.looseObject({ nextCursor: z.string().max(10_000).optional() })

/** Lists an MCP server's tools, page by page, up to the limit of a toolkit. */
export const listTools = (
  withServer: WithMcpServer,
  connection: McpConnection,
): Promise<McpListing> => {
  let current: unknown[] | undefined
  const screen = (result: unknown): unknown => {
    if (
      typeof result !== 'object' ||
      result === null ||
      !('tools' in result) ||
      !Array.isArray(result.tools)
    )
      return result
    current = result.tools
    return { ...result, tools: [] }
  }
  return withServer({ ...connection, screen, afresh: true }, async (connected) => {
    const { tools, notes } = await readPages(connected, () => {
      const taken = current
      current = undefined
      if (!taken)
        throw new McpFailure('unreadable', "The MCP server's answer contains no list of tools")
      return taken
    })
    const { client } = connected
    return {
      name: plainText(
        client.getServerVersion()?.title ?? client.getServerVersion()?.name ?? '',
        100,
      ),
      instructions: plainText(client.getInstructions() ?? '', 1000),
      isModern: client.getProtocolEra() === 'modern',
      tools,
      notes,
    }
  })
}

const readPages = async (
  { client, options }: ConnectedMcp,
  takePage: () => unknown[],
): Promise<{ tools: unknown[]; notes: string[] }> => {
  const tools: unknown[] = []
  const cursors = new Set<string>()
  let cursor: string | undefined
  do {
    const params = cursor === undefined ? {} : { cursor }
    const { nextCursor } = await client.request({ method: 'tools/list', params }, page, options)
    tools.push(...takePage())
    if (tools.length > maximumTools)
      return {
        tools: tools.slice(0, maximumTools),
        notes: [`The server lists more than ${maximumTools} tools; the others are ignored`],
      }
    if (nextCursor !== undefined && cursors.has(nextCursor))
      return {
        tools,
        notes: ['The server repeats the same next page; its list was read once'],
      }
    if (nextCursor !== undefined && cursors.size + 1 >= maximumPages)
      return {
        tools,
        notes: [`The server's list has more than ${maximumPages} pages; the others are ignored`],
      }
    cursor = nextCursor
    if (cursor !== undefined) cursors.add(cursor)
  } while (cursor !== undefined)
  return { tools, notes: [] }
}
