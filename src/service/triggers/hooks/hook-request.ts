import type { HookPlace } from '../../../contract/import-trigger-handshake.ts'
import { parseJson, type JsonLimits } from '../../platform/untrusted-text/index.ts'
import { selectPath } from '../requests/select-path.ts'

/** A request to the address of an instance. */
export type HookRequest = {
  method: 'GET' | 'HEAD' | 'POST'
  /** Names in lower case. */
  headers: Record<string, string>
  /** Names of headers that occur more than once, so that it is ambiguous which value counts. */
  repeated: ReadonlySet<string>
  query: Record<string, string>
  /** The query as it was sent, with its `?`; empty without one. */
  search: string
  body: Uint8Array
}

/**
 * A value of a request; values of the body can be read if it is JSON or a form. A header that occurs
 * more than once has no value.
 */
export const valueAt = (request: HookRequest, { in: place, name }: HookPlace): unknown => {
  switch (place) {
    case 'header':
      return request.repeated.has(name.toLowerCase())
        ? undefined
        : ownValue(request.headers, name.toLowerCase())
    case 'query':
      return ownValue(request.query, name)
    case 'body':
      return selectPath(readBody(request), name)
    default:
      return place satisfies never
  }
}

/** Whether the body is the fields of a form. */
export const isForm = ({ headers }: Pick<HookRequest, 'headers'>): boolean =>
  headers['content-type']?.toLowerCase().startsWith('application/x-www-form-urlencoded') ?? false

/**
 * The body as data: JSON, the fields of a form, or the JSON that some providers put into the field
 * `payload` of a form. Anything else becomes `{ text }`.
 */
export const readBody = (request: Pick<HookRequest, 'headers' | 'body'>): unknown => {
  const known = parsed.get(request.body)
  if (known) return known.data
  const text = new TextDecoder().decode(request.body)
  const data = isForm(request) ? readForm(text) : (readJson(text) ?? { text })
  parsed.set(request.body, { data })
  return data
}

/** A body is read for each condition of each recipient. */
const parsed = new WeakMap<Uint8Array, { data: unknown }>()

const readForm = (text: string): unknown => {
  const fields = Object.fromEntries(new URLSearchParams(text))
  return fields['payload'] === undefined ? fields : (readJson(fields['payload']) ?? fields)
}

/** Small enough to be parsed synchronously. */
const limits: JsonLimits = {
  maximumBytes: 1024 * 1024,
  maximumValues: 100_000,
  maximumDepth: 200,
  keepsIntegers: true,
}

const readJson = (text: string): unknown => {
  try {
    return parseJson(text, limits)
  } catch {
    return undefined
  }
}

const ownValue = (values: Record<string, string>, name: string): string | undefined =>
  Object.hasOwn(values, name) ? values[name] : undefined
