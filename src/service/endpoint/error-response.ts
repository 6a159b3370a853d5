import { z } from 'zod'
import {
  commonErrors,
  errorTable,
  type ErrorEnvelope,
  type ErrorSlug,
} from '../../contract/errors.ts'
import { BusyError } from '../platform/busy-error.ts'
import { DatabaseUnavailableError } from '../platform/database/index.ts'
import { CursorError } from '../platform/pagination.ts'
import { ServiceError } from '../service-error.ts'

type ErrorResponse = { status: number; body: ErrorEnvelope; retryAfterSeconds?: number }

/**
 * The envelope and status of a thrown error; one that is not meant for the caller becomes
 * `internal`.
 */
export const toErrorResponse = (
  thrown: unknown,
  requestId: string,
  listed?: readonly ErrorSlug[],
): ErrorResponse => {
  const error = toListedError(toServiceError(thrown), listed)
  const { status, code } = errorTable[error.slug]
  return {
    status,
    ...(error.retryAfterSeconds !== undefined && { retryAfterSeconds: error.retryAfterSeconds }),
    body: {
      error: {
        message: error.message,
        code,
        slug: error.slug,
        status,
        request_id: requestId,
        ...(error.suggestedFix !== undefined && { suggested_fix: error.suggestedFix }),
        ...(error.errors !== undefined && { errors: error.errors }),
        ...(error.choices !== undefined && { choices: [...error.choices] }),
      },
    },
  }
}

/** Converts validation issues of a part of the request to an error that names each. */
export const toInvalidRequest = (
  part: 'path' | 'query' | 'body',
  error: z.ZodError,
): ServiceError => {
  const errors = error.issues.flatMap((issue) => issueTexts(part, issue))
  return new ServiceError(
    'invalid_request',
    withFirst(`The ${part} of the request is not valid`, errors),
    {
      suggestedFix: 'Correct what `errors` lists; /api/v3/openapi.json describes every field',
      errors,
    },
  )
}

const mostShown = 2
const longestShown = 200

/** A message with the first issues, for logs and terminals that show no `errors`. */
export const withFirst = (message: string, errors: readonly string[]): string => {
  const first = firstOfEachPath(errors)
  const shown = first
    .slice(0, mostShown)
    .map((text) => (text.length > longestShown ? `${text.slice(0, longestShown)}…` : text))
  const rest = first.length - shown.length
  return `${message}: ${[...shown, ...(rest > 0 ? [`and ${rest} more`] : [])].join('; ')}`
}

/** An empty text often violates the other rules of its field too. */
const firstOfEachPath = (errors: readonly string[]): string[] =>
  [
    ...new Map(errors.toReversed().map((text) => [text.split(': ', 1)[0], text])).values(),
  ].toReversed()

/** A validation issue as texts: its path below `part`, and what is wrong. */
export const issueTexts = (part: string, issue: z.core.$ZodIssue): string[] => {
  const branches = issue.code === 'invalid_union' ? closestBranch(issue.errors) : []
  if (branches.length > 0)
    return branches.flatMap((inner) =>
      issueTexts(part, { ...inner, path: [...issue.path, ...inner.path] }),
    )
  return [`${[part, ...issue.path.map(String)].join('.')}: ${issue.message}`]
}

/** Of several alternatives, the one that matched furthest. */
const closestBranch = (branches: z.core.$ZodIssue[][]): z.core.$ZodIssue[] => {
  const depth = (issues: z.core.$ZodIssue[]) =>
    Math.max(0, ...issues.map((issue) => issue.path.length))
  const deepest = Math.max(0, ...branches.map(depth))
  return deepest === 0 ? [] : (branches.find((issues) => depth(issues) === deepest) ?? [])
}

const unavailable = {
  away: { message: 'The database of the service is unavailable', retryAfterSeconds: 1 },
  busy: { message: 'The database of the service took too long', retryAfterSeconds: 1 },
  // Retrying helps only after the operator has freed disk space.
  full: { message: "The disk of the service's database is full", retryAfterSeconds: 30 },
}

const toServiceError = (thrown: unknown): ServiceError => {
  if (thrown instanceof ServiceError) return thrown
  if (thrown instanceof CursorError)
    return new ServiceError('invalid_request', thrown.message, {
      suggestedFix: 'Pass `next_cursor` of the previous page, unchanged',
    })
  if (thrown instanceof BusyError) {
    return new ServiceError(
      thrown.full === 'owner' ? 'rate_limited' : 'unavailable',
      thrown.message,
      {
        suggestedFix: `Send the request again in ${thrown.retryAfterSeconds} seconds, with fewer concurrent requests`,
        retryAfterSeconds: thrown.retryAfterSeconds,
        cause: thrown,
      },
    )
  }
  if (thrown instanceof DatabaseUnavailableError) {
    return new ServiceError('unavailable', unavailable[thrown.reason].message, {
      suggestedFix:
        'Send the request again in a moment; if it creates or executes something, with the same Idempotency-Key',
      retryAfterSeconds: unavailable[thrown.reason].retryAfterSeconds,
      cause: thrown,
    })
  }
  return new ServiceError('internal', 'Something unexpected went wrong in the service', {
    suggestedFix:
      'Try again; if the problem persists, report the request id to the operator of this service',
    cause: thrown,
  })
}

/**
 * An operation returns only the statuses that the specification lists for it: a malformed id is
 * answered as unknown if 400 is not listed.
 */
const toListedError = (
  error: ServiceError,
  listed: readonly ErrorSlug[] | undefined,
): ServiceError => {
  const slugs: readonly ErrorSlug[] | undefined = listed && [...listed, ...commonErrors]
  if (!slugs || slugs.includes(error.slug)) return error
  const { suggestedFix, errors } = error
  return new ServiceError(
    substitutes(error.slug).find((slug) => slugs.includes(slug)) ?? 'internal',
    error.message,
    { suggestedFix, errors, cause: error },
  )
}

/**
 * The fallback for an error that is not listed: a client error stays a client error, a server error
 * a server error.
 */
const substitutes = (slug: ErrorSlug): readonly ErrorSlug[] => {
  switch (errorTable[slug].status) {
    case 403:
    case 404:
    case 410:
      return ['not_found', 'invalid_request']
    case 400:
    case 422:
    case 501:
      return ['invalid_request', 'unprocessable', 'not_found']
    default:
      return ['internal']
  }
}
