import { mediaType as knownMediaType } from '../../contract/files.ts'
import { nameInData } from '../catalog/index.ts'
import { parseFileName } from '../files/index.ts'
import type { OutboundResponse } from '../platform/outbound/index.ts'
import {
  decodeText,
  UntrustedTextError,
  type TextParser,
} from '../platform/untrusted-text/index.ts'
import type { ResponseFile } from './store-file.ts'

/**
 * A third party's response: data for the model, with the JSON that it is made of, or content that is returned as a file, possibly
 * with a summary.
 */
export type ToolResponse =
  | { data: Record<string, unknown>; json?: unknown }
  | { file: ResponseFile; summary?: ResponseSummary; json?: undefined }

/** The summary that a model gets of a response that was too large to parse. */
type ResponseSummary = { message: string; size: number; beginning: string }

/**
 * Reads a response by its media type; invalid JSON is treated as text. JSON that is too large to
 * parse becomes a file.
 */
export const readResponse = async (
  texts: TextParser,
  response: Pick<OutboundResponse, 'headers' | 'body'>,
): Promise<ToolResponse> => {
  if (response.body.byteLength === 0) return { data: {} }
  const contentType = response.headers['content-type'] ?? 'application/octet-stream'
  const mediaType = contentType.split(';')[0]?.trim().toLowerCase() ?? ''
  if (isJson(mediaType)) return readJson(texts, response.body, contentType)
  if (isText(mediaType) && !isAttachment(response.headers))
    return { data: { text: toText(response.body, contentType) } }
  return {
    file: {
      bytes: response.body,
      contentType: knownMediaType.safeParse(mediaType).data ?? 'application/octet-stream',
      name: parseFileName(response.headers['content-disposition'] ?? ''),
    },
  }
}

/** `data` is an object on the wire, so a list or a single value gets a name. */
export const toData = (value: unknown): Record<string, unknown> => {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>
  const name = nameInData(Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value)
  return name === undefined ? {} : { [name]: value }
}

const readJson = async (
  texts: TextParser,
  body: Uint8Array,
  contentType: string,
): Promise<ToolResponse> => {
  try {
    const value = await texts.parseAnswer(body, charsetOf(contentType), { keepsIntegers: true })
    return { data: toData(value), json: value }
  } catch (error) {
    if (!(error instanceof UntrustedTextError)) throw error
    if (error.kind === 'syntax') return { data: { text: toText(body, contentType) } }
    return toLargeResponse(body, error)
  }
}

const beginningBytes = 1500

/** JSON that could not be parsed within the limits, as a file. */
export const toLargeResponse = (
  bytes: Uint8Array,
  { message }: UntrustedTextError,
): { file: ResponseFile; summary: ResponseSummary } => ({
  file: { bytes, contentType: 'application/json' },
  summary: {
    message: `The answer ${message}, so it was kept as a file. Fetch the file, or ask the API for less.`,
    size: bytes.byteLength,
    beginning: decodeText(bytes.subarray(0, beginningBytes)),
  },
})

const isJson = (mediaType: string): boolean =>
  /^(application|text)\/([\w.+-]+\+)?json$/.test(mediaType)

const isText = (mediaType: string): boolean =>
  mediaType.startsWith('text/') ||
  /^application\/([\w.+-]+\+)?(xml|yaml|x-yaml|javascript|x-www-form-urlencoded|graphql|x-ndjson|jsonl)$/.test(
    mediaType,
  )

const isAttachment = (headers: Record<string, string>): boolean =>
  /^\s*attachment/i.test(headers['content-disposition'] ?? '')

const toText = (bytes: Uint8Array, contentType: string): string =>
  decodeText(bytes, charsetOf(contentType))

const charsetOf = (contentType: string): string | undefined =>
  /charset="?([\w-]+)/i.exec(contentType)?.[1]
