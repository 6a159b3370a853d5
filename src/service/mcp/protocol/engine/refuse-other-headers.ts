import { readParameterHeaders, type ParameterHeader } from '../../../catalog/index.ts'
import type { Exchange } from './exchange.ts'
import type { Question } from './read-question.ts'
import { refuse } from './refuse.ts'

type Schema = Record<string, unknown>

const headerMismatch = -32020

/** Read once for each schema: those of a version of a tool stay the same. */
const known = new WeakMap<Schema, ParameterHeader[]>()

/**
 * Refuses a call whose `Mcp-Param-` headers say something else than its arguments (revision
 * 2026-07-28), where the listed tool wants arguments repeated in headers: whoever decides by the
 * header must be able to rely on it.
 */
export const refuseOtherHeaders = async (
  { request, offer }: Exchange,
  { id, params }: Question,
): Promise<Response | undefined> => {
  const { name, arguments: given } = params
  const schema = typeof name === 'string' ? await offer.inputSchemaOf(name) : undefined
  const mismatch =
    schema &&
    headersOf(schema)
      .map((header) => mismatchOf(header, given, request.headers))
      .find((found) => found !== undefined)
  return mismatch === undefined
    ? undefined
    : refuse(
        400,
        headerMismatch,
        `Bad Request: the request headers and body disagree: ${mismatch}`,
        { id },
      )
}

const headersOf = (schema: Schema): ParameterHeader[] => {
  const read = known.get(schema)
  if (read) return read
  const found = readParameterHeaders(schema)
  const headers = 'headers' in found ? found.headers : []
  known.set(schema, headers)
  return headers
}

const mismatchOf = (
  { name, path, type }: ParameterHeader,
  given: unknown,
  headers: Headers,
): string | undefined => {
  const value = path.reduce(
    (part: unknown, key) =>
      typeof part === 'object' && part !== null && Object.hasOwn(part, key)
        ? (part as Schema)[key]
        : undefined,
    given,
  )
  // What is null or absent has no header, and what is no single value fails the check of the
  // arguments.
  if (value === null || !['string', 'number', 'boolean'].includes(typeof value)) return undefined
  const header = `Mcp-Param-${name}`
  const sent = headers.get(header)
  if (sent === null) return `${header} is missing, while the arguments have ${path.join('.')}`
  const text = decode(sent)
  if (text === undefined) return `${header} is no valid Base64 of UTF-8`
  const isSame =
    text === String(value) || (type === 'integer' && decimal.test(text) && Number(text) === value)
  return isSame ? undefined : `${header} is not what the arguments have as ${path.join('.')}`
}

const decimal = /^-?\d+(?:\.\d+)?$/
const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

/** Texts that a header cannot hold come as `=?base64?…?=`. */
const decode = (sent: string): string | undefined => {
  const encoded = /^=\?base64\?(.*)\?=$/.exec(sent)?.[1]
  if (encoded === undefined) return sent
  if (!base64.test(encoded)) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
      Buffer.from(encoded, 'base64'),
    )
  } catch {
    return undefined
  }
}
