import {
  McpFailure,
  type McpConnection,
  type McpSend,
  type WithMcpServer,
} from '../../platform/mcp-client/index.ts'
import { OutboundError, sendFor, type Outbound } from '../../platform/outbound/index.ts'
import { plainText } from '../../platform/untrusted-text/index.ts'
import type { Project } from '../../endpoint/index.ts'
import { ServiceError } from '../../service-error.ts'
import { assignUnowned, type FindOwners } from '../slug-owners/assign-unowned.ts'
import type { AuthSchemeDefinition } from '../../auth-schemes/index.ts'
import type { ToolDefinition, ToolHint, ToolkitDefinition } from '../definitions.ts'
import { toAuthSchemes } from '../import-auth.ts'
import type { ImportReport } from '../openapi/index.ts'
import { discoverAuth } from './discover-auth.ts'
import { listTools, type McpListing } from './list-tools.ts'
import { readTool, type McpTool } from './read-tool.ts'
import { sealRequest, type McpImportRequest } from './sealed-request.ts'
import { assignToolSlugs } from './slugs.ts'

export type McpImportParts = {
  outbound: Outbound
  withMcpServer: WithMcpServer
  /** Called when an import needs accounts, since accounts depend on toolkits. */
  listingAccounts: () => ListingAccounts
  mcpListingMs: number
}

/** The connected accounts of a project, with which tools can be listed. */
export type ListingAccounts = {
  exists(project: Project, id: string): Promise<boolean>
  /**
   * Sends with an account. Throws a `ServiceError` when it cannot be used for this toolkit and
   * address.
   */
  sendAs(
    project: Project,
    account: { id: string; toolkit: string; url: string },
    signal: AbortSignal,
  ): Promise<McpSend>
}

/** The relevant part of the latest version. */
export type PreviousToolkit = {
  authSchemes: AuthSchemeDefinition[]
  baseUrl?: string | undefined
  tools: { operation: string; slug: string }[]
}

const maximumBytes = 5 * 1024 * 1024

type Listed = { listing: McpListing; discovered?: AuthSchemeDefinition | undefined }

/**
 * Creates a toolkit from the tools that an MCP server lists. Nothing in them is trusted: invalid
 * tools are skipped and reported.
 */
export const importMcp = async (
  parts: McpImportParts,
  project: Project,
  request: McpImportRequest,
  previous: PreviousToolkit | undefined,
  findOwners: FindOwners,
  signal: AbortSignal,
): Promise<{ toolkit: ToolkitDefinition; report: ImportReport }> => {
  const { origin } = new URL(request.source.mcp.url)
  const known = previous?.baseUrl === origin ? previous : undefined
  const { listing, discovered } = await list(parts, project, request, known, signal)
  const authSchemes = request.auth
    ? toAuthSchemes(request.auth)
    : discovered
      ? [discovered]
      : (known?.authSchemes ?? [])
  const selection = selectTools(listing, request)
  const names = selection.tools.map(({ name }) => name)
  const slugs = await assignUnowned(
    findOwners,
    (taken) => assignToolSlugs(request.slug, names, previous?.tools ?? [], taken),
    (assigned) => [...assigned.values()].map(({ slug }) => slug),
  )
  // The consent to other hosts was given for this import only.
  const { accept_host_change: _given, ...again } = request
  const tools = selection.tools.map((tool) =>
    toDefinition(
      tool,
      slugs.get(tool.name)?.slug ?? '',
      origin,
      authSchemes.length === 0,
      request.annotations === 'trusted',
    ),
  )
  return {
    toolkit: {
      slug: request.slug,
      name: request.name ?? (listing.name || request.slug),
      description: listing.instructions.split(/\n\s*\n/, 1)[0] ?? '',
      categories: [],
      baseUrl: origin,
      authSchemes,
      mcp: { sealed: sealRequest(project, again) },
      tools,
      triggers: [],
    },
    report: {
      operations: listing.tools.length,
      made: tools.length,
      tools: tools.map(({ slug }) => slug),
      skipped: selection.skipped,
      renamed: [...slugs].flatMap(([operation, { slug, wanted, reason }]) =>
        reason === undefined
          ? []
          : [{ operation, kind: 'slug' as const, from: wanted, to: slug, reason }],
      ),
      notes: [...listing.notes, ...selection.notes].slice(0, 500),
      tokens: Math.ceil(
        tools.reduce(
          (sum, { slug, description, inputParameters }) =>
            sum + JSON.stringify([slug, description, inputParameters]).length,
          0,
        ) / 4,
      ),
    },
  }
}

