import type { Job } from 'pg-boss'
import { z } from 'zod'
import type { TakenJob } from './job-store.ts'

/**
 * The data as text: jsonb would lose the order of keys and refuse NUL. `attempts` is added to the
 * takings that pg-boss counted; it is below zero when some of those were no attempts.
 */
export const storedJob = z.object({
  data: z.string(),
  attempts: z.number(),
  traceparent: z.string().optional(),
  error: z.string().optional(),
})
export type StoredJob = z.infer<typeof storedJob>

export const toTakenJob = ({ id, data, retryCount, groupId }: Job): TakenJob => {
  const stored = storedJob.parse(data)
  return {
    id,
    data: JSON.parse(stored.data),
    attempt: stored.attempts + retryCount + 1,
    traceparent: stored.traceparent,
    key: groupId ?? null,
    taking: String(retryCount),
  }
}

/** What pg-boss knows a taking by: it counts them. */
export const toClaim = ({ id, taking }: TakenJob): { id: string; retryCount: number } => ({
  id,
  retryCount: Number(taking),
})
