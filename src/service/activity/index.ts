import type { activityLog } from '../../contract/activity.ts'
import type { Capability, Handlers } from '../endpoint/index.ts'
import type { ExecutionApi } from '../execution/index.ts'
import type { Platform } from '../platform/open-platform.ts'
import { createOccupy, type ProjectEventsApi } from '../project-events/index.ts'
import { createFeeds } from './feeds.ts'
import { activityMigrations } from './migrations.ts'
import { createReadSince } from './read-since.ts'
import { createRecordActivity } from './record.ts'
import { activityRetention } from './retention.ts'
import { createOpenStream } from './stream.ts'

type Needs = {
  execution: ExecutionApi
  projectEvents: ProjectEventsApi
  /** How long a call may take. */
  longestCallMs: number
}

/** What happens in a project, for people who watch. */
export const createActivity = (platform: Platform, needs: Needs) => {
  const { log } = platform
  const { record, finish } = createRecordActivity(platform)
  const readSince = createReadSince({
    ...platform,
    newestCalls: needs.execution.logs.newest,
    newestEvents: needs.projectEvents.newest,
    longestCallMs: needs.longestCallMs,
  })
  const feeds = createFeeds({
    ...platform,
    readSince,
    intervalMs: 1_000,
    onError: (error) => log.warn({ err: error }, 'the activity of a project could not be read'),
  })
  const open = createOpenStream({ ...platform, readSince, feeds, occupy: createOccupy() })
  const handlers: Handlers<typeof activityLog> = {
    activity: async ({ query }, { project }, { signal }) => ({
      status: 200,
      body: await open(project, query, signal),
    }),
  }
  return {
    api: { record },
    handlers: { logs: handlers },
    migrations: activityMigrations,
    retention: activityRetention(platform.kept),
    close: finish,
  } satisfies Capability
}
