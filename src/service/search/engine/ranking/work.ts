/**
 * What the searches of this thread have cost so far, in counts that no busy machine changes: for
 * tests and benchmarks.
 */
export const work = {
  /** Postings read one after the other. */
  postings: 0,
  /** Words looked up in single tools. */
  lookUps: 0,
  /** Tools whose signals were judged. */
  judged: 0,
}
