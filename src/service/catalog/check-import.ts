import type { z } from 'zod'
import type { openApiSource } from '../../contract/import-source.ts'
import type { Project } from '../endpoint/index.ts'
import { ServiceError } from '../service-error.ts'
import type { PreviousImport } from './apply-import.ts'
import type { ToolkitDefinition } from './definitions.ts'
import { isAddress } from './documents/is-address.ts'
import { newDestinations } from './host-change.ts'
import type { ImportRequest } from './import-request.ts'
import type { ListingAccounts, McpImportParts } from './mcp/import-mcp.ts'
import type { McpImportRequest } from './mcp/sealed-request.ts'
import type { GraphQlImportRequest } from './read-graphql.ts'

export const checkMcpImport = async (
  { listingAccounts }: Pick<McpImportParts, 'listingAccounts'>,
  project: Project,
  request: McpImportRequest,
): Promise<void> => {
  await rejectAccount(listingAccounts(), project, 'mcp', request.source.mcp)
  const foreign = [
    ...(['base_url', 'current_user', 'answers'] as const).filter(
      (field) => request[field] !== undefined,
    ),
    ...(request.auth?.applies_to === undefined ? [] : ['auth.applies_to']),
  ]
  if (foreign.length === 0) return
  throw new ServiceError('invalid_request', 'An MCP server is only called at its own address', {
    suggestedFix: `Omit ${foreign.join(' and ')}: source.mcp.url is its address`,
    errors: foreign.map((field) => `body.${field}: does not apply to an MCP server`),
  })
}

export const checkGraphQlImport = async (
  { listingAccounts }: Pick<McpImportParts, 'listingAccounts'>,
  project: Project,
  request: GraphQlImportRequest,
): Promise<void> => {
  const { graphql } = request.source
  await rejectAccount(listingAccounts(), project, 'graphql', graphql)
  const foreign = (['base_url', 'current_user', 'annotations', 'changes'] as const).filter(
    (field) => request[field] !== undefined,
  )
  if (foreign.length > 0)
    throw new ServiceError('invalid_request', 'A GraphQL API is only called at its endpoint', {
      suggestedFix: `Omit ${foreign.join(' and ')}: source.graphql.url is its endpoint`,
      errors: foreign.map((field) => `body.${field}: does not apply to a GraphQL API`),
    })
  if (graphql.schema === undefined && graphql.url.includes('{'))
    throw new ServiceError(
      'invalid_request',
      'The schema of an endpoint with {variables} cannot be fetched, because each account has its own endpoint',
      {
        suggestedFix:
          'Pass the schema: its text in SDL, the response to an introspection query, or the address of either',
        errors: ['body.source.graphql.schema: is required if the url has {variables}'],
      },
    )
}

const rejectAccount = async (
  accounts: ListingAccounts,
  project: Project,
  source: 'mcp' | 'graphql',
  { connected_account_id: account }: { connected_account_id?: string | undefined },
): Promise<void> => {
  if (account === undefined || (await accounts.exists(project, account))) return
  throw new ServiceError('invalid_request', `No connected account "${account}"`, {
    suggestedFix: 'GET /api/v3/connected_accounts lists them',
    errors: [`body.source.${source}.connected_account_id: there is no such account`],
  })
}

/**
 * The hints of an API are derived by this service's rules, and its description is never refreshed
 * automatically.
 */
export const checkOpenApiImport = (request: ImportRequest): void => {
  if (request.source && 'openapi' in request.source) rejectFiles(request.source)
  const foreign = (['annotations', 'changes'] as const).filter(
    (field) => request[field] !== undefined,
  )
  if (foreign.length === 0) return
  throw new ServiceError('invalid_request', 'An API description has no settings for trust', {
    suggestedFix: `Omit ${foreign.join(' and ')}; POST /api/v3/tools/{tool_slug}/annotations sets the hints of one tool`,
    errors: foreign.map((field) => `body.${field}: does not apply to an API description`),
  })
}

/** Files that would not be used. */
const rejectFiles = ({ openapi, files, files_below: below }: z.output<typeof openApiSource>) => {
  const isFetched = typeof openapi === 'string' && isAddress(openapi)
  const problem = isFetched
    ? files && 'files: the files of a description with an address are fetched'
    : below !== undefined &&
      'files_below: only the files of a description with an address are fetched'
  if (!problem) return
  throw new ServiceError(
    'invalid_request',
    'The files of a description must have the same kind of source as the description',
    {
      suggestedFix: 'Pass the address of the description with files_below, or its text with files',
      errors: [`body.source.${problem}`],
    },
  )
}

/** Stored credentials must not follow a toolkit to other hosts without explicit consent. */
export const rejectHostChange = (
  { definition }: PreviousImport,
  toolkit: Omit<ToolkitDefinition, 'tools'>,
  request: ImportRequest,
): void => {
  if (request.accept_host_change) return
  const added = newDestinations(definition, toolkit)
  if (added.length === 0) return
  throw new ServiceError(
    'invalid_request',
    `This version of "${toolkit.slug}" would send requests to other hosts or auth endpoints than before: ${added.join(', ')}. If that is intended, import again with accept_host_change: true`,
  )
}
