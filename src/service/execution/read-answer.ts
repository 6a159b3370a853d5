import type { OutboundResponse } from '../platform/outbound/index.ts'

/** A third party's answer: data for the model, or content that is better handed over as a file. */
export type Answer = { data: Record<string, unknown> } | { file: { bytes: Uint8Array; contentType: string; name?: string } }

/** Reads an answer by its media type; what calls itself JSON and is not, is text. */
export const readAnswer = (response: Pick<OutboundResponse, 'headers' | 'body'>): Answer => {
  if (response.body.byteLength === 0) return { data: {} }
  const contentType = response.headers['content-type'] ?? 'application/octet-stream'
  const mediaType = contentType.split(';')[0]?.trim().toLowerCase() ?? ''
  if (isJson(mediaType)) return { data: readJson(toText(response.body, contentType)) }
  if (isText(mediaType) && !isAttachment(response.headers)) return { data: { text: toText(response.body, contentType) } }
  const name = fileName(response.headers['content-disposition'])
  return { file: { bytes: response.body, contentType: mediaType, ...(name !== undefined && { name }) } }
}

/** `data` is an object on the wire: a list or a single value gets a name. */
export const toData = (value: unknown): Record<string, unknown> => {
  if (Array.isArray(value)) return { items: value }
  if (typeof value === 'object' && value !== null) return value as Record<string, unknown>
  return value === null ? {} : { value }
}

const readJson = (text: string): Record<string, unknown> => {
  try {
    return toData(JSON.parse(text))
  } catch {
    return { text }
  }
}

const isJson = (mediaType: string): boolean => /^(application|text)\/([\w.+-]+\+)?json$/.test(mediaType)

const isText = (mediaType: string): boolean =>
  mediaType.startsWith('text/') || /^application\/([\w.+-]+\+)?(xml|yaml|x-yaml|javascript|x-www-form-urlencoded|graphql|x-ndjson|jsonl)$/.test(mediaType)

const isAttachment = (headers: Record<string, string>): boolean => /^\s*attachment/i.test(headers['content-disposition'] ?? '')

const toText = (bytes: Uint8Array, contentType: string): string => {
  const charset = /charset="?([\w-]+)/i.exec(contentType)?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}

const fileName = (disposition: string | undefined): string | undefined => {
  const name = /filename\s*=\s*"?([^";]+)/i.exec(disposition ?? '')?.[1]?.trim()
  return name?.replaceAll(/[^\w. -]/g, '_').slice(0, 200)
}
