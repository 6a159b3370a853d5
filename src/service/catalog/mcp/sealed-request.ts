import { z } from 'zod'
import type { Project } from '../../endpoint/index.ts'
import { canonicalJson } from '../../platform/canonical-json.ts'
import { anyObject, outline, storedJson } from '../../platform/stored-json.ts'
import type { ToolkitDefinition } from '../definitions.ts'
import type { ImportRequest } from '../import-request.ts'

/** The import of an MCP server. */
export type McpImportRequest = ImportRequest & { source: { mcp: McpSource } }
type McpSource = Extract<NonNullable<ImportRequest['source']>, { mcp: unknown }>['mcp']

type Definition = Omit<ToolkitDefinition, 'tools'>

export const isMcpImport = (request: ImportRequest): request is McpImportRequest =>
  request.source !== undefined && 'mcp' in request.source

/**
 * The address and the headers of an MCP server may grant access to it, so an import is encrypted
 * with the project's key.
 */
export const sealRequest = (project: Project, request: McpImportRequest): string =>
  project.dataKey.encrypt(JSON.stringify(request), place(request.slug))

const readRequest = storedJson(
  'import_requests.request',
  outline<McpImportRequest>({ slug: z.string(), source: anyObject }),
)

export const openRequest = (project: Project, slug: string, sealed: string): McpImportRequest =>
  readRequest(project.dataKey.decrypt(sealed, place(slug)), slug)

/** A repeated import keeps omitted headers, account and trust, but only at the same origin. */
export const withKnownSettings = (
  project: Project,
  request: McpImportRequest,
  previous: Definition | undefined,
): McpImportRequest => {
  if (!previous?.mcp) return request
  const { source, annotations, changes } = openRequest(project, request.slug, previous.mcp.sealed)
  if (new URL(source.mcp.url).origin !== new URL(request.source.mcp.url).origin) return request
  const headers = request.source.mcp.headers ?? source.mcp.headers
  const account = request.source.mcp.connected_account_id ?? source.mcp.connected_account_id
  return {
    ...request,
    ...(annotations && !request.annotations && { annotations }),
    ...(changes && !request.changes && { changes }),
    source: {
      mcp: {
        ...request.source.mcp,
        ...(headers && { headers }),
        ...(account !== undefined && { connected_account_id: account }),
      },
    },
  }
}

/** Whether two versions reach the same server in the same way and describe it the same. */
export const isSameServer = (
  project: Project,
  before: Definition,
  { tools: _tools, ...after }: ToolkitDefinition,
): boolean => {
  const head = ({ mcp, servers: _servers, ...definition }: Definition) =>
    canonicalJson([definition, mcp && openRequest(project, definition.slug, mcp.sealed)])
  return head(before) === head(after)
}

const place = (slug: string) => ({ record: `toolkit ${slug}`, field: 'mcp' })
