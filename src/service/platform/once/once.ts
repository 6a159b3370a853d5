/** Work that is done once, however often and on however many nodes it is requested. */
export type Once = {
  /**
   * Claims the work of this name, unless another caller holds it or has finished it. The claim is a
   * single statement, so exactly one of concurrent callers succeeds.
   *
   * `digest` identifies the content of the work: the same name with another digest is `different`.
   * `scope` is the owner of the name.
   */
  claim(work: { scope: string; name: string; digest: string }): Promise<Claim>
}

export type Claim = OwnClaim | HeldClaim

/**
 * The caller holds the work and ends it in one of three ways. Until then its lease is renewed,
 * which shows other callers that it is running.
 */
export type OwnClaim = {
  state: 'claimed'
  /** The work is done; the outcome is stored for repeated requests. */
  finish(outcome: string): Promise<void>
  /** The work certainly did not begin: the next caller may do it. */
  release(): Promise<void>
  /** It is unknown how much of the work was done: it is not repeated. */
  abandon(): Promise<void>
}

/**
 * Why the caller cannot claim the work. `unknown`: its holder disappeared before it ended the work.
 */
export type HeldClaim =
  | { state: 'different' }
  | { state: 'running'; forMs: number }
  | { state: 'unknown' }
  | { state: 'finished'; outcome: string }
