import { onTestFinished } from 'vitest'
import { createEvents } from '../../../src/service/platform/events/index.ts'
import { createJobs } from '../../../src/service/platform/jobs/index.ts'
import { createLog } from '../../../src/service/platform/log.ts'
import { createSecrets, parseKeyRing } from '../../../src/service/platform/secrets/index.ts'
import type { Project } from '../../../src/service/endpoint/index.ts'
import { defaultConfig } from '../../../src/service/projects/project.ts'
import type { TemporaryDatabase } from '../../support/temporary-database.ts'

/** What the parts of sessions are made from, at noon of a day whose time a test moves. */
export const createSessionParts = async (database: TemporaryDatabase) => {
  const time = { now: Date.parse('2026-11-21T12:00:00Z') }
  const clock = { now: () => new Date(time.now) }
  const secrets = createSecrets(parseKeyRing(`1:${Buffer.alloc(32, 7).toString('base64')}`))
  const project: Project = {
    id: 'pr_1',
    organizationId: 'org_1',
    name: 'One',
    config: defaultConfig,
    logo: null,
    catalogStamp: 0,
    dataKey: secrets.open('pr_1', secrets.createDataKey('pr_1')),
  }
  const jobs = createJobs(database, {
    clock,
    log: createLog('silent'),
    ...(database.engine === 'postgres' && { postgresUrl: database.location }),
  })
  // PostgreSQL takes a hundred connections, and jobs hold six from their first use on.
  onTestFinished(() => jobs.stop({ graceMs: 0 }))
  return {
    parts: {
      database,
      jobs,
      events: createEvents(database, jobs, { clock }),
      clock,
      publicUrl: () => 'https://plugboard.example',
    },
    project,
    passMinutes: (minutes: number) => (time.now += minutes * 60_000),
  }
}
