import type { Authenticate, ProjectCaller, Project } from '../../endpoint/index.ts'
import { ServiceError } from '../../service-error.ts'
import type { SessionMcpKeys } from '../../sessions/index.ts'
import type { ServerAccess } from '../server-access.ts'
import { carriesKey, readMcpKey, type Header } from './read-keys.ts'
import type { ServerUrl } from './read-server-url.ts'

type Parts = { authenticate: Authenticate; access: ServerAccess }

/** The caller of an endpoint. `id` is used for limits and to separate callers. */
export type McpCaller = { project: Project; id: string }

/** The caller of a server; with the user whose accounts are used, if the key determines it. */
export type McpServerCaller = McpCaller & { userId?: string }

/** The owner of a project's or a user's key. */
const authorizeProject = async (
  { authenticate }: Pick<Parts, 'authenticate'>,
  keys: Header,
): Promise<McpCaller> => {
  if (!carriesKey(keys)) throw unauthorized('The request has no API key')
  const caller = await authenticate('project', keys).catch((error: unknown) => {
    throw error instanceof ServiceError && error.slug === 'unauthorized'
      ? unauthorized('The API key is not valid')
      : error
  })
  const { project, keyId } = caller as ProjectCaller
  return { project, id: keyId }
}

/**
 * Authorizes by a key of the project, or of this session. `sessionId` is absent if the address
 * contains no valid id.
 */
export const authorizeSession = async (
  parts: Pick<Parts, 'authenticate'> & { sessionKeys: SessionMcpKeys },
  sessionId: string | undefined,
  keys: Header,
): Promise<McpCaller> => {
  const key = readMcpKey(keys)
  if (key === undefined) return authorizeProject(parts, keys)
  const binding = await parts.sessionKeys.find(key)
  if (binding === undefined || binding.sessionId !== sessionId)
    throw unauthorized('The API key is not valid for this session')
  return { project: binding.project, id: binding.keyId }
}

/**
 * Authorizes by a key of the project, by the user's key of this server, or, if the project requires
 * no key, by the signature of the URL.
 */
export const authorizeServer = async (
  parts: Parts,
  url: ServerUrl,
  keys: Header,
): Promise<McpServerCaller> => {
  const instanceKey = readMcpKey(keys)
  if (instanceKey !== undefined) return byInstanceKey(parts.access, url, instanceKey)
  if (carriesKey(keys)) return authorizeProject(parts, keys)
  const { subject, signature } = url
  const project =
    subject && signature !== undefined
      ? await parts.access.findBySignature(subject, signature)
      : undefined
  if (!project)
    throw unauthorized('The request has no API key, and the project requires one for this URL')
  // The URLs of one subject share their limits, whatever their expiry.
  return { project, id: `signed ${JSON.stringify({ ...subject, expires: undefined })}` }
}

const byInstanceKey = async (
  access: ServerAccess,
  { serverId, subject }: ServerUrl,
  key: string,
): Promise<McpServerCaller> => {
  const binding = await access.findByKey(key)
  if (binding?.serverId !== serverId)
    throw unauthorized('The API key is not valid for this MCP server')
  if (subject && 'userId' in subject && subject.userId !== binding.userId) {
    throw new ServiceError(
      'forbidden',
      'The key belongs to a different user than the one in the URL',
      {
        suggestedFix: 'Leave user_id out of the URL, or use the key of that user',
      },
    )
  }
  return { project: binding.project, id: binding.instanceId, userId: binding.userId }
}

const unauthorized = (message: string) =>
  new ServiceError('unauthorized', message, {
    suggestedFix: 'Send a valid key as "Authorization: Bearer <key>" or in the header x-api-key',
  })
