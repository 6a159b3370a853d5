import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/index.ts'
import { createId } from '../platform/ids.ts'
import { createKey } from './api-key.ts'
import type { Projects } from './project.ts'
import { projectStore } from './store.ts'

export type FirstKeys = { apiKey: string; userApiKey: string; orgApiKey: string }

/**
 * On an empty database, creates an organization, a project and their keys, whose texts are only
 * available now. Does nothing otherwise, or when another node is first.
 */
export const createFirstProject = (parts: {
  database: Database
  projects: Projects
  clock: Clock
}): Promise<FirstKeys | null> =>
  parts.database.transaction(async (transaction) => {
    const store = projectStore(transaction)
    if (!(await store.claimFirstStart(parts.clock.now().toISOString()))) return null
    const organizationId = createId('org_')
    await store.insertOrganization({
      id: organizationId,
      name: 'Default organization',
      created_at: parts.clock.now().toISOString(),
    })
    const projectId = await parts.projects.insert(transaction, organizationId, 'default', {})
    if (projectId === undefined)
      throw new Error(`The new organization ${organizationId} already has a project`)
    const keys = {
      project: createKey(parts.clock, {
        kind: 'project',
        organizationId,
        projectId,
        name: 'default',
      }),
      user: createKey(parts.clock, { kind: 'user', organizationId, projectId, name: 'default' }),
      organization: createKey(parts.clock, {
        kind: 'organization',
        organizationId,
        projectId: null,
        name: 'default',
      }),
    }
    for (const key of Object.values(keys)) await store.insertKey(key.row)
    return {
      apiKey: keys.project.text,
      userApiKey: keys.user.text,
      orgApiKey: keys.organization.text,
    }
  })
