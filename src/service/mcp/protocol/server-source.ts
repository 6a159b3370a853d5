import type { Accounts, Links } from '../../accounts/index.ts'
import type { AuthConfigs } from '../../auth-configs/index.ts'
import { longestAnswer, type Catalog, type CatalogTool, type Toolkit } from '../../catalog/index.ts'
import type { ExecuteTool } from '../../execution/index.ts'
import type { Clock } from '../../platform/clock.ts'
import { countFitting } from '../../platform/pagination.ts'
import { toolkitsOf } from '../check-configuration.ts'
import { createServerConnections, type ServerUse } from './server-connections.ts'
import {
  toCursorError,
  type CallContext,
  type ToolResponse,
  type ToolSource,
} from './tool-source.ts'
import type { Outcome } from './outcome.ts'
import { toToolResponse, toErrorToolResponse } from './to-tool-response.ts'
import { toMcpTool } from './to-mcp-tool.ts'
import { toPages } from './to-pages.ts'

type Parts = {
  catalog: Catalog
  accounts: Accounts
  authConfigs: AuthConfigs
  links: Links
  clock: Clock
  executeTool: ExecuteTool
  publicUrl: () => string
}

type FoundTool = { tool: CatalogTool; toolkit: Toolkit }

const toolsPerPage = 100

/**
 * The tools of a configured MCP server: its allowed tools, or all tools of its toolkits, in their
 * latest versions.
 */
export const createServerSource = (parts: Parts, use: ServerUse): ToolSource => {
  const { catalog, executeTool } = parts
  const { project, server, userId } = use
  const allowed = server.allowedTools.map(({ slug }) => slug)
  const connections = createServerConnections(parts, use)

  /** Judges by any slug of a tool, since the list may hold a former one. */
  const toCheck = async (): Promise<(slug: string) => boolean> => {
    if (allowed.length === 0) return () => true
    const names = new Set([...(await catalog.namesOf(project, allowed)).values()].flat())
    return (slug) => names.has(slug)
  }

  const listToolkits = async (): Promise<Toolkit[]> => {
    const known = await catalog.listToolkits(project)
    return toolkitsOf(server).flatMap((slug) => known.get(slug) ?? [])
  }

  /** All slugs, in the order of the pages. */
  const listSlugs = async (toolkits: Toolkit[]) => {
    const isAllowed = await toCheck()
    const lists = await Promise.all(
      toolkits.map(({ definition, version }) =>
        catalog.listTools(project, definition.slug, version),
      ),
    )
    return lists.flatMap((tools, index) =>
      tools
        .map(({ slug }) => slug)
        .filter(isAllowed)
        .toSorted()
        .map((slug) => ({ slug, toolkit: toolkits[index] as Toolkit })),
    )
  }

  const find = async (slug: string): Promise<FoundTool | undefined> => {
    if (!(await toCheck())(slug)) return undefined
    const owner = await catalog.ownerOf(project, 'tool', slug)
    const toolkit = (await listToolkits()).find(({ definition }) => definition.slug === owner)
    const tool = toolkit && (await catalog.findTool(project, slug, toolkit.version))
    return tool && { tool, toolkit }
  }

  const run = async (
    { tool, toolkit }: FoundTool,
    given: Record<string, unknown>,
    { signal, trace }: CallContext,
  ) =>
    executeTool({
      project,
      tool,
      toolkit,
      arguments: given,
      userId,
      ...(await connections.select(tool.toolkit)),
      offerLink: connections.offerLink,
      signal,
      trace,
    })

  const answer = (outcome: Outcome): ToolResponse => ({
    ...toToolResponse(outcome),
    pages: toPages(outcome, parts.publicUrl()),
  })

  return {
    list: async (cursor) => {
      const all = await listSlugs(await listToolkits())
      const start =
        cursor === undefined ? 0 : all.findIndex(({ slug }) => slug === decodeCursor(cursor)) + 1
      if (cursor !== undefined && start === 0) throw toCursorError()
      const most = all.slice(start, start + toolsPerPage)
      const found = await catalog.findTools(
        project,
        most.map(({ slug, toolkit }) => ({ slug, version: toolkit.version })),
      )
      const bySlug = new Map(found.map((tool) => [tool.definition.slug, tool]))
      const sizes = most.map(({ slug }) => bySlug.get(slug)?.characters ?? 0)
      const page = most.slice(0, countFitting(sizes, longestAnswer))
      const last = start + page.length < all.length ? page.at(-1) : undefined
      return {
        tools: page.flatMap(({ slug, toolkit }) => {
          const tool = bySlug.get(slug)
          return tool ? [toMcpTool(toolkit, tool)] : []
        }),
        ...(last && { nextCursor: encodeCursor(last.slug) }),
      }
    },
    find: async (name) => {
      const found = await find(name)
      return (
        found && {
          inputSchema: toMcpTool(found.toolkit, found.tool).inputSchema,
          run: (given, context) => run(found, given, context).then(answer, toErrorToolResponse),
        }
      )
    },
    // Versions are immutable, so the list of the latest versions identifies all tools, except for
    // the hints that the project sets.
    stamp: async () => {
      const toolkits = await listToolkits()
      const heads = toolkits.map(async ({ definition: { slug }, version }) => [
        slug,
        version,
        await catalog.annotationsKey(project, slug),
      ])
      return JSON.stringify([allowed.toSorted(), await Promise.all(heads)])
    },
  }
}

/**
 * The last tool of the previous page: tools that are added or removed elsewhere do not shift the
 * next one.
 */
const encodeCursor = (slug: string): string => Buffer.from(slug).toString('base64url')

const decodeCursor = (cursor: string): string => Buffer.from(cursor, 'base64url').toString()
