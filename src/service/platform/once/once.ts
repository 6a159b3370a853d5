/** Work that is done once, however often and on however many nodes it is asked for. */
export type Once = {
  /**
   * Takes the work of this name, unless somebody has it or did it already. One statement decides,
   * so one caller of many gets it.
   *
   * `digest` stands for the content of the work: the same name with another digest is `different`.
   * `scope` names whose it is.
   */
  claim(work: { scope: string; name: string; digest: string }): Promise<Claim>
  /** Forgets what is older than a day. */
  removeExpired(): Promise<void>
  /** Forgets everything of a scope. */
  removeScope(scope: string): Promise<void>
}

export type Claim = OwnClaim | HeldClaim

/**
 * The work is the caller's, who ends it in one of three ways. While it lasts, a lease that is
 * renewed tells the others that somebody is at it.
 */
export type OwnClaim = {
  state: 'claimed'
  /** It was done; the outcome is kept for those who ask again. */
  finish(outcome: string): Promise<void>
  /** It surely was not begun: the next who asks may do it. */
  release(): Promise<void>
  /** Nobody knows how far it came: it is not done again. */
  abandon(): Promise<void>
}

/** Why the work is not the caller's. `unknown`: who did it was not heard of again. */
export type HeldClaim =
  | { state: 'different' }
  | { state: 'running'; forMs: number }
  | { state: 'unknown' }
  | { state: 'finished'; outcome: string }
