import { z } from 'zod'

/** The result of a tool: its data, or its error. */
export const recordedResult = z.strictObject({
  data: z.record(z.string(), z.unknown()),
  error: z.string().nullable(),
})

export type RecordedResult = z.infer<typeof recordedResult>
