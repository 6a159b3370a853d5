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
import { assignUnowned, type KnownSlugs } from '../slug-owners/assign-unowned.ts'
import { toRenamed } from '../slug-owners/to-renamed.ts'
import type { AuthSchemeDefinition } from '../../auth-schemes/index.ts'
import type { ToolDefinition, ToolHint, ToolkitDefinition } from '../definitions.ts'
import type { ImportReport } from '../openapi/index.ts'
import { asksServerForAuth, authOf, nameOf, selectionOf, slugsOf } from '../recipe/index.ts'
import type { ImportWarning } from '../import-warning.ts'
import { completeAuth, discoveredOf } from './complete-auth.ts'
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

/** The connected accounts of a project, used by an import if the server requires authentication. */
export type ListingAccounts = {
  exists(project: Project, id: string): Promise<boolean>
  /** The toolkit of an account; undefined when it was deleted. */
  toolkitOf(project: Project, id: string): Promise<string | undefined>
  /** This account while it is ACTIVE, else the newest of the toolkit that is. */
  findActive(project: Project, toolkit: string, id: string): Promise<string | undefined>
  /**
   * Sends with an account. Throws a `ServiceError` when it cannot be used for this toolkit and
   * address.
   */
  sendAs(
    project: Project,
    account: { id: string; toolkit: string; url: string; purpose: 'mcp' | 'tool' },
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

type Listed = {
  listing: McpListing
  discovered?: AuthSchemeDefinition | undefined
  warnings: ImportWarning[]
}

/**
 * Creates a toolkit from the tools that an MCP server lists. Nothing in them is trusted: invalid
 * tools are skipped and reported.
 */
export const importMcp = async (
  parts: McpImportParts,
  project: Project,
  request: McpImportRequest,
  previous: PreviousToolkit | undefined,
  knownSlugs: KnownSlugs,
  signal: AbortSignal,
): Promise<{ toolkit: ToolkitDefinition; report: ImportReport }> => {
  const { origin } = new URL(request.source.mcp.url)
  const known = previous?.baseUrl === origin ? previous : undefined
  const { listing, discovered, warnings } = await list(parts, project, request, known, signal)
  const before = known?.authSchemes ?? []
  const given = authOf(request)
  const auth =
    given && !asksServerForAuth(request)
      ? { authSchemes: given, warnings: [] }
      : completeAuth({ given, discovered, before, origin })
  const { authSchemes } = auth
  const selection = selectTools(listing, selectionOf(request))
  const names = selection.tools.map(({ name }) => name)
  const slugs = await assignUnowned({ ...knownSlugs, chosen: slugsOf(request) }, (history) =>
    assignToolSlugs(request.slug, names, history),
  )
  // These hold for this import only.
  const { accept_host_change: _given, rename_tools: _renamed, ...again } = request
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
      name: nameOf(request) ?? (listing.name || request.slug),
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
      renamed: toRenamed([...slugs.keys()], slugs),
      warnings: [...warnings, ...auth.warnings],
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
          .sendAs(project, { id: accountId, toolkit: request.slug, url, purpose: 'mcp' }, signal)
  const connection: McpConnection = {
    url,
    headers: lowerCase,
    send,
    signal,
    timeoutMs: parts.mcpListingMs,
    maximumBytes,
  }
  const ask = (challenge?: string) =>
    discoverAuth(
      { url, send: sendFor(parts.outbound, { purpose: 'oauth', ...owner }), signal },
      challenge,
    )
  const isAsked = asksServerForAuth(request)
  try {
    const listing = await listTools(parts.withMcpServer, connection)
    // An open list can belong to tools that need an account, as the recipe then says.
    const discovered =
      isAsked && authOf(request) && !discoveredOf(known?.authSchemes ?? [])
        ? await ask().catch(() => undefined)
        : undefined
    return { listing, discovered, warnings: [] }
  } catch (error) {
    const isClosed =
      error instanceof McpFailure &&
      error.status === 401 &&
      accountId === undefined &&
      (known?.tools ?? []).length === 0
    if (!isClosed) throw unlisted(error, Object.values(headers))
    const discovered = isAsked
      ? await ask(error.challenge).catch((cause: unknown) => {
          throw unlisted(cause, Object.values(headers))
        })
      : undefined
    if (!authOf(request) && !discovered)
      throw unlisted(
        error,
        Object.values(headers),
        'Pass headers that authenticate, or define with `auth` how its users authenticate',
      )
    return {
      discovered,
      listing: { name: '', instructions: '', isModern: false, tools: [], notes: [] },
      warnings: [closedTo(request.slug)],
    }
  }
}

const closedTo = (slug: string): ImportWarning => ({
  code: 'closed_schema',
  message: 'The server lists its tools only to its users, so the toolkit has no tools yet',
  fix: `Connect an account of "${slug}": its tools are listed with the first one`,
})

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

const selectTools = (
  listing: McpListing,
  { include, exclude = [] }: ReturnType<typeof selectionOf>,
) => {
  const read = listing.tools.map((given, index) => readTool(given, index, listing.isModern))
  const seen = new Set<string>()
  const tools: McpTool[] = []
  const skipped = read.flatMap((each) => ('skipped' in each ? [each.skipped] : []))
  const begins = (name: string, prefixes: string[]) =>
    prefixes.some((prefix) => name.startsWith(prefix))
  let leftOut = 0
  for (const { tool } of read.filter((each): each is { tool: McpTool } => 'tool' in each)) {
    if (seen.has(tool.name))
      skipped.push({ operation: tool.name, reason: 'The server lists this name more than once' })
    else if ((include && !begins(tool.name, include)) || begins(tool.name, exclude)) leftOut += 1
    else tools.push(tool)
    seen.add(tool.name)
  }
  const scope =
    leftOut > 0
      ? [`${leftOut} of ${listing.tools.length} tools are excluded by include and exclude`]
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
