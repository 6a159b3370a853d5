import type { ErrorSlug, OfferedChoice } from '../contract/errors.ts'
import { PublicError } from './platform/public-error.ts'

/** Why a request cannot be executed, in words for the caller; the slug determines the status. */
export class ServiceError extends PublicError {
  readonly slug: ErrorSlug
  readonly suggestedFix: string | undefined
  /** Each issue with its path; the first ones if there are many, and the number of the others. */
  readonly errors: string[] | undefined
  readonly choices: readonly OfferedChoice[] | undefined
  /** When to retry; sent as `Retry-After`. */
  readonly retryAfterSeconds: number | undefined

  constructor(slug: ErrorSlug, message: string, details: ServiceErrorDetails = {}) {
    super(message, 'cause' in details ? { cause: details.cause } : undefined)
    this.name = 'ServiceError'
    this.slug = slug
    this.suggestedFix = details.suggestedFix
    this.errors = details.errors && withoutRest(details.errors)
    this.choices = details.choices
    this.retryAfterSeconds = details.retryAfterSeconds
  }
}

/** As many as a person would read. */
const mostErrors = 50

/**
 * One more is kept: an error that is thrown again with another slug already has the number of the
 * others.
 */
const withoutRest = (errors: string[]): string[] =>
  errors.length > mostErrors + 1
    ? [
        ...errors.slice(0, mostErrors),
        `and ${(errors.length - mostErrors).toLocaleString('en')} more`,
      ]
    : errors

type ServiceErrorDetails = {
  suggestedFix?: string | undefined
  errors?: string[] | undefined
  /** At most 100, from which the request has to choose. */
  choices?: readonly OfferedChoice[] | undefined
  retryAfterSeconds?: number | undefined
  cause?: unknown
}
