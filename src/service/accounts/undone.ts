/** Ends a transaction whose work somebody else has done. */
export class Undone extends Error {
  override name = 'Undone'
}

/** What `work` answers; `undefined` when it ended as undone. */
export const unlessUndone = async <Result>(work: Promise<Result>): Promise<Result | undefined> =>
  work.catch((error: unknown) => {
    if (error instanceof Undone) return undefined
    throw error
  })
