import { z } from 'zod'
import type { Project } from '../../endpoint/index.ts'
import type { Database } from '../../platform/database/index.ts'
import type { Events } from '../../platform/events/index.ts'
import type { Projects } from '../../projects/index.ts'
import type { ImportRequest } from '../import-request.ts'
import { findLatestDefinition } from './find-latest-definition.ts'
import type { ListingAccounts } from './import-mcp.ts'
import { openRequest } from './sealed-request.ts'

type Parts = {
  database: Database
  projects: Projects
  events: Events
  listingAccounts: () => ListingAccounts
}

const accountActive = z.object({ id: z.string() })

/**
 * Lists the tools of a toolkit that has none yet, because its MCP server tells them only to its
 * users, with the first account that is connected. That list is what the project asked for by its
 * import, so it holds at once.
 */
export const listOnceConnected = (
  parts: Parts,
  importAgain: (project: Project, request: ImportRequest) => Promise<string>,
): void => {
  parts.events.subscribe('account.active', 'mcp-first-list', async ({ scope, data }) => {
    const project = await parts.projects.get(scope)
    if (!project) return
    const { id } = accountActive.parse(data)
    const slug = await parts.listingAccounts().toolkitOf(project, id)
    if (slug === undefined) return
    const definition = await findLatestDefinition(parts.database, project, slug)
    if (!definition?.mcp || !definition.warnings?.some(({ code }) => code === 'closed_schema'))
      return
    const request = openRequest(project, slug, definition.mcp.sealed)
    await importAgain(project, {
      ...request,
      source: { mcp: { ...request.source.mcp, connected_account_id: id } },
    })
  })
}
