import { fileArgument, uploadKey } from '../../contract/files.ts'
import type { Toolkit } from '../catalog/index.ts'
import type { Files } from '../platform/files/index.ts'
import type { Outbound } from '../platform/outbound/index.ts'
import { quote } from '../platform/quote.ts'
import { fileCipher } from '../projects/index.ts'
import type { Project } from '../endpoint/index.ts'
import { RequestBuildError, type LoadBinary } from './http-request/index.ts'

const maximumBytes = 25 * 1024 * 1024

/** The project that reads a file, and the toolkit whose API receives it. */
type Call = { project: Project; toolkit: Toolkit; signal?: AbortSignal | undefined }

/**
 * Reads a binary argument: base64, an address that the outbound rules allow, or an earlier upload.
 */
export const createLoadBinary =
  (parts: { outbound: Outbound; files: Files }, { project, toolkit, signal }: Call): LoadBinary =>
  async (value) => {
    const parsed = fileArgument.safeParse(value)
    if (!parsed.success) throw notAFile(value)
    const file = parsed.data
    if ('s3key' in file) return findUpload(parts.files, project, file)
    const names = withoutUndefined({ contentType: file.content_type, filename: file.filename })
    if ('base64' in file) return { content: Buffer.from(file.base64, 'base64'), ...names }
    const answer = await parts.outbound.send({
      egress: { purpose: 'file', projectId: project.id, toolkit: toolkit.definition.slug },
      method: 'GET',
      url: file.url,
      maxResponseBytes: maximumBytes,
      ...(signal && { signal }),
    })
    if (answer.status !== 200)
      throw new RequestBuildError('', `the file's address answered ${answer.status}`)
    return {
      content: answer.body,
      contentType: answer.headers['content-type'] ?? 'application/octet-stream',
      ...names,
    }
  }

/** The key of an upload has one form, so anything else is one that there is not. */
const notAFile = (value: unknown): RequestBuildError =>
  typeof value === 'object' &&
  value !== null &&
  's3key' in value &&
  typeof value.s3key === 'string' &&
  !uploadKey.safeParse(value.s3key).success
    ? noUpload(value.s3key)
    : new RequestBuildError('', 'a file is given as {"base64": …}, {"url": …} or {"s3key": …}')

const noUpload = (s3key: string): RequestBuildError =>
  new RequestBuildError(
    '',
    `there is no upload ${quote(s3key)}, or its time is over; upload the file again with POST /api/v3/files`,
  )

/** Another project's upload is treated as unknown. */
const findUpload = async (
  files: Files,
  project: Project,
  {
    s3key,
    name,
    mimetype,
  }: { s3key: string; name?: string | undefined; mimetype?: string | undefined },
): ReturnType<LoadBinary> => {
  const file = await files.find(project.id, s3key)
  if (!file) throw noUpload(s3key)
  const { size, sha256 } = file
  return {
    content: { size, sha256: sha256 ?? s3key, read: () => file.read(fileCipher(project)) },
    contentType: mimetype || file.contentType,
    ...withoutUndefined({ filename: name ?? file.name ?? undefined }),
  }
}

const withoutUndefined = (names: {
  contentType?: string | undefined
  filename?: string | undefined
}): { contentType?: string; filename?: string } =>
  Object.fromEntries(Object.entries(names).filter(([, value]) => value !== undefined))
