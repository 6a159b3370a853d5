/** Counts what each of many may do in a minute, over all nodes. */
export type RateLimit = {
  /** How many in each minute of the clock. */
  limit: number
  take(name: string): Promise<Turn>
}

export type Turn = {
  allowed: boolean
  /** How many are left in this minute, as far as this node knows. */
  remaining: number
  /** Until the next minute begins. */
  resetSeconds: number
}
