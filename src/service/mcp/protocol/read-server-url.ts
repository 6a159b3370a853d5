import { z } from 'zod'
import { connectedAccountId, userId } from '../../../contract/common.ts'
import { ServiceError } from '../../service-error.ts'
import type { UrlSubject } from '../signed-url.ts'

/**
 * A parsed URL of a server (spec 4.6). Without a subject, only a user's key determines whose
 * accounts are used.
 */
export type ServerUrl = {
  serverId: string
  subject?: UrlSubject
  managedAuth?: boolean
  signature?: string
}

const seconds = z.string().regex(/^[1-9]\d{0,11}$/, 'must be a time in seconds since 1970')

const flag = z.enum(['true', 'false'])
const subjectOfUser = userId.refine(
  (text) => !text.includes('\u0000') && text.isWellFormed(),
  'must be well-formed text',
)

export const readServerUrl = (serverId: string, query: URLSearchParams): ServerUrl => {
  const user = readOnce(query, 'user_id', subjectOfUser)
  const account = readOnce(query, 'connected_account_id', connectedAccountId)
  const managed = readOnce(query, 'managed_auth_by_svc', flag)
  const expires = readOnce(query, 'expires', seconds)
  const signature = query.get('signature') ?? undefined
  if (user !== undefined && account !== undefined)
    throw invalid(
      'connected_account_id',
      'cannot be combined with user_id: both say whose accounts are used',
    )
  const managedAuth = managed === undefined ? undefined : managed === 'true'
  const whose =
    user !== undefined
      ? { userId: user }
      : account !== undefined
        ? { accountId: account }
        : undefined
  return {
    serverId,
    ...(managedAuth !== undefined && { managedAuth }),
    ...(signature !== undefined && { signature }),
    ...(whose && {
      subject: {
        serverId,
        managedAuth,
        ...(expires !== undefined && { expires: Number(expires) }),
        ...whose,
      },
    }),
  }
}

const readOnce = <T extends z.ZodType<string>>(
  query: URLSearchParams,
  name: string,
  schema: T,
): z.output<T> | undefined => {
  const values = query.getAll(name)
  if (values.length === 0) return undefined
  if (values.length > 1) throw invalid(name, 'is given more than once')
  const parsed = schema.safeParse(values[0])
  if (!parsed.success)
    throw invalid(name, parsed.error.issues.map(({ message }) => message).join(', '))
  return parsed.data
}

const invalid = (name: string, problem: string) =>
  new ServiceError('invalid_request', `The URL is not one of this MCP server: ${name} ${problem}`, {
    suggestedFix: 'Use a URL from POST /api/v3/mcp/servers/generate',
    errors: [`query.${name}: ${problem}`],
  })
