import type { Handle } from '../database/index.ts'

export type JobRow = {
  id: string
  queue: string
  data: string
  state: 'waiting' | 'running' | 'dead'
  attempt: number
  run_at: string
  singleton_key: string | null
  key: string | null
  /**
   * Names one taking of the job, so that a taker whose lease ended cannot settle what somebody else
   * took since.
   */
  claim: string | null
  lease_until: string | null
  error: string | null
  created_at: string
  failed_at: string | null
  traceparent: string | null
}

export const jobTables = (handle: Handle) => handle.withTables<{ jobs: JobRow }>()

/** What a job is that nobody has in hand. */
export const waiting = { state: 'waiting', claim: null, lease_until: null } as const
