import type { FileReference } from '../../contract/session-results.ts'
import { keepFile, type ResultFile } from '../files/index.ts'
import type { Redactor } from '../platform/redaction/index.ts'
import type { Project } from '../endpoint/index.ts'

export type { ResultFile as ResponseFile } from '../files/index.ts'

/**
 * Stores a third party's content for the project's retention, with the credential redacted, and
 * returns the handle to fetch it by.
 */
export const storeFile = (
  parts: Parameters<typeof keepFile>[0],
  { project, userId }: { project: Project; userId: string | undefined },
  given: ResultFile,
  redactor: Redactor,
): Promise<FileReference> =>
  keepFile(
    parts,
    project,
    {
      ...given,
      bytes: redactor.bytes(given.bytes),
      name: given.name === undefined ? undefined : redactor.text(given.name),
    },
    { userId },
  )
