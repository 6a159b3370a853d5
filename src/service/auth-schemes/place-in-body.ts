import { isStreamed, type OutboundBody } from '../platform/outbound/index.ts'
import type { OutgoingRequest } from './scheme.ts'

/**
 * A copy of the request whose body has the credential as a property, in JSON or in a form.
 *
 * A property of that name is replaced. A request that can have a body and has none gets one in
 * JSON; other kinds of body, such as files, are left as they are.
 */
export const placeInBody = (
  request: OutgoingRequest,
  name: string,
  value: string,
): OutgoingRequest => {
  if (bodiless.has(request.method.toUpperCase())) return request
  if (request.body === undefined)
    return {
      ...request,
      headers: { ...request.headers, 'content-type': 'application/json' },
      body: JSON.stringify({ [name]: value }),
    }
  const text = textOf(request.body)
  const type = (request.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (text === undefined) return request
  if (type === 'application/x-www-form-urlencoded')
    return { ...request, body: inForm(text, name, value) }
  return /[/+]json$/.test(type) ? { ...request, body: inJson(text, name, value) } : request
}

const bodiless: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE'])

const textOf = (body: OutboundBody): string | undefined => {
  if (typeof body === 'string') return body
  return isStreamed(body) ? undefined : Buffer.from(body).toString('utf8')
}

const inForm = (text: string, name: string, value: string): string => {
  const pairs = text
    .split('&')
    .filter((pair) => pair !== '' && !isNamed(pair, name))
    .concat(`${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
  return pairs.join('&')
}

const isNamed = (pair: string, name: string): boolean =>
  [...new URLSearchParams(pair).keys()][0] === name

const inJson = (text: string, name: string, value: string): string => {
  const parsed: unknown = JSON.parse(text)
  return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
    ? JSON.stringify({ ...parsed, [name]: value })
    : text
}
