/** Between sentences, and at words that begin a next step. */
const seam =
  /(?<=[.?!;。？！；])\s*(?=\S)|\n+|,\s*(?:and|then|also|finally|lastly)\b|\b(?:and then|after that|as well as|along with|and also|additionally|furthermore|moreover|finally|lastly)\b/iu

/** Longer use cases are mostly pasted data; tools are needed for their first steps. */
export const mostClauses = 8

/**
 * The steps of a use case, such as "find the flight" and "book a hotel"; a simple one is a single
 * step.
 */
export const splitClauses = (useCase: string): string[] =>
  useCase
    .split(seam)
    .map((clause) => clause.trim())
    .filter((clause) => clause !== '')
