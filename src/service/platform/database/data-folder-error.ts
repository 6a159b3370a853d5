import { resolve } from 'node:path'

/** The data folder cannot be created, or this user cannot write to it. */
export class DataFolderError extends Error {
  override name = 'DataFolderError'
  readonly suggestedFix = 'Name a folder that you may write to with --data or PLUGBOARD_DATA'

  constructor(folder: string, problem: 'created' | 'written', cause: unknown) {
    super(`The data folder ${resolve(folder)} cannot be ${problem}`, { cause })
  }
}

/** SQLite's codes for a file that this user may not write, or not open at all. */
const refusals: ReadonlySet<unknown> = new Set([8, 14])

/** Opens a file of SQLite in a data folder; throws a `DataFolderError` where that is not allowed. */
export const openInFolder = <Opened>(folder: string, open: () => Opened): Opened => {
  try {
    return open()
  } catch (error) {
    const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) : 0
    throw refusals.has(code & 0xff) ? new DataFolderError(folder, 'written', error) : error
  }
}
