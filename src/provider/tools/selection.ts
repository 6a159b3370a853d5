/** Says that `select` took nothing from an answer, or could not be applied to it. */
export type ResultSelection = {
  /** For a model. */
  message: string
  /** The types of the values in the answer. */
  shape?: unknown
  /** Handle of the whole answer, which SVC_READ_RESULT reads. */
  handle?: string | undefined
}
