import type { Job } from 'pg-boss'
import { z } from 'zod'
import type { ClaimedJob } from './job-store.ts'
import { InvalidJobData, readJobData } from './queue.ts'

/**
 * What pg-boss keeps as a job's data. The data itself is text: jsonb would lose the order of keys
 * and reject NUL. `id` is the job's own, the same at every attempt; `attempts` counts the attempts
 * before this row, to which pg-boss adds the expired leases.
 */
export const storedJob = z.object({
  id: z.string(),
  data: z.string(),
  attempts: z.number(),
  singletonKey: z.string().optional(),
  traceparent: z.string().optional(),
  error: z.string().optional(),
})
type StoredJob = z.infer<typeof storedJob>

export const toClaimedJob = ({ id: row, data, retryCount, groupId }: Job): ClaimedJob => {
  const stored = storedJob.safeParse(data)
  const lease = { key: groupId ?? null, claim: `${row}:${retryCount}` }
  if (!stored.success)
    return {
      ...lease,
      id: row,
      data: new InvalidJobData(`The stored job is damaged: ${z.prettifyError(stored.error)}`),
      attempt: retryCount + 1,
    }
  const { id, data: text, attempts, singletonKey, traceparent } = stored.data
  return {
    ...lease,
    id,
    data: readJobData(text),
    attempt: attempts + retryCount + 1,
    traceparent,
    singletonKey,
  }
}

export const toStoredJob = (
  {
    id,
    data,
    traceparent,
    singletonKey,
  }: {
    id: string
    data: unknown
    traceparent?: string | null | undefined
    singletonKey?: string | undefined
  },
  attempts: number,
): StoredJob => ({
  id,
  data: JSON.stringify(data),
  attempts,
  ...(singletonKey !== undefined && { singletonKey }),
  ...(traceparent && { traceparent }),
})

/** How pg-boss identifies a lease: by the row and the number of leases of it. */
export const toClaim = ({ claim }: ClaimedJob): { id: string; retryCount: number } => {
  const [id = '', retryCount] = claim.split(':')
  return { id, retryCount: Number(retryCount) }
}
