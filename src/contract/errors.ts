import { z } from 'zod'

/**
 * All errors of the interface: slug -> HTTP status and stable number.
 *
 * The service, the client and the OpenAPI document all use this table.
 */
export const errorTable = {
  invalid_request: {
    status: 400,
    code: 1000,
    means: 'The input is not valid; `errors` names each issue with its path.',
  },
  unauthorized: { status: 401, code: 1100, means: 'Credentials are missing or invalid.' },
  forbidden: { status: 403, code: 1200, means: 'The caller lacks permission.' },
  not_found: { status: 404, code: 1300, means: 'The resource does not exist in this project.' },
  method_not_allowed: {
    status: 404,
    code: 1301,
    means: 'The path exists, but not with this method.',
  },
  conflict: {
    status: 409,
    code: 1400,
    means:
      'The first request with this idempotency key is still running, or its answer is not known; or the record is no longer as the request says it is.',
  },
  gone: { status: 410, code: 1500, means: 'The resource was withdrawn.' },
  unprocessable: {
    status: 422,
    code: 1600,
    means: 'The request is well formed but cannot be carried out in this state.',
  },
  rate_limited: {
    status: 429,
    code: 1700,
    means: 'Too many requests; wait as long as `Retry-After` says.',
  },
  internal: {
    status: 500,
    code: 1800,
    means: 'An unexpected server error; report the request id.',
  },
  unsupported: {
    status: 501,
    code: 1900,
    means: 'The account or authentication scheme does not support this.',
  },
  upstream_failed: {
    status: 502,
    code: 2000,
    means: 'The third-party API could not be reached or answered nonsense.',
  },
  unavailable: {
    status: 503,
    code: 2100,
    means:
      'The database is away, or the service has no room for the request; wait as long as `Retry-After` says.',
  },
  upstream_timeout: {
    status: 504,
    code: 2200,
    means: 'The third-party API did not answer in time.',
  },
} as const satisfies Record<string, { status: number; code: number; means: string }>

export type ErrorSlug = keyof typeof errorTable

/** Errors that every operation can return, so endpoints do not list them. */
export const commonErrors = [
  'conflict',
  'rate_limited',
  'unavailable',
] as const satisfies readonly ErrorSlug[]

/** The body of all error responses (spec 7). */
export const errorEnvelope = z.object({
  error: z.object({
    message: z.string().describe('What went wrong, with which value'),
    code: z.number().describe('Stable number of the slug'),
    slug: z.string().describe('Stable name of the kind of error'),
    status: z.number().describe('The HTTP status, repeated'),
    request_id: z.string().optional().describe('The same as the x-request-id header'),
    suggested_fix: z.string().optional().describe('What to do next'),
    errors: z.array(z.string()).optional().describe('Each issue with its path'),
  }),
})

export type ErrorEnvelope = z.infer<typeof errorEnvelope>
