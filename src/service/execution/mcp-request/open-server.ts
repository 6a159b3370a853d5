import { openRequest } from '../../catalog/index.ts'
import { unlessDamaged } from '../../platform/secrets/index.ts'
import type { ToolCall } from '../execute-tool.ts'

/** Where a toolkit's MCP server is, with what opens it. */
export type OpenedServer = { url: string; headers: Record<string, string>; secrets: string[] }

/**
 * The MCP server behind a tool; undefined where there is none, or where it cannot be read any more.
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
      // A key stands behind the name of its scheme, in the address as a part of the path or of the
      // query.
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
