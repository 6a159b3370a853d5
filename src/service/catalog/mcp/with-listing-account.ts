import type { Project } from '../../endpoint/index.ts'
import type { McpImportParts } from './import-mcp.ts'
import type { McpImportRequest } from './sealed-request.ts'

/**
 * The import with an account that can list the tools. One that nobody names now was only the first:
 * after it was deleted, or expired, any other of the toolkit may take its place.
 */
export const withListingAccount = async (
  { listingAccounts }: Pick<McpImportParts, 'listingAccounts'>,
  project: Project,
  request: McpImportRequest,
  isNamed: boolean,
): Promise<McpImportRequest> => {
  const { mcp } = request.source
  if (isNamed || mcp.connected_account_id === undefined) return request
  const active = await listingAccounts().findActive(project, request.slug, mcp.connected_account_id)
  return active === undefined
    ? request
    : { ...request, source: { mcp: { ...mcp, connected_account_id: active } } }
}
