import type { Capability } from '../endpoint/index.ts'
import type { Logos } from '../logos/index.ts'
import type { Platform } from '../platform/open-platform.ts'
import { createAuthenticate } from './authenticate.ts'
import { createFirstProject, type FirstKeysWanted } from './bootstrap.ts'
import { projectHandlers } from './handlers.ts'
import { defineProjectJobs } from './jobs.ts'
import { projectMigrations } from './migrations.ts'
import { createUserTickets } from './user-ticket.ts'
import { createOperatorKeys } from './operator-keys.ts'
import { createOrganizations } from './organization.ts'
import { createProjectRules } from './project.ts'
import { ticketRetention } from './retention.ts'
import { createRootKeys } from './root-keys.ts'
import { projectStore } from './store.ts'

type Needs = {
  logos: Logos
  webhookUrls: Parameters<typeof projectHandlers>[0]['webhookUrls']
}

/** Organizations, projects and their keys. */
export const createProjects = (platform: Platform, { logos, webhookUrls }: Needs) => {
  const projects = createProjectRules(platform)
  const tickets = createUserTickets(platform)
  const organizations = createOrganizations({ ...platform, projects })
  const rootKeys = createRootKeys(platform)
  defineProjectJobs(platform)
  return {
    api: {
      ...projects,
      listOrganizations: projectStore(platform.database.handle).listOrganizations,
      authenticate: createAuthenticate({ ...platform, projects, tickets }),
      tickets,
      operatorKeys: createOperatorKeys(platform),
      /** Throws when the service was started without a root key that some project needs. */
      checkRootKeys: rootKeys.check,
      createFirst: (wanted?: FirstKeysWanted) =>
        createFirstProject({ ...platform, projects }, wanted),
    },
    handlers: { projects: projectHandlers({ projects, organizations, logos, webhookUrls }) },
    migrations: projectMigrations,
    retention: ticketRetention,
    jobs: { start: rootKeys.beginRewrapping },
  } satisfies Capability
}

export type { FirstKeys, FirstKeysWanted, GivenKeys } from './bootstrap.ts'
export { fileCipher } from './file-cipher.ts'
export { defaultConfig, type Projects } from './project.ts'
export { shownProject, type ShownProject } from './shown-project.ts'
export type { UserTicket, UserTickets } from './user-ticket.ts'
