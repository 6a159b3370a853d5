/** Rate limits per name and minute, across all nodes. */
export type RateLimit = {
  /** The limit per clock minute. */
  limit: number
  take(name: string): Promise<Turn>
}

export type Turn = {
  allowed: boolean
  /** The number left in this minute, as far as this node knows. */
  remaining: number
  /** The time until the next minute begins. */
  resetSeconds: number
}
