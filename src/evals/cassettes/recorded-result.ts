import { z } from 'zod'

/** What a tool answered: its data, or why it failed. */
export const recordedResult = z.strictObject({
  data: z.record(z.string(), z.unknown()),
  error: z.string().nullable(),
})

export type RecordedResult = z.infer<typeof recordedResult>
