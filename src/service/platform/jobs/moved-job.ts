/** A job on its way from SQLite to PostgreSQL. */
export type MovedJob = {
  /** Its place in the order in which jobs were added. */
  position: number
  queue: string
  data: unknown
  /** Attempts that were begun, those of a process that ended included. */
  attempts: number
  /** Until it is due. */
  delayMs: number
  singletonKey?: string | undefined
  key?: string | undefined
  traceparent?: string | undefined
  /** Why it gave up, if it is dead. */
  error?: string | undefined
}
