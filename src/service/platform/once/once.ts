/** Work that is done once, however often and on however many nodes it is asked for. */
export type Once = {
  /**
   * Claims the work of this name, unless another caller holds it or has finished it. One statement
   * decides, so exactly one of concurrent callers gets it.
   *
   * `digest` identifies the content of the work: the same name with another digest is `different`.
   * `scope` is the owner of the name.
   */
  claim(work: { scope: string; name: string; digest: string }): Promise<Claim>
}

export type Claim = OwnClaim | HeldClaim

/**
 * The caller holds the work and ends it in one of three ways. A lease that is renewed until then shows
 * other callers that it is running.
 */
export type OwnClaim = {
  state: 'claimed'
  /** The work is done; the outcome is stored for repeated calls. */
  finish(outcome: string): Promise<void>
  /** The work certainly did not begin: the next caller may do it. */
  release(): Promise<void>
  /** It is unknown how far the work came: it is not done again. */
  abandon(): Promise<void>
}

/** Why the caller does not get the work. `unknown`: its holder vanished before it ended the work. */
export type HeldClaim =
  | { state: 'different' }
  | { state: 'running'; forMs: number }
  | { state: 'unknown' }
  | { state: 'finished'; outcome: string }
