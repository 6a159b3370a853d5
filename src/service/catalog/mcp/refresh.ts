import type { Project } from '../../endpoint/index.ts'
import { minuteMs, type Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/index.ts'
import type { Jobs } from '../../platform/jobs/index.ts'
import type { Projects } from '../../projects/index.ts'
import type { ImportRequest } from '../import-request.ts'
import { catalogStore } from '../store.ts'
import { findLatestDefinition } from './find-latest-definition.ts'
import { openRequest } from './sealed-request.ts'

type Parts = { database: Database; projects: Projects; jobs: Jobs; clock: Clock }

const queue = 'mcp-refresh'
const pauseMs = 10 * minuteMs
/** A server that announces changes endlessly must not fill the database with versions. */
const maximumADay = 24

/**
 * Reimports a toolkit from its MCP server, at most once in ten minutes: requests in between are
 * served together when these are over.
 *
 * Sessions that began before do not see the new version.
 */
export const createRefresh = (
  parts: Parts,
  importAgain: (project: Project, request: ImportRequest) => Promise<string>,
) => {
  parts.jobs.define<{ projectId: string; slug: string }>(
    queue,
    { retryDelaysSeconds: [60] },
    async ({ projectId, slug }) => {
      const project = await parts.projects.get(projectId)
      if (!project) return
      const definition = await findLatestDefinition(parts.database, project, slug)
      if (!definition?.mcp) return
      const today = parts.clock.now().toISOString().slice(0, 10)
      if (
        (await catalogStore(parts.database.handle).countImportsOfDay(project.id, slug, today)) >=
        maximumADay
      )
        return
      await importAgain(project, openRequest(project, slug, definition.mcp.sealed))
    },
  )

  return async (project: Project, slug: string): Promise<void> => {
    const last = await catalogStore(parts.database.handle).findNewestImport(project.id, slug)
    const sinceMs =
      last === undefined
        ? pauseMs
        : parts.clock.now().getTime() - new Date(last.created_at).getTime()
    // Not longer than the pause, also after an import while the clock was ahead.
    const delaySeconds = Math.ceil(Math.min(pauseMs, Math.max(0, pauseMs - sinceMs)) / 1000)
    await parts.database.transaction((transaction) =>
      parts.jobs.enqueue(
        transaction,
        queue,
        { projectId: project.id, slug },
        { delaySeconds, singletonKey: `${project.id} ${slug}` },
      ),
    )
  }
}
