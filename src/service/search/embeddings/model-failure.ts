import { z } from 'zod'

/** An answer of an embedding model that holds no vectors. */
export class ModelError extends Error {
  override readonly name = 'ModelError'
  readonly statusCode: number
  readonly responseHeaders: Readonly<Record<string, string>>

  constructor(message: string, statusCode: number, responseHeaders: Record<string, string> = {}) {
    super(message)
    this.statusCode = statusCode
    this.responseHeaders = responseHeaders
  }
}

/** What errors of the AI SDK's providers and our own say of an answer. */
const answered = z.object({
  statusCode: z.number(),
  responseHeaders: z.record(z.string(), z.string().optional()).optional(),
})

/** Statuses by which a model refuses these texts: malformed, too large, not processable. */
const refusals = new Set([400, 413, 422])

/** Why a model gave no vectors, and so what to leave it alone with. */
export type ModelFailure = {
  /** The texts of the call, or the model as a whole, whatever it is asked. */
  of: 'texts' | 'model'
  /** How long the model asks to be let alone. */
  retryAfterMs?: number
}

/** A failure without a status, such as a time-out or a refused connection, is the model's. */
export const toModelFailure = (error: unknown): ModelFailure => {
  const { data } = answered.safeParse(error)
  if (!data) return { of: 'model' }
  if (refusals.has(data.statusCode)) return { of: 'texts' }
  const seconds = Number(data.responseHeaders?.['retry-after'])
  return { of: 'model', ...(seconds > 0 && { retryAfterMs: seconds * 1000 }) }
}
