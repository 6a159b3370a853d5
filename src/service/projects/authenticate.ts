import type { EndpointAuth } from '../../contract/endpoint.ts'
import { createReadCache } from '../platform/create-read-cache.ts'
import type { Database } from '../platform/database/index.ts'
import { hashToken } from '../platform/secrets/index.ts'
import { ServiceError } from '../service-error.ts'
import type { Authenticate, Caller } from '../endpoint/index.ts'
import type { Projects } from './project.ts'
import { projectStore, type ApiKeyRow } from './store.ts'

type CarriedKey = { text: string; kind: ApiKeyRow['kind'] }

const headers = {
  project: [
    ['x-api-key', 'project'],
    ['x-user-api-key', 'user'],
  ],
  organization: [['x-org-api-key', 'organization']],
  owner: [
    ['x-org-api-key', 'organization'],
    ['x-api-key', 'project'],
    ['x-user-api-key', 'user'],
  ],
} as const satisfies Record<Exclude<EndpointAuth, 'public'>, [string, ApiKeyRow['kind']][]>

export const createAuthenticate = (parts: {
  database: Database
  projects: Projects
}): Authenticate => {
  // Half a second: a revoked key has to fail on every node within the second that rule 2.6
  // promises.
  const recent = createReadCache((hash) => projectStore(parts.database.handle).findKey(hash), {
    forMs: 500,
    maximum: 10_000,
  })

  const identify = async (text: string, kind: ApiKeyRow['kind']): Promise<Caller | undefined> => {
    const key = text.length <= 200 ? await recent.get(hashToken(text)) : undefined
    // The text distinguishes a project's key from a user's: either header accepts either.
    if (!key || (key.kind === 'organization') !== (kind === 'organization')) return undefined
    if (key.project_id === null)
      return { kind: 'organization', keyId: key.id, organizationId: key.organization_id }
    const project = await parts.projects.get(key.project_id)
    return (
      project && {
        kind: key.kind === 'user' ? 'user' : 'project',
        keyId: key.id,
        organizationId: key.organization_id,
        project,
      }
    )
  }

  return async (auth, header) => {
    if (auth === 'public') return null
    const carried = headers[auth].flatMap(([name, kind]) =>
      [{ text: header(name), kind }].filter((entry): entry is CarriedKey => Boolean(entry.text)),
    )
    // Any one of the keys is enough (spec 5), so a wrong key does not invalidate another.
    for (const { text, kind } of carried) {
      const caller = await identify(text, kind)
      if (caller) return caller
    }
    throw unauthorized(
      auth,
      carried.length > 0 ? 'The API key is not valid' : 'The request has no API key',
    )
  }
}

const unauthorized = (auth: Exclude<EndpointAuth, 'public'>, message: string) =>
  new ServiceError('unauthorized', message, {
    suggestedFix: `Send a valid key in the header ${headers[auth].map(([name]) => name).join(' or ')}`,
  })
