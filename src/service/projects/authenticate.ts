import { LRUCache } from 'lru-cache'
import type { EndpointAuth } from '../../contract/endpoint.ts'
import type { Database } from '../platform/database/index.ts'
import { hashToken } from '../platform/secrets/index.ts'
import { ServiceError } from '../service-error.ts'
import type { Caller } from './caller.ts'
import type { Projects } from './project.ts'
import { projectStore, type ApiKeyRow } from './store.ts'

/** Finds out who calls, from the headers that the operation accepts; throws 401. `null`: the operation is public. */
export type Authenticate = (auth: EndpointAuth, header: (name: string) => string | undefined) => Promise<Caller | null>

const headers = {
  project: [['x-api-key', 'project'], ['x-user-api-key', 'user']],
  organization: [['x-org-api-key', 'organization']],
  owner: [['x-org-api-key', 'organization'], ['x-api-key', 'project'], ['x-user-api-key', 'user']],
} as const satisfies Record<Exclude<EndpointAuth, 'public'>, [string, ApiKeyRow['kind']][]>

export const createAuthenticate = (parts: { database: Database; projects: Projects }): Authenticate => {
  // Half a second: a revoked key fails on every node within the second that wire.md promises.
  const recent = new LRUCache<string, ApiKeyRow>({
    max: 10_000,
    ttl: 500,
    fetchMethod: (hash) => projectStore(parts.database.handle).findKey(hash),
  })

  return async (auth, header) => {
    if (auth === 'public') return null
    for (const [name, kind] of headers[auth]) {
      const text = header(name)
      if (!text) continue
      const key = text.length <= 200 ? await recent.fetch(hashToken(text)) : undefined
      // A project's and a user's key are told apart by their text: either header takes either.
      if (!key || (key.kind === 'organization') !== (kind === 'organization')) throw unauthorized(auth, 'The API key is not valid')
      if (key.project_id === null) return { kind: 'organization', keyId: key.id, organizationId: key.organization_id }
      const project = await parts.projects.get(key.project_id)
      if (!project) throw unauthorized(auth, 'The API key is not valid')
      return { kind: key.kind === 'user' ? 'user' : 'project', keyId: key.id, organizationId: key.organization_id, project }
    }
    throw unauthorized(auth, 'The request carries no API key')
  }
}

const unauthorized = (auth: Exclude<EndpointAuth, 'public'>, message: string) =>
  new ServiceError('unauthorized', message, { suggestedFix: `Send a valid key in the header ${headers[auth].map(([name]) => name).join(' or ')}` })
