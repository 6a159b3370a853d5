import { PublicError } from '../platform/public-error.ts'

/** Why a call has no result, for the model to read. */
export class ToolFailure extends PublicError {
  readonly data: Record<string, unknown>

  constructor(message: string, data: Record<string, unknown> = {}) {
    super(message)
    this.data = data
  }

  toOutcome(): { data: Record<string, unknown>; error: string } {
    return { data: this.data, error: this.message }
  }
}

/** The user has not connected the toolkit, or has to connect it again. */
export class NoConnection extends ToolFailure {}
