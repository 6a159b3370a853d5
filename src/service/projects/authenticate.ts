import type { EndpointAuth } from '../../contract/endpoint.ts'
import { createReadCache } from '../platform/create-read-cache.ts'
import type { Database } from '../platform/database/index.ts'
import { hashToken } from '../platform/secrets/index.ts'
import { ServiceError } from '../service-error.ts'
import type { Authenticate, Caller, TicketCaller } from '../endpoint/index.ts'
import type { Projects } from './project.ts'
import { projectStore, type ApiKeyRow } from './store.ts'
import type { UserTickets } from './user-ticket.ts'

type ReadHeader = Parameters<Authenticate>[1]
type KeyAuth = Exclude<EndpointAuth, 'public' | 'ticket'>
type CarriedKey = { text: string; kind: ApiKeyRow['kind'] }
type Parts = {
  database: Database
  projects: Projects
  tickets: UserTickets
  publicUrl: () => string
}

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
} as const satisfies Record<KeyAuth, [string, ApiKeyRow['kind']][]>

const ticketHeader = 'x-connect-token'

export const createAuthenticate = (parts: Parts): Authenticate => {
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
    if (auth === 'ticket') return identifyUser(parts, header)
    const carried = headers[auth].flatMap(([name, kind]) =>
      [{ text: header(name), kind }].filter((entry): entry is CarriedKey => Boolean(entry.text)),
    )
    // Any one of the keys is enough (spec 5), so a wrong key does not invalidate another.
    for (const { text, kind } of carried) {
      const caller = await identify(text, kind)
      if (caller) return caller
    }
    const isTicket = [header(ticketHeader), ...carried.map(({ text }) => text)].some((text) =>
      text?.startsWith('pbt_'),
    )
    if (isTicket) throw unauthorized(auth, 'A connect token opens only what is below /connections')
    throw unauthorized(
      auth,
      carried.length > 0 ? 'The API key is not valid' : 'The request has no API key',
    )
  }
}

/** The user of a connect token, whose page must be one that the token names. */
const identifyUser = async (
  { projects, tickets, publicUrl }: Parts,
  header: ReadHeader,
): Promise<TicketCaller> => {
  const text = header(ticketHeader)
  const ticket = text === undefined ? undefined : await tickets.find(text)
  const project = ticket && (await projects.get(ticket.projectId))
  if (!ticket || !project || ticket.approvalId !== null)
    throw new ServiceError(
      'unauthorized',
      text === undefined
        ? 'The request has no connect token'
        : 'The connect token is not valid, or has expired',
      { suggestedFix: `Send one of POST /api/v3/connect_tokens in the header ${ticketHeader}` },
    )
  const origin = originOf(header, publicUrl())
  if (origin === undefined || ![...ticket.origins, new URL(publicUrl()).origin].includes(origin))
    throw new ServiceError(
      'forbidden',
      origin === undefined
        ? 'A connect token is for browsers: the request names no origin'
        : `The connect token is not for pages of ${origin.slice(0, 255)}`,
      { suggestedFix: 'Name the origin of the page in allowed_origins when you create the token' },
    )
  return {
    kind: 'ticket',
    keyId: ticket.id,
    organizationId: project.organizationId,
    project,
    userId: ticket.userId,
    toolkits: ticket.toolkits,
  }
}

/** Browsers send no `Origin` with a GET of the service's own pages, but say that it is theirs. */
const originOf = (header: ReadHeader, publicUrl: string): string | undefined =>
  header('origin') ??
  (header('sec-fetch-site') === 'same-origin' ? new URL(publicUrl).origin : undefined)

const unauthorized = (auth: KeyAuth, message: string) =>
  new ServiceError('unauthorized', message, {
    suggestedFix: `Send a valid key in the header ${headers[auth].map(([name]) => name).join(' or ')}`,
  })
