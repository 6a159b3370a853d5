import type { CallOptions, Client } from '../client/index.ts'
import type { SentContent } from '../contract/endpoint.ts'
import type { UploadedFile } from '../contract/files.ts'

/** Metadata of an upload. A `File` provides its name and type itself. */
export type UploadOptions = CallOptions & {
  name?: string | undefined
  /** Media type, such as `image/png`. */
  mimetype?: string | undefined
  /** MD5 of the content in hexadecimal. An upload whose content does not match is refused. */
  md5?: string | undefined
}

/**
 * Uploads files that tools take as arguments.
 *
 * The content is not part of the request for a tool, so a file may be as large as the operator
 * allows (100 MiB by default), and a `Blob` backed by a file on disk is streamed. Pass the returned
 * object to a tool as a file before `expires_at`.
 *
 * @example
 * const file = await plugboard.files.upload(await openAsBlob('report.pdf'), { name: 'report.pdf', mimetype: 'application/pdf' })
 * await session.execute('TRACKER_UPLOAD_ATTACHMENT_TO_ISSUE', { issue_id: 'WEB-1', file })
 */
export type Files = {
  upload: (content: SentContent, options?: UploadOptions) => Promise<UploadedFile>
}

export const createFiles = (client: Client): Files => ({
  upload: async (
    content,
    { name = nameOf(content), mimetype = typeOf(content), md5, ...options } = {},
  ) => client.files.upload({ query: { filename: name, mimetype, md5 }, content }, options),
})

const nameOf = (content: SentContent): string | undefined =>
  typeof File === 'function' && content instanceof File && content.name !== ''
    ? content.name
    : undefined

const typeOf = (content: SentContent): string | undefined =>
  content instanceof Blob && content.type !== '' ? content.type : undefined
