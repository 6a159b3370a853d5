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
      'The first request with this idempotency key is still running, or its answer is unknown; or the record has changed since the state that the request names.',
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
    means: 'Too many requests; wait as long as `Retry-After` specifies.',
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
    means: 'The third-party API could not be reached or returned an invalid response.',
  },
  unavailable: {
    status: 503,
    code: 2100,
    means:
      'The database is unavailable, or the service has no capacity for the request; wait as long as `Retry-After` specifies.',
  },
  upstream_timeout: {
    status: 504,
    code: 2200,
    means: 'The third-party API did not respond in time.',
  },
} as const satisfies Record<string, { status: number; code: number; means: string }>

export type ErrorSlug = keyof typeof errorTable

/** Errors that every operation can return, so endpoints do not list them. */
export const commonErrors = [
  'conflict',
  'rate_limited',
  'unavailable',
] as const satisfies readonly ErrorSlug[]

/** One of several values that a request has to choose from (rule 8.20). */
const offeredChoice = z.object({
  label: z.string().describe('As a person reads it: the text of a third party'),
  values: z
    .record(z.string(), z.string())
    .describe('What choosing it adds to connection.state.val'),
})
export type OfferedChoice = z.infer<typeof offeredChoice>

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
    choices: z
      .array(offeredChoice)
      .max(100)
      .optional()
      .describe('Where the account to connect could be about several things, such as sites'),
  }),
})

export type ErrorEnvelope = z.infer<typeof errorEnvelope>
