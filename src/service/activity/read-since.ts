import type { Activity } from '../../contract/activity.ts'
import type { ExecutionLog } from '../../contract/logs.ts'
import type { ProjectEvent } from '../../contract/project-events.ts'
import type { Project } from '../endpoint/index.ts'
import type { Database } from '../platform/database/index.ts'
import { activityStore } from './store.ts'
import { ofCall, ofEvent, ofRow } from './to-activity.ts'

type Newest<Item> = (project: Project, since: string, limit: number) => Promise<Item[]>

export type ReadSinceParts = {
  database: Database
  /** Calls without request and response, by the time that they began. */
  newestCalls: Newest<ExecutionLog>
  newestEvents: Newest<ProjectEvent>
  /** How long a call may take. */
  longestCallMs: number
}

/** The newest items of a project after a time, oldest first. */
export type ReadSince = (project: Project, sinceMs: number, limit: number) => Promise<Activity[]>

export const createReadSince =
  (parts: ReadSinceParts): ReadSince =>
  async (project, sinceMs, limit) => {
    const since = toTime(sinceMs)
    const [calls, events, rows] = await Promise.all([
      parts.newestCalls(project, toTime(sinceMs - parts.longestCallMs), limit),
      parts.newestEvents(project, since, limit),
      activityStore(parts.database.handle).listSince(project.id, since, limit),
    ])
    return [
      ...calls.map(ofCall).filter(({ at }) => at > since),
      ...events.map(ofEvent),
      ...rows.map((row) => ofRow(project, row)),
    ]
      .sort((one, other) => (one.at < other.at ? -1 : 1))
      .slice(-limit)
  }

const toTime = (ms: number): string => new Date(Math.max(0, ms)).toISOString()
