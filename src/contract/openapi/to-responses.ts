import type { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { commonErrors, errorTable, type ErrorSlug } from '../errors.ts'
import { streamedData } from '../event-stream.ts'
import { toJsonSchema, type JsonSchema } from './to-json-schema.ts'

/**
 * Returns all responses of an endpoint by status: the declared ones, and its errors in the shared
 * envelope.
 */
export const toResponses = (endpoint: Endpoint): Record<string, unknown> => ({
  ...Object.fromEntries(
    Object.entries(endpoint.responses).map(([status, schema]) => [
      status,
      toSuccess(status, schema, endpoint),
    ]),
  ),
  ...(endpoint.cacheable && {
    304: toResponse(
      'The content with the `etag` in If-None-Match is still current',
      undefined,
      etag,
    ),
  }),
  ...toErrors([...endpoint.errors, ...commonErrors]),
})

const phrases: Record<string, string> = {
  200: 'Done',
  201: 'Created',
  202: 'Accepted: it continues in the background',
  204: 'Done, without content',
}

const toSuccess = (status: string, schema: z.ZodType, { idempotencyKey, cacheable }: Endpoint) => {
  const data = streamedData(schema)
  if (data)
    return toResponse(
      'Server-sent events; the schema is that of the `data` of each',
      toJsonSchema(data, 'output'),
      {},
      'text/event-stream',
    )
  return toResponse(
    phrases[status] ?? 'Success',
    schema.type === 'void' ? undefined : toJsonSchema(schema, 'output'),
    {
      ...(idempotencyKey && {
        'idempotent-replayed': { $ref: '#/components/headers/IdempotentReplayed' },
      }),
      ...(cacheable && etag),
    },
  )
}

const etag: Record<string, JsonSchema> = { etag: { $ref: '#/components/headers/ETag' } }

const toErrors = (slugs: readonly ErrorSlug[]): Record<string, unknown> => {
  const byStatus = Map.groupBy(new Set(slugs), (slug) => errorTable[slug].status)
  return Object.fromEntries(
    [...byStatus].map(([status, same]) => [
      status,
      toResponse(same.map(describeError).join('\n\n'), envelope, headersOf(status)),
    ]),
  )
}

/** Headers of statuses that tell the client when to retry. */
const headersOf = (status: number): Record<string, JsonSchema> =>
  [409, 429, 503].includes(status)
    ? { 'retry-after': { $ref: '#/components/headers/RetryAfter' } }
    : {}

const describeError = (slug: ErrorSlug): string => `\`${slug}\`: ${errorTable[slug].means}`

const envelope: JsonSchema = { $ref: '#/components/schemas/ErrorEnvelope' }

const toResponse = (
  description: string,
  schema: JsonSchema | undefined,
  headers: Record<string, JsonSchema> = {},
  mediaType = 'application/json',
) => ({
  description,
  headers: { ...everyHeader, ...headers },
  ...(schema && { content: { [mediaType]: { schema } } }),
})

const everyHeader: Record<string, JsonSchema> = {
  'x-request-id': { $ref: '#/components/headers/RequestId' },
  'ratelimit-policy': { $ref: '#/components/headers/RateLimitPolicy' },
  ratelimit: { $ref: '#/components/headers/RateLimit' },
}
