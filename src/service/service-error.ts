import type { ErrorSlug } from '../contract/errors.ts'
import { PublicError } from './platform/public-error.ts'

/** Why a request cannot be carried out, in words for the caller; the slug decides the status. */
export class ServiceError extends PublicError {
  readonly slug: ErrorSlug
  readonly suggestedFix: string | undefined
  /** Each issue with its path; of many the first ones, and how many more there are. */
  readonly errors: string[] | undefined
  /** When it is worth asking again; sent as `Retry-After`. */
  readonly retryAfterSeconds: number | undefined

  constructor(slug: ErrorSlug, message: string, details: ServiceErrorDetails = {}) {
    super(message, 'cause' in details ? { cause: details.cause } : undefined)
    this.name = 'ServiceError'
    this.slug = slug
    this.suggestedFix = details.suggestedFix
    this.errors = details.errors && withoutRest(details.errors)
    this.retryAfterSeconds = details.retryAfterSeconds
  }
}

/** As many as a person reads. */
const mostErrors = 50

/**
 * One more is left as it is: an error that is raised again under another slug has its rest counted
 * already.
 */
const withoutRest = (errors: string[]): string[] =>
  errors.length > mostErrors + 1
    ? [
        ...errors.slice(0, mostErrors),
        `and ${(errors.length - mostErrors).toLocaleString('en')} more`,
      ]
    : errors

export type ServiceErrorDetails = {
  suggestedFix?: string | undefined
  errors?: string[] | undefined
  retryAfterSeconds?: number | undefined
  cause?: unknown
}
