/** Work that is done once, however often and on however many nodes it is requested. */
export type Once = {
  /**
   * Claims the work of this name, unless another caller holds it or has finished it. The claim is a
   * single statement, so exactly one of concurrent callers succeeds.
   *
   * `digest` identifies the content of the work: the same name with another digest is `different`.
   * `scope` is the owner of the name. `subject` says what the work is about; only who names it too
   * can cancel the work. `about` tells a person which work it is whose outcome is unknown, in plain text
   * that is stored as it is. Work that may be done again can be claimed again once its holder has ended
   * it or has disappeared.
   */
  claim(work: {
    scope: string
    name: string
    digest: string
    subject?: string | undefined
    about?: string | undefined
    mayRunAgain?: boolean | undefined
  }): Promise<Claim>
  /**
   * Cancels the work of this name: its holder, on whichever node, is notified within a second and
   * decides what becomes of it.
   */
  cancel(work: { scope: string; name: string; subject?: string | undefined }): Promise<Cancellation>
  /** Work whose holder disappeared, oldest first: nobody knows whether it was done. */
  listUnknown(limit: number): Promise<UnknownWork[]>
  /**
   * Says what became of such work: an outcome for repeated requests, or `undefined` if it was not
   * done and may be claimed again. Returns false if its outcome is not unknown.
   */
  resolveUnknown(name: string, outcome: string | undefined): Promise<boolean>
}

export type UnknownWork = {
  name: string
  scope: string
  subject: string | null
  about: string | null
  startedAt: string
  expiresAt: string
}

/**
 * What a cancellation found. `cancelling`: the work is running and is being ended. `prevented`: it
 * had not begun, and nobody can claim it for at least ten seconds, in case its request was overtaken
 * by the cancellation. `finished` and `unknown` as for claims. `other`: the name belongs to another
 * subject.
 */
export type Cancellation = 'cancelling' | 'prevented' | 'finished' | 'unknown' | 'other'

export type Claim = OwnClaim | HeldClaim

/**
 * The caller holds the work and ends it in one of three ways. Until then its lease is renewed,
 * which shows other callers that it is running.
 */
export type OwnClaim = {
  state: 'claimed'
  /** Aborted when the work is cancelled. */
  signal: AbortSignal
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
  /** It was cancelled before it began; it can be claimed again in this time. */
  | { state: 'prevented'; forMs: number }
  | { state: 'finished'; outcome: string }
