import { onTestFinished } from 'vitest'
import type { ProjectEvent } from '../../../src/contract/project-events.ts'
import type { Config } from '../../../src/service/index.ts'
import { systemClock, type Clock } from '../../../src/service/platform/clock.ts'
import { createEvents, type Events } from '../../../src/service/platform/events/index.ts'
import { createId } from '../../../src/service/platform/ids.ts'
import { createJobs } from '../../../src/service/platform/jobs/index.ts'
import { createSecrets, parseKeyRing } from '../../../src/service/platform/secrets/index.ts'
import { reportedEvents } from '../../../src/service/project-events/describe-event.ts'
import { createProjectEventRules } from '../../../src/service/project-events/project-events.ts'
import type { Project } from '../../../src/service/endpoint/index.ts'
import { createProjectRules } from '../../../src/service/projects/project.ts'
import { openServiceDatabase } from '../../support/open-service-database.ts'

export const rootKeys = `1:${Buffer.alloc(32, 7).toString('base64')}`

type Beside = {
  project(id: string): Promise<Project>
  append(projectId: string, event: ProjectEvent): Promise<void>
  /** Publishes as a part of the service does, for the running service to take up. */
  publish(type: string, scope: string, data: object): Promise<string>
}

/** Another node on the database of a service, which writes events but serves no requests. */
export const writeBeside = async (
  settings: Config['database'],
  clock: Clock = systemClock,
): Promise<Beside> => {
  const database = await openServiceDatabase(settings)
  const jobs = createJobs(database, {
    clock,
    ...(settings.engine === 'postgres' && { postgresUrl: settings.url }),
  })
  onTestFinished(() => jobs.stop({ graceMs: 0 }))
  const events: Events = createEvents(database, jobs, { clock })
  const projects = createProjectRules({
    database,
    secrets: createSecrets(parseKeyRing(rootKeys)),
    clock,
  })
  const projectEvents = createProjectEventRules({ database, events, jobs, clock })
  for (const type of Object.keys(reportedEvents))
    events.subscribe(type, 'project-events', async () => {})
  const project = (id: string) => projects.reload(id)
  return {
    project,
    append: async (projectId, event) => projectEvents.append(await project(projectId), event),
    // Without a transaction: on SQLite the service in this thread could not wait for its end.
    publish: (type, scope, data) => events.publish(database.handle, { type, scope, data }),
  }
}

/** A message of a trigger that nobody else has. */
export const message = (text: string): ProjectEvent => ({
  id: createId('evt_'),
  timestamp: '2026-11-21T10:00:00.000Z',
  type: 'svc.trigger.message',
  metadata: {
    log_id: null,
    trigger_slug: 'NOTES_NOTE_MADE',
    trigger_id: 'ti_1',
    connected_account_id: 'ca_1',
    auth_config_id: 'ac_1',
    user_id: 'ada',
  },
  data: { text },
})
