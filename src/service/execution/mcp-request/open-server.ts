import { openRequest } from '../../catalog/index.ts'
import { unlessDamaged } from '../../platform/secrets/index.ts'
import type { ToolCall } from '../execute-tool.ts'

/** The address of a toolkit's MCP server, and the headers that grant access. */
export type OpenedServer = { url: string; headers: Record<string, string>; secrets: string[] }

/**
 * The MCP server behind a tool; undefined when there is none, or when it can no longer be
 * decrypted.
 */
export const openServer = ({
  project,
  toolkit: { definition },
}: Pick<ToolCall, 'project' | 'toolkit'>): OpenedServer | undefined => {
  const { mcp, slug } = definition
  if (!mcp) return undefined
  return unlessDamaged(
    () => {
      const { url, headers = {} } = openRequest(project, slug, mcp.sealed).source.mcp
      const values = Object.values(headers)
      // A key in a header follows the name of its scheme; a key in the address is in its query.
      const secrets = [
        ...values,
        ...values.map((value) => value.replace(/^[A-Za-z][\w-]* +/, '')),
        ...new URL(url).searchParams.values(),
      ]
      return {
        url,
        headers: Object.fromEntries(
          Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
        ),
        secrets: secrets.filter((text) => text !== ''),
      }
    },
    () => undefined,
  )
}