const list = async (
  parts: McpImportParts,
  project: Project,
  request: McpImportRequest,
  known: PreviousToolkit | undefined,
  signal: AbortSignal,
): Promise<Listed> => {
  const { url, headers = {}, connected_account_id: accountId } = request.source.mcp
  const lowerCase = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  )
  const owner = { projectId: project.id, toolkit: request.slug }
  const send =
    accountId === undefined
      ? sendFor(parts.outbound, { purpose: 'mcp', ...owner })
      : await parts
          .listingAccounts()
          .sendAs(project, { id: accountId, toolkit: request.slug, url }, signal)
  const connection: McpConnection = {
    url,
    headers: lowerCase,
    send,
    signal,
    timeoutMs: parts.mcpListingMs,
    maximumBytes,
  }
  try {
    return { listing: await listTools(parts.withMcpServer, connection) }
  } catch (error) {
    const isClosed =
      error instanceof McpFailure &&
      error.status === 401 &&
      accountId === undefined &&
      (known?.tools ?? []).length === 0
    if (!isClosed) throw unlisted(error, Object.values(headers))
    const ask = sendFor(parts.outbound, { purpose: 'oauth', ...owner })
    const discovered = request.auth
      ? undefined
      : await discoverAuth({ url, send: ask, signal }, error.challenge).catch((cause: unknown) => {
          throw unlisted(cause, Object.values(headers))
        })
    if (!request.auth && !discovered)
      throw unlisted(
        error,
        Object.values(headers),
        'Give the headers that open it, or say with `auth` how its users sign in',
      )
    const note = `The server lists its tools to its users alone: connect an account of "${request.slug}", then import again with its id as source.mcp.connected_account_id`
    return {
      discovered,
      listing: { name: '', instructions: '', isModern: false, tools: [], notes: [note] },
    }
  }
}

const unlisted = (error: unknown, secrets: string[], suggestedFix?: string): unknown => {
  if (!(error instanceof McpFailure || error instanceof OutboundError)) return error
  const redacted = secrets.reduce(
    (text, secret) => text.replaceAll(secret, '[redacted]'),
    error.message,
  )
  return new ServiceError(
    'invalid_request',
    `The MCP server's tools could not be listed: ${redacted}${suggestedFix === undefined ? '' : `. ${suggestedFix}`}`,
    { cause: error, ...(suggestedFix !== undefined && { suggestedFix }) },
  )
}

const selectTools = (listing: McpListing, { include, exclude = [] }: McpImportRequest) => {
  const read = listing.tools.map((given, index) => readTool(given, index, listing.isModern))
  const seen = new Set<string>()
  const tools: McpTool[] = []
  const skipped = read.flatMap((each) => ('skipped' in each ? [each.skipped] : []))
  const begins = (name: string, prefixes: string[]) =>
    prefixes.some((prefix) => name.startsWith(prefix))
  let leftOut = 0
  for (const { tool } of read.filter((each): each is { tool: McpTool } => 'tool' in each)) {
    if (seen.has(tool.name))
      skipped.push({ operation: tool.name, reason: 'The server lists this name before' })
    else if ((include && !begins(tool.name, include)) || begins(tool.name, exclude)) leftOut += 1
    else tools.push(tool)
    seen.add(tool.name)
  }
  const scope =
    leftOut > 0
      ? [`${leftOut} of ${listing.tools.length} tools are left out by include and exclude`]
      : []
  return { tools, skipped, notes: [...scope, ...tools.flatMap(({ notes }) => notes)] }
}

/** The protocol's defaults for an unknown tool. The server's hints could only weaken them. */
const strictest: ToolHint[] = ['destructiveHint', 'openWorldHint']

const toDefinition = (
  { name, title, description, input, output, hints }: McpTool,
  slug: string,
  origin: string,
  noAuth: boolean,
  isTrusted: boolean,
): ToolDefinition => ({
  slug,
  operation: name,
  name: title,
  description: description === '' ? plainText(title, 100) : description,
  inputParameters: input,
  outputParameters: output,
  tags: isTrusted ? hints : strictest,
  declaredHints: hints,
  scopes: [],
  isDeprecated: false,
  noAuth,
  request: { kind: 'mcp', server: { url: origin }, tool: name },
})
