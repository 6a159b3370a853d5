import type { FileReference } from '../../contract/session-results.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database, Handle } from '../platform/database/index.ts'
import type { Files } from '../platform/files/index.ts'
import { fileCipher } from '../projects/index.ts'
import type { Project } from '../endpoint/index.ts'
import { toFileName } from './to-file-name.ts'

/** `name` may be as a third party gave it. */
export type ResultFile = { bytes: Uint8Array; contentType: string; name?: string | undefined }

type Parts = { database: Database; files: Files; clock: Clock; publicUrl: () => string }

/**
 * Stores a file of a tool's result for the project's retention. `isUpload`: the caller supplied the
 * content, so it counts towards the project's uploads. In a transaction by its handle.
 */
export const keepFile = async (
  parts: Parts,
  project: Project,
  { name: given, ...file }: ResultFile,
  {
    isUpload = false,
    userId,
    handle = parts.database.handle,
  }: { isUpload?: boolean; userId?: string | undefined; handle?: Handle } = {},
): Promise<FileReference> => {
  const expiresAt = new Date(
    parts.clock.now().getTime() + project.config.signed_url_file_expiry_in_seconds * 1000,
  )
  const name = given === undefined ? undefined : toFileName(given)
  const named = name === undefined ? {} : { name }
  const { token, size } = await parts.files.store(handle, {
    ...file,
    ...named,
    isUpload,
    userId,
    scope: project.id,
    expiresAt,
    cipher: fileCipher(project),
  })
  return {
    url: `${parts.publicUrl()}/files/${token}`,
    content_type: file.contentType,
    size,
    expires_at: expiresAt.toISOString(),
    ...named,
  }
}
