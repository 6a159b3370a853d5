import { fileArgument, uploadKey } from '../../contract/files.ts'
import type { Toolkit } from '../catalog/index.ts'
import type { Files, OpenFile } from '../platform/files/index.ts'
import type { Outbound } from '../platform/outbound/index.ts'
import { quote } from '../platform/quote.ts'
import { fileCipher } from '../projects/index.ts'
import type { Project } from '../endpoint/index.ts'
import { RequestBuildError, type LoadBinary } from './http-request/index.ts'

const maximumBytes = 25 * 1024 * 1024

/** The project that reads a file, and the toolkit whose API receives it. */
type Call = { project: Project; toolkit: Toolkit; signal?: AbortSignal | undefined }

/**
 * Reads a binary argument: base64, an earlier upload, a file that a tool answered, or what is at an
 * address that the outbound rules allow.
 */
export const createLoadBinary =
  (
    parts: { outbound: Outbound; files: Files; publicUrl: () => string },
    { project, toolkit, signal }: Call,
  ): LoadBinary =>
  async (value) => {
    const parsed = fileArgument.safeParse(value)
    if (!parsed.success) throw notAFile(value)
    const file = parsed.data
    if ('s3key' in file)
      return findUpload(parts.files, project, file.s3key, {
        contentType: file.mimetype || undefined,
        filename: file.name,
      })
    if ('base64' in file)
      return { content: Buffer.from(file.base64, 'base64'), ...withoutUndefined(namesOf(file)) }
    const names = namesOf({ ...file, filename: file.filename ?? file.name })
    const token = tokenOf(file.url, parts.publicUrl())
    if (token !== undefined) return findAnswered(parts.files, project, token, names)
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
      ...withoutUndefined(names),
    }
  }

type Names = { contentType: string | undefined; filename: string | undefined }

const namesOf = (file: {
  content_type?: string | undefined
  filename?: string | undefined
}): Names => ({ contentType: file.content_type, filename: file.filename })

/**
 * The token of an address below `/files` of this service, where no request is ever sent; undefined
 * for any other address. An address in another spelling has a token that there is not.
 */
const tokenOf = (address: string, publicUrl: string): string | undefined => {
  const url = new URL(address)
  const own = new URL(`${publicUrl}/files/`)
  if (url.origin !== own.origin || !url.pathname.startsWith(own.pathname)) return undefined
  return url.href.startsWith(own.href) ? url.href.slice(own.href.length) : ''
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
  s3key: string,
  names: Names,
): ReturnType<LoadBinary> => {
  const file = await files.find(project.id, s3key)
  if (!file) throw noUpload(s3key)
  return toStored(file, project, names)
}

/**
 * Anybody may download by the address, but here only its project is served: a third party may have
 * passed on the address of another's file, for a model to use it.
 */
const findAnswered = async (
  files: Files,
  project: Project,
  token: string,
  names: Names,
): ReturnType<LoadBinary> => {
  const file = await files.open(token)
  if (file?.scope !== project.id)
    throw new RequestBuildError(
      '',
      'no file of this project is at this address, or its time is over; call the tool that answered it again',
    )
  return toStored(file, project, names)
}

const toStored = (
  { name, contentType, size, sha256, read }: OpenFile,
  project: Project,
  names: Names,
): Awaited<ReturnType<LoadBinary>> => ({
  content: { size, sha256, read: () => read(fileCipher(project)) },
  contentType: names.contentType ?? contentType,
  ...withoutUndefined({ filename: names.filename ?? name ?? undefined }),
})

const withoutUndefined = (names: {
  contentType?: string | undefined
  filename?: string | undefined
}): { contentType?: string; filename?: string } =>
  Object.fromEntries(Object.entries(names).filter(([, value]) => value !== undefined))
