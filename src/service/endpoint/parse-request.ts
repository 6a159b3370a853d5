import type { Context } from 'hono'
import type { z } from 'zod'
import type { Endpoint } from '../../contract/endpoint.ts'
import { streamedData } from '../../contract/event-stream.ts'
import { toInvalidRequest } from './error-response.ts'
import { parseQuery } from './parse-query.ts'
import { readBody } from './read-body.ts'
import { plainWords } from './plain-words.ts'
import { readContent } from './read-content.ts'
import { rejectInvalidText } from './reject-invalid-text.ts'
import { checkUnknownKeys, rejectMisspeltQuery } from './check-unknown-keys.ts'

/** A request, parsed by the endpoint's schemas. */
export type ParsedRequest = { params: unknown; query: unknown; body: unknown; content: unknown }

type ReadRequest = {
  request: ParsedRequest
  /** As received. */
  content: unknown
  /** Warnings about the request, returned in the response. */
  warnings: string[]
}

const maximumBodyBytes = 4 * 1024 * 1024

/** The limits of a request body. */
export const bodyBytesOf = (endpoint: Endpoint): number =>
  endpoint.body ? (endpoint.maximumBodyBytes ?? maximumBodyBytes) : 0

/** Reads a request and parses it by the contract. Throws 400 for the first invalid part. */
export const parseRequest = async (context: Context, endpoint: Endpoint): Promise<ReadRequest> => {
  const given = {
    params: context.req.param(),
    query:
      endpoint.query &&
      Object.assign(
        parseQuery(new URL(context.req.url).searchParams),
        continued(context, endpoint),
      ),
  }
  rejectInvalidText('path', given.params)
  rejectInvalidText('query', given.query)
  const params = endpoint.params && parsePart('path', endpoint.params, given.params)
  rejectMisspeltQuery(endpoint, given.query)
  const query = endpoint.query && parsePart('query', endpoint.query, given.query)
  const content = endpoint.body && (await readBody(context, bodyBytesOf(endpoint)))
  const warnings = endpoint.restricts ? checkUnknownKeys(endpoint, content) : []
  const body =
    endpoint.body && parsePart('body', endpoint.body, withAliases(content, endpoint.aliases))
  const file = endpoint.isBinary ? readContent(context) : undefined
  return {
    request: { params, query, body, content: file },
    content: { ...given, body: content },
    warnings,
  }
}

/**
 * A client that reconnects to an event stream sends the original URL, with its last position in a
 * header.
 */
const continued = (context: Context, endpoint: Endpoint): { after?: string } => {
  const last = context.req.header('last-event-id')
  return streamedData(endpoint.responses[200]) && last ? { after: last } : {}
}

const parsePart = (part: 'path' | 'query' | 'body', schema: z.ZodType, value: unknown): unknown => {
  // A missing body counts as an empty object; `null` does not.
  const parsed = schema.safeParse(part === 'body' && value === undefined ? {} : value, {
    error: plainWords,
  })
  if (!parsed.success) throw toInvalidRequest(part, parsed.error)
  return parsed.data
}

/** Renames deprecated fields: an old name is used if the new one is absent. */
const withAliases = (body: unknown, aliases: Endpoint['aliases']): unknown => {
  if (!aliases || typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const renamed = new Map<string, unknown>(Object.entries(body))
  for (const [old, name] of Object.entries(aliases)) {
    if (renamed.has(old) && !renamed.has(name)) renamed.set(name, renamed.get(old))
    renamed.delete(old)
  }
  return Object.fromEntries(renamed)
}
