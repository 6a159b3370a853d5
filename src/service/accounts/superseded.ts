/** Rolls back a transaction whose work a concurrent request has already done. */
export class SupersededError extends Error {
  override name = 'Superseded'
}

/** The result of `work`; `undefined` when it was superseded. */
export const ignoreSuperseded = async <Result>(
  work: Promise<Result>,
): Promise<Result | undefined> =>
  work.catch((error: unknown) => {
    if (error instanceof SupersededError) return undefined
    throw error
  })
