import type { Handle } from '../database/index.ts'

export type JobRow = {
  id: string
  queue: string
  data: string
  state: 'waiting' | 'running' | 'dead'
  attempt: number
  run_at: string
  /** When `run_at` was computed. */
  set_at: string
  singleton_key: string | null
  key: string | null
  /**
   * Identifies the lease, so that a worker whose lease expired cannot settle a job that another one
   * has leased since.
   */
  claim: string | null
  lease_until: string | null
  error: string | null
  created_at: string
  failed_at: string | null
  traceparent: string | null
}

export const jobTables = (handle: Handle) => handle.withTables<{ jobs: JobRow }>()

/** The columns of a job that is not leased. */
export const waiting = { state: 'waiting', claim: null, lease_until: null } as const
