import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DataFolderError, openInFolder } from './data-folder-error.ts'

/** The data folder belongs to a process that is running. */
export class FolderInUseError extends Error {
  override name = 'FolderInUseError'
}

/**
 * Locks a data folder for this process. The returned function releases it, and so does the end of
 * the process, however it ends.
 *
 * The lock is SQLite's own exclusive file lock, which the operating system releases; there is no
 * stale lock file to clean up.
 */
export const lockFolder = (folder: string): (() => void) => {
  const file = openInFolder(folder, () => new DatabaseSync(join(folder, 'lock.db')))
  try {
    openInFolder(folder, () =>
      file.exec('pragma busy_timeout = 0; pragma locking_mode = exclusive; begin exclusive'),
    )
  } catch (cause) {
    file.close()
    if (cause instanceof DataFolderError) throw cause
    throw new FolderInUseError(
      `Another process uses the data folder ${folder}: stop it, or choose another folder with --data or PLUGBOARD_DATA`,
      { cause },
    )
  }
  return () => file.close()
}
