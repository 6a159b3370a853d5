import { PublicError } from '../public-error.ts'

/**
 * Why nothing was selected. The message completes a sentence whose subject is the expression.
 *
 * `invalid`: it fits no value at all. `failed`: it does not fit this one, or took too much time or
 * memory, or its result is too large.
 */
export class ProjectionError extends PublicError {
  override readonly name = 'ProjectionError'
  readonly kind: 'invalid' | 'failed'

  constructor(kind: ProjectionError['kind'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.kind = kind
  }
}
