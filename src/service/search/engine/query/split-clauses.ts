/** Between sentences, and at words that begin a next step. */
const seam =
  /(?<=[.?!;。？！；])\s*(?=\S)|\n+|,\s*(?:and|then|also|finally|lastly)\b|\b(?:and then|after that|as well as|along with|and also|additionally|furthermore|moreover|finally|lastly)\b/iu

/**
 * Longer use cases are mostly data somebody pasted; their first steps are the ones to find tools
 * for.
 */
export const mostClauses = 8

/** The steps of a use case, such as "find the flight" and "book a hotel"; one for a simple one. */
export const splitClauses = (useCase: string): string[] =>
  useCase
    .split(seam)
    .map((clause) => clause.trim())
    .filter((clause) => clause !== '')
