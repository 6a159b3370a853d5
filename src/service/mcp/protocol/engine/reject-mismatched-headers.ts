import { readParameterHeaders, type ParameterHeader } from '../../../catalog/index.ts'
import type { Exchange } from './exchange.ts'
import type { VersionedRequest } from './read-versioned-request.ts'
import { toRpcErrorResponse } from './to-rpc-error-response.ts'

type Schema = Record<string, unknown>

const headerMismatch = -32020

/** Cached per schema, because those of a tool version never change. */
const known = new WeakMap<Schema, ParameterHeader[]>()

/**
 * Rejects a call whose `Mcp-Param-` headers differ from its arguments (revision 2026-07-28), if the
 * listed tool declares that arguments are repeated in headers: intermediaries must be able to rely
 * on the headers.
 */
export const rejectMismatchedHeaders = async (
  { request, offer }: Exchange,
  { id, params }: VersionedRequest,
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
    : toRpcErrorResponse(
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
  // A null or absent value has no header, and a value that is not scalar fails the validation of
  // the arguments.
  if (value === null || !['string', 'number', 'boolean'].includes(typeof value)) return undefined
  const header = `Mcp-Param-${name}`
  const sent = headers.get(header)
  if (sent === null) return `${header} is missing, but the arguments have ${path.join('.')}`
  const text = decode(sent)
  if (text === undefined) return `${header} is not valid Base64 of UTF-8`
  const isSame =
    text === String(value) || (type === 'integer' && decimal.test(text) && Number(text) === value)
  return isSame ? undefined : `${header} differs from the argument ${path.join('.')}`
}

const decimal = /^-?\d+(?:\.\d+)?$/
const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

/** Texts that a header cannot contain are encoded as `=?base64?…?=`. */
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
