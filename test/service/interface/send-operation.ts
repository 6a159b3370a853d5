import { basePath } from '../../../src/contract/endpoint.ts'
import { readText } from '../../support/read-text.ts'
import { pageOrigin } from '../../support/fill-project.ts'
import type { TestService } from '../../support/start-service.ts'
import type { Operation } from './operations.ts'

export type Input = {
  params: Record<string, unknown>
  query: Record<string, unknown>
  body: unknown
}

export type Sent = {
  request: string
  status: number
  contentType: string
  text: string
  /** It is the first answer to an earlier request with the same Idempotency-Key. */
  isReplayed: boolean
}

/**
 * Where to, and with whose keys; `asUser` takes the place of the project's. `connectToken` is for
 * pages of `pageOrigin`.
 */
export type Sender = Pick<TestService, 'url' | 'apiKey' | 'orgApiKey'> & {
  asUser?: string | undefined
  connectToken?: string | undefined
}

/**
 * Sends an operation as it is, without the typed client, which would refuse much of what is tried
 * here.
 */
export const sendOperation = async (
  service: Sender,
  { endpoint }: Operation,
  input: Input,
  headers: Record<string, string> = {},
): Promise<Sent> => {
  const path = endpoint.path.replaceAll(
    /\{(\w+)\}/g,
    (_whole, name: string) => encodeURIComponent(toText(input.params[name])) || '%20',
  )
  const query = new URLSearchParams(
    Object.entries(input.query).flatMap(([name, value]) => toPairs(name, value)),
  )
  const url = `${service.url}${basePath}${path}${query.size > 0 ? `?${query}` : ''}`
  const body =
    endpoint.method === 'GET' || input.body === undefined ? undefined : JSON.stringify(input.body)
  const response = await fetch(url, {
    method: endpoint.method,
    headers: {
      ...keyHeader(service, endpoint.auth),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body }),
    signal: AbortSignal.timeout(15_000),
  })
  return {
    request: `${endpoint.method} ${url} ${body?.slice(0, 2000) ?? ''}`,
    status: response.status,
    contentType: response.headers.get('content-type') ?? '',
    text: await readText(response),
    isReplayed: response.headers.get('idempotent-replayed') === 'true',
  }
}

/** What carries the key that the operation takes. */
export const keyHeader = (
  { apiKey, orgApiKey, asUser, connectToken = 'pbt_none' }: Sender,
  auth: Operation['endpoint']['auth'],
): Record<string, string> => {
  if (auth === 'ticket') return { 'x-connect-token': connectToken, origin: pageOrigin }
  if (auth === 'organization') return { 'x-org-api-key': orgApiKey }
  return asUser === undefined ? { 'x-api-key': apiKey } : { 'x-user-api-key': asUser }
}

const toPairs = (name: string, value: unknown): [string, string][] => {
  if (value === undefined) return []
  if (Array.isArray(value)) return value.map((entry) => [name, toText(entry)])
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).map(([key, entry]) => [`${name}[${key}]`, toText(entry)])
  return [[name, toText(value)]]
}

/** Half a surrogate pair cannot stand in an address. */
const toText = (value: unknown): string =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed()
