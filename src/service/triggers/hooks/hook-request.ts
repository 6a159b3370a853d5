import type { HookPlace } from '../../../contract/import-trigger-handshake.ts'
import { parseJson, type JsonLimits } from '../../platform/untrusted-text/index.ts'
import { selectPath } from '../requests/select-path.ts'

/** What came to the address of an instance. */
export type HookRequest = {
  method: 'GET' | 'POST'
  headers: Record<string, string>
  query: Record<string, string>
  body: Uint8Array
}

/** A value of a request; one of the body where that is JSON or a form. */
export const valueAt = (request: HookRequest, { in: place, name }: HookPlace): unknown => {
  switch (place) {
    case 'header':
      return ownValue(request.headers, name.toLowerCase())
    case 'query':
      return ownValue(request.query, name)
    case 'body':
      return selectPath(readBody(request), name)
    default:
      return place satisfies never
  }
}

/**
 * The body as data: JSON, or the fields of a form, whose JSON in `payload` is that of some
 * providers. Anything else is its text.
 */
export const readBody = ({ headers, body }: Pick<HookRequest, 'headers' | 'body'>): unknown => {
  const text = new TextDecoder().decode(body)
  if (headers['content-type']?.toLowerCase().startsWith('application/x-www-form-urlencoded'))
    return readForm(text)
  return readJson(text) ?? { text }
}

const readForm = (text: string): unknown => {
  const fields = Object.fromEntries(new URLSearchParams(text))
  return fields['payload'] === undefined ? fields : (readJson(fields['payload']) ?? fields)
}

/** A delivery is small enough to be parsed at once. */
const limits: JsonLimits = { maximumBytes: 1024 * 1024, maximumValues: 100_000, maximumDepth: 200 }

const readJson = (text: string): unknown => {
  try {
    return parseJson(text, limits)
  } catch {
    return undefined
  }
}

const ownValue = (values: Record<string, string>, name: string): string | undefined =>
  Object.hasOwn(values, name) ? values[name] : undefined
