import type { EndpointAuth } from '../../contract/endpoint.ts'
import type { Authenticate, Caller, Project } from '../endpoint/index.ts'
import { safeEqual } from '../platform/secrets/index.ts'
import { ServiceError } from '../service-error.ts'
import { readSessionCookie } from './cookie.ts'
import { isOwnRequest } from './is-own-request.ts'
import { can } from './person.ts'
import type { ConsoleSession, ConsoleSessions } from './sessions.ts'

type Header = (name: string) => string | undefined

type Parts = {
  sessions: Pick<ConsoleSessions, 'find'>
  findProject: (id: string) => Promise<Project | undefined>
  publicUrl: () => string
  /** Authenticates requests with keys, which are all others. */
  byKey: Authenticate
}

/** Marks a request of the console: its cookie counts only together with this token. */
export const csrfHeader = 'x-plugboard-csrf'
/** Names the project that a request of the console is about. Requests with keys cannot choose one. */
export const projectHeader = 'x-plugboard-project'

/**
 * Lets pages of the console call the interface with the cookie of a signed-in person, in the place
 * of a key. The browser never has a key of a project.
 */
export const createConsoleAuthenticate =
  (parts: Parts): Authenticate =>
  async (auth, header) => {
    const csrf = header(csrfHeader)
    // Connect tokens are for users of the project, whom the console does not know.
    if (auth === 'public' || auth === 'ticket' || csrf === undefined)
      return parts.byKey(auth, header)
    const session = await findSession(parts, header, csrf)
    return toCaller(parts, session, auth, header)
  }

/** The session of a request, when a page of the console sent it. Throws 401 otherwise. */
export const findSession = async (
  { sessions, publicUrl }: Pick<Parts, 'sessions' | 'publicUrl'>,
  header: Header,
  csrf: string | undefined,
): Promise<ConsoleSession> => {
  const token = readSessionCookie(publicUrl(), header('cookie'))
  const session = token === undefined ? undefined : await sessions.find(token)
  if (!session) throw refused('Nobody is signed in to the console, or the session has ended')
  if (!isOwnRequest(publicUrl(), header) || csrf === undefined || !safeEqual(csrf, session.csrf))
    throw refused('The request was not sent by a page of the console in this browser')
  return session
}

const toCaller = async (
  { findProject }: Parts,
  { id, person }: ConsoleSession,
  auth: Exclude<EndpointAuth, 'public' | 'ticket'>,
  header: Header,
): Promise<Caller> => {
  const { organizationId } = person
  if (auth !== 'project') return { kind: 'organization', keyId: id, organizationId }
  const projectId = header(projectHeader) ?? ''
  const project = await findProject(projectId)
  // Another organization's project is answered as one that does not exist.
  if (!project || !can(person, 'change', { kind: 'project', ...project }))
    throw new ServiceError('unauthorized', `There is no project "${projectId.slice(0, 100)}"`, {
      suggestedFix: `Name a project of the organization in the header ${projectHeader}`,
    })
  return { kind: 'project', keyId: id, organizationId, project }
}

const refused = (message: string) =>
  new ServiceError('unauthorized', message, { suggestedFix: 'Sign in to the console again' })
