import type { ExecutionLog, SentRequest } from '../../contract/logs.ts'
import { isSecretName } from '../../schema/secret-name.ts'
import type { OutboundRequest, OutboundResponse } from '../platform/outbound/index.ts'
import type { Redactor } from '../platform/redaction/index.ts'

/** What a call sent to the third party: the first requests, and how many there were in all. */
export type SentRequests = { first: NotedRequest[]; count: number }

/** `status` null: there was no answer. `answeredAt`: the address that answered, if one did. */
type NotedRequest = {
  method: string
  url: string
  rpcMethod?: string | undefined
  status: number | null
  answeredAt?: string | undefined
  durationMs: number
}

type Exchange = {
  request: Pick<OutboundRequest, 'method' | 'body'> & { url: string }
  response: OutboundResponse | undefined
  isMcp: boolean
  durationMs: number
}

const mostRequests = 10
const longestUrl = 2000
const hidden = '[redacted]'
/** Redactors know secrets of this length wherever they are. */
const longSecret = 8

/** Every call does this, so that the rest is left to `toLoggedRequests`. */
export const noteRequest = (
  sent: SentRequests,
  { request: { method, url, body }, response, isMcp, durationMs }: Exchange,
): void => {
  sent.count += 1
  if (sent.first.length === mostRequests) return
  const noted = { method, status: response?.status ?? null, durationMs }
  sent.first.push(
    isMcp
      ? // Any part of the address may grant access.
        { ...noted, url: URL.parse(url)?.origin ?? '', rpcMethod: rpcMethodOf(body) }
      : { ...noted, url, answeredAt: response?.url },
  )
}

/** The method of a JSON-RPC message, which the clients of MCP servers write first. */
const rpcMethodOf = (body: OutboundRequest['body']): string | undefined =>
  typeof body === 'string'
    ? /^\{(?:"jsonrpc":"2\.0",)?(?:"id":[^,]{1,100},)?"method":"([\w./-]{1,100})"/.exec(body)?.[1]
    : undefined

/** As the log has them: without secrets in addresses, and without the query of a redirect. */
export const toLoggedRequests = (
  { first, count }: SentRequests,
  redactor: Redactor,
): Pick<ExecutionLog, 'requests' | 'requests_left_out'> => ({
  requests: first.map((request) => toLogged(request, redactor)),
  ...(count > first.length && { requests_left_out: count - first.length }),
})

const toLogged = (
  { method, url, rpcMethod, status, answeredAt, durationMs }: NotedRequest,
  redactor: Redactor,
): SentRequest => ({
  method,
  url: withoutSecrets(url, redactor),
  ...(rpcMethod !== undefined && { rpc_method: rpcMethod }),
  status,
  ...(answeredAt !== undefined &&
    isRedirected(url, answeredAt) && {
      redirected_to: withoutSecrets(withoutQuery(answeredAt), redactor),
    }),
  duration_ms: Math.round(durationMs),
})

/** The address that answered has the credential too, where that is in the query. */
const isRedirected = (url: string, answeredAt: string): boolean =>
  url !== answeredAt && withoutQuery(new URL(url).href) !== withoutQuery(answeredAt)

const withoutQuery = (url: string): string => url.split(/[?#]/, 1)[0] ?? ''

const withoutSecrets = (url: string, redactor: Redactor): string => {
  const [path = '', ...query] = redactor.text(url).split('?')
  const shownPath = path
    .split('/')
    .map((part) => withoutPart(part, redactor))
    .join('/')
  const shownQuery = query
    .join('?')
    .replaceAll(/([^&=]+)=([^&]*)/g, (_all, name: string, value: string) =>
      isSecretName(decoded(name).replaceAll('-', '_'))
        ? `${name}=${hidden}`
        : `${name}=${withoutPart(value, redactor)}`,
    )
  const shown = query.length === 0 ? shownPath : `${shownPath}?${shownQuery}`
  return shown.length <= longestUrl ? shown : `${shown.slice(0, longestUrl - 1)}…`
}

/** A short secret, and one that is encoded in part, is known only as a whole text. */
const withoutPart = (part: string, redactor: Redactor): string => {
  if (part.length >= longSecret && !isEncoded(part)) return part
  const text = decoded(part)
  return redactor.text(text) === text ? part : hidden
}

const isEncoded = (part: string): boolean => part.includes('%') || part.includes('+')

const decoded = (part: string): string => {
  if (!isEncoded(part)) return part
  try {
    return decodeURIComponent(part.replaceAll('+', ' '))
  } catch {
    return part
  }
}
