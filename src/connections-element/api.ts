import type {
  ConnectableToolkits,
  Connection,
  ConnectionLink,
  WaitingCall,
} from '../contract/connections.ts'
import { basePath } from '../contract/endpoint.ts'

export type Toolkit = ConnectableToolkits['items'][number]
export type { Connection, ConnectionLink, WaitingCall }

/** What the service refused, or why it could not be asked. */
export class RequestError extends Error {
  readonly status: number
  readonly slug: string
  constructor(status: number, slug: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.status = status
    this.slug = slug
  }
}

export type Api = ReturnType<typeof createApi>

const timeoutMs = 30_000

/** The operations of a connect token. */
export const createApi = (service: string, token: string) => {
  const ask = async <Answer>(method: string, path: string, body?: object): Promise<Answer> => {
    const response = await fetch(`${service}${basePath}/connections${path}`, {
      method,
      headers: {
        'x-connect-token': token,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      credentials: 'omit',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(timeoutMs),
    }).catch((cause: unknown) => {
      throw new RequestError(0, 'connection', `${service} cannot be reached`, { cause })
    })
    const answer: unknown = await response.json().catch(() => null)
    if (response.ok && answer !== null) return answer as Answer
    const { error } = (answer ?? {}) as { error?: { slug?: string; message?: string } }
    throw new RequestError(
      response.status,
      error?.slug ?? 'internal',
      error?.message ?? `${service} answered with status ${response.status}`,
    )
  }
  const at = (id: string) => `/${encodeURIComponent(id)}`
  return {
    list: () => ask<{ items: Connection[] }>('GET', ''),
    toolkits: () => ask<ConnectableToolkits>('GET', '/toolkits'),
    approvals: () => ask<{ items: WaitingCall[] }>('GET', '/approvals'),
    decide: (id: string, decision: 'approve' | 'deny') =>
      ask<{ status: string }>('POST', `/approvals${at(id)}`, { decision }),
    link: (wanted: { toolkit: string } | { connection_id: string }) =>
      ask<ConnectionLink>('POST', '/link', wanted),
    get: (id: string) => ask<Connection>('GET', at(id)),
    confirm: (id: string, code: string) =>
      ask<{ status: string }>('POST', `${at(id)}/confirm`, { code }),
    rename: (id: string, name: string | null) => ask<Connection>('PATCH', at(id), { name }),
    disconnect: (id: string) => ask<object>('DELETE', at(id)),
  }
}
