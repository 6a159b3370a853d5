import type { Project } from '../endpoint/index.ts'
import { ServiceError } from '../service-error.ts'
import type { Previous } from './apply-import.ts'
import type { ToolkitDefinition } from './definitions.ts'
import { newDestinations } from './host-change.ts'
import type { ImportRequest } from './imports.ts'
import type { McpImportParts } from './mcp/import-mcp.ts'
import type { McpImportRequest } from './mcp/sealed-request.ts'
import { withServers } from './save-version.ts'

export const refuseForMcp = async (
  { listingAccounts }: Pick<McpImportParts, 'listingAccounts'>,
  project: Project,
  request: McpImportRequest,
): Promise<void> => {
  const { connected_account_id: account } = request.source.mcp
  if (account !== undefined && !(await listingAccounts().exists(project, account))) {
    throw new ServiceError('invalid_request', `No connected account "${account}"`, {
      suggestedFix: 'GET /api/v3/connected_accounts lists them',
      errors: ['body.source.mcp.connected_account_id: there is no such account'],
    })
  }
  const foreign = (['base_url', 'current_user'] as const).filter(
    (field) => request[field] !== undefined,
  )
  if (foreign.length === 0) return
  throw new ServiceError('invalid_request', 'An MCP server is reached at its own address alone', {
    suggestedFix: `Leave out ${foreign.join(' and ')}: source.mcp.url says where it is`,
    errors: foreign.map((field) => `body.${field}: has no meaning for an MCP server`),
  })
}

/**
 * The hints of an API follow from this service's rules, and its description is never refreshed
 * automatically.
 */
export const refuseForOpenApi = (request: ImportRequest): void => {
  const foreign = (['annotations', 'changes'] as const).filter(
    (field) => request[field] !== undefined,
  )
  if (foreign.length === 0) return
  throw new ServiceError(
    'invalid_request',
    'An API description is trusted with nothing that an MCP server may be',
    {
      suggestedFix: `Leave out ${foreign.join(' and ')}; POST /api/v3/tools/{tool_slug}/annotations sets the hints of one tool`,
      errors: foreign.map((field) => `body.${field}: has no meaning for an API description`),
    },
  )
}

/** Stored credentials must not follow a toolkit to other hosts without explicit consent. */
export const refuseHostChange = (
  { definition }: Previous,
  toolkit: ToolkitDefinition,
  request: ImportRequest,
): void => {
  if (request.accept_host_change) return
  const added = newDestinations(definition, withServers(toolkit))
  if (added.length === 0) return
  throw new ServiceError(
    'invalid_request',
    `This version of "${toolkit.slug}" would send requests to other hosts or auth endpoints than before: ${added.join(', ')}. If that is meant, import again with accept_host_change: true`,
  )
}
