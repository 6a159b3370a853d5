import { z } from 'zod'

/** The body of every error response of a sample third party. */
export const errorBody = z.object({
  error: z.string().describe('Short name of the kind of error, for programs'),
  message: z.string().describe('What went wrong and what to do next, for people'),
  fields: z
    .array(
      z.object({ field: z.string().describe('Dotted path of the field'), message: z.string() }),
    )
    .optional()
    .describe('The invalid fields, each with the reason'),
})

/** The error statuses of sample third parties. */
export type ErrorStatus = keyof typeof errorKinds

export const errorKinds = {
  400: { error: 'bad_request', description: 'The body cannot be read' },
  401: { error: 'unauthorized', description: 'The credential is missing, wrong or too old' },
  403: { error: 'forbidden', description: 'The credential does not allow this' },
  404: { error: 'not_found', description: 'There is no such record' },
  413: { error: 'too_large', description: 'The body is too large' },
  415: {
    error: 'unsupported_media_type',
    description: 'The body has a media type that the operation does not accept',
  },
  422: { error: 'invalid', description: 'Some fields are invalid; `fields` lists them' },
} as const

/** Thrown by the handlers of sample third parties; answered as `{error, message, fields?}`. */
export class SampleError extends Error {
  readonly status: ErrorStatus
  readonly fields: FieldError[] | undefined

  constructor(
    status: ErrorStatus,
    message: string,
    { fields, cause }: { fields?: FieldError[]; cause?: unknown } = {},
  ) {
    super(message, { cause })
    this.name = 'SampleError'
    this.status = status
    this.fields = fields
  }

  toBody(): z.output<typeof errorBody> {
    return {
      error: errorKinds[this.status].error,
      message: this.message,
      ...(this.fields && { fields: this.fields }),
    }
  }
}

export type FieldError = { field: string; message: string }

/** A 422 that lists its fields in the message too, because some clients show only the message. */
export const invalidFields = (fields: FieldError[]): SampleError =>
  new SampleError(
    422,
    `Invalid: ${fields.map(({ field, message }) => `${field} (${message})`).join('; ')}`,
    { fields },
  )
