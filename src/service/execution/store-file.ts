import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/index.ts'
import type { Files } from '../platform/files/index.ts'
import type { Redactor } from '../platform/redaction/index.ts'
import { fileCipher } from '../projects/index.ts'
import type { Project } from '../endpoint/index.ts'

export type ResponseFile = { bytes: Uint8Array; contentType: string; name?: string }

type Parts = { database: Database; files: Files; clock: Clock; publicUrl: () => string }

/**
 * Stores a third party's content for the project's retention, with the credential redacted, and
 * returns the handle to fetch it by.
 */
export const storeFile = async (
  parts: Parts,
  project: Project,
  given: ResponseFile,
  redactor: Redactor,
) => {
  const file = {
    ...given,
    bytes: redactor.bytes(given.bytes),
    ...(given.name !== undefined && { name: redactor.text(given.name) }),
  }
  const expiresAt = new Date(
    parts.clock.now().getTime() + project.config.signed_url_file_expiry_in_seconds * 1000,
  )
  const { token, size } = await parts.files.store(parts.database.handle, {
    ...file,
    scope: project.id,
    expiresAt,
    cipher: fileCipher(project),
  })
  return {
    url: `${parts.publicUrl()}/files/${token}`,
    content_type: file.contentType,
    size,
    expires_at: expiresAt.toISOString(),
  }
}
