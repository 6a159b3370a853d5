import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/index.ts'
import { createId } from '../platform/ids.ts'
import type { Log } from '../platform/log.ts'
import { createKey } from './api-key.ts'
import type { Projects } from './project.ts'
import { projectStore, type ApiKeyRow } from './store.ts'

export type FirstKeys = { apiKey: string; userApiKey: string; orgApiKey: string }

/** Keys that the operator chose. */
export type GivenKeys = { apiKey: string; userApiKey?: string; orgApiKey?: string }

/** `none`: nobody would see them. */
export type FirstKeysWanted = 'created' | 'none' | GivenKeys

/**
 * On an empty database, creates an organization, a project and their keys. The texts of those that
 * were not given are only available now. Does nothing otherwise, or when another node is first.
 */
export const createFirstProject = (
  parts: { database: Database; projects: Projects; clock: Clock; log: Log },
  wanted: FirstKeysWanted = 'created',
): Promise<FirstKeys | null> =>
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
    if (wanted === 'none') {
      parts.log.warn(
        'The project of this new database has no API key yet: run `plugboard admin keys create`, or set PLUGBOARD_FIRST_API_KEY before the first start',
      )
      return null
    }
    const create = (kind: ApiKeyRow['kind'], text?: string) =>
      createKey(
        parts.clock,
        {
          kind,
          organizationId,
          projectId: kind === 'organization' ? null : projectId,
          name: 'default',
        },
        text,
      )
    if (wanted !== 'created') {
      const { apiKey, userApiKey, orgApiKey } = wanted
      await store.insertKey(create('project', apiKey).row)
      if (userApiKey !== undefined) await store.insertKey(create('user', userApiKey).row)
      if (orgApiKey !== undefined) await store.insertKey(create('organization', orgApiKey).row)
      return null
    }
    const keys = {
      project: create('project'),
      user: create('user'),
      organization: create('organization'),
    }
    for (const key of Object.values(keys)) await store.insertKey(key.row)
    return {
      apiKey: keys.project.text,
      userApiKey: keys.user.text,
      orgApiKey: keys.organization.text,
    }
  })
