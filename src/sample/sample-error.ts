import { z } from 'zod'

/** What every refused request to a sample third party looks like on the wire. */
export const errorBody = z.object({
  error: z.string().describe('Short name of the kind of error, for programs'),
  message: z.string().describe('What went wrong and what to do next, for people'),
  fields: z
    .array(
      z.object({ field: z.string().describe('Dotted path of the field'), message: z.string() }),
    )
    .optional()
    .describe('The fields that were refused, each with the reason'),
})

/** The statuses that sample third parties refuse with. */
export type ErrorStatus = keyof typeof errorKinds

export const errorKinds = {
  400: { error: 'bad_request', description: 'The body cannot be read' },
  401: { error: 'unauthorized', description: 'The credential is missing, wrong or too old' },
  403: { error: 'forbidden', description: 'The credential does not allow this' },
  404: { error: 'not_found', description: 'There is no such record' },
  413: { error: 'too_large', description: 'The body is too large' },
  415: {
    error: 'unsupported_media_type',
    description: 'The body has another media type than the operation takes',
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

/** A 422 that names its fields in the message too, since some readers see nothing else. */
export const invalidFields = (fields: FieldError[]): SampleError =>
  new SampleError(
    422,
    `Invalid: ${fields.map(({ field, message }) => `${field} (${message})`).join('; ')}`,
    { fields },
  )
