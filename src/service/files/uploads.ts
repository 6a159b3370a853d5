import type { ReceivedContent } from '../../contract/endpoint.ts'
import type { FileReference } from '../../contract/session-results.ts'
import type { UploadedFile } from '../../contract/files.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database, Handle } from '../platform/database/index.ts'
import { createFairQueue } from '../platform/fair-queue.ts'
import type { Files, Usage } from '../platform/files/index.ts'
import { createId } from '../platform/ids.ts'
import { fileCipher, type Projects } from '../projects/index.ts'
import type { Project } from '../endpoint/index.ts'
import { ServiceError } from '../service-error.ts'
import { keepFile, type ResultFile } from './keep-file.ts'
import { measureContent, tooLarge } from './measure-content.ts'
import { mediaTypeOf } from './media-type-of.ts'
import { openGrant, sealGrant, type GrantedUpload } from './upload-grants.ts'

export type UploadLimits = {
  /** Limit of one file. */
  maximumBytes: number
  /** Limit of all uploads of a project that have not expired. */
  projectBytes: number
}

export const defaultUploadLimits: UploadLimits = {
  maximumBytes: 100 * 1024 * 1024,
  projectBytes: 1024 * 1024 * 1024,
}

type NewUpload = {
  name: string
  /** Empty: what the extension of the name stands for. */
  mimetype: string
  /** What the content must have. */ md5?: string | undefined
}

/** A PUT to an address that `grant` signed. */
type GrantedRequest = {
  projectId: string
  grant: string
  contentType: string | undefined
  content: ReceivedContent
  signal: AbortSignal
}

export type Uploads = {
  /** Streams the content to storage; stores nothing if it fails. */
  receive(
    project: Project,
    content: ReceivedContent,
    upload: NewUpload,
    signal: AbortSignal,
  ): Promise<UploadedFile>
  /**
   * Creates a signed address that accepts this content without a key. Sending it again is accepted
   * and yields the same file.
   */
  grant(project: Project, upload: Omit<GrantedUpload, 's3key'>): { s3key: string; url: string }
  receiveGranted(request: GrantedRequest): Promise<UploadedFile>
  /**
   * Stores files of a result that the caller made, and what `complete` makes of them in the same
   * transaction: nothing if they exceed a limit or it fails.
   */
  keepResults<Result>(
    project: Project,
    given: readonly ResultFile[],
    complete: (files: FileReference[], transaction: Handle) => Promise<Result>,
    signal: AbortSignal,
  ): Promise<Result>
}

type Parts = {
  database: Database
  files: Files
  projects: Projects
  clock: Clock
  publicUrl: () => string
  limits?: UploadLimits | undefined
}

const createKey = (): string => createId('file_')

/** Limit of the number of files, whatever their size. */
const maximumFiles = 10_000

/** Files that callers upload for their tools, kept for the project's file retention. */
export const createUploads = ({ limits = defaultUploadLimits, ...parts }: Parts): Uploads => {
  const { database, files, projects, clock, publicUrl } = parts
  // Each upload occupies a connection and a chunk or two for as long as its sender takes.
  const inTurn = createFairQueue({
    work: 'uploads',
    concurrency: 16,
    concurrencyPerOwner: 4,
    waiting: 20,
    waitMs: 15_000,
  })

  /** The usage already includes the upload itself. */
  const checkUsage = ({ bytes, files: count }: Usage): void => {
    if (bytes <= limits.projectBytes && count <= maximumFiles) return
    throw new ServiceError(
      'unprocessable',
      `With this upload the project would store ${count} uploaded files with ${bytes} bytes; the limit is ${maximumFiles} files with ${limits.projectBytes} bytes`,
      {
        suggestedFix:
          'Wait until earlier uploads expire, or ask the operator to increase PLUGBOARD_PROJECT_UPLOAD_BYTES',
      },
    )
  }

  /** Under the project's lock: uploads that read the usage at once would each fill what is left of it. */
  const reserve = async (
    handle: Handle,
    project: Project,
    added: Usage = { files: 0, bytes: 0 },
  ): Promise<void> => {
    await projects.lock(handle, project.id)
    const usage = await files.usage(project.id, handle)
    checkUsage({ files: usage.files + added.files, bytes: usage.bytes + added.bytes })
  }

  const store = async (
    project: Project,
    { length, bytes }: ReceivedContent,
    { s3key, name, mimetype, md5 }: NewUpload & { s3key: string },
  ): Promise<UploadedFile> => {
    if (length !== undefined && length > limits.maximumBytes) throw tooLarge(limits.maximumBytes)
    const usage = await files.usage(project.id)
    checkUsage({ files: usage.files + 1, bytes: usage.bytes + (length ?? 0) })
    const content = measureContent(bytes, { maximumBytes: limits.maximumBytes, md5 })
    const stored = await files.receive(content.bytes, {
      scope: project.id,
      key: s3key,
      contentType: mimetype || (await mediaTypeOf(name)),
      name,
      expiresAt: new Date(
        clock.now().getTime() + project.config.signed_url_file_expiry_in_seconds * 1000,
      ),
      cipher: fileCipher(project),
      // The file has grown already.
      checkUsage: (transaction) => reserve(transaction, project),
    })
    return {
      s3key,
      name,
      mimetype: stored.contentType,
      size: stored.size,
      md5: content.md5(),
      sha256: stored.sha256,
      expires_at: stored.expiresAt.toISOString(),
    }
  }

  const receive = (
    project: Project,
    content: ReceivedContent,
    upload: NewUpload & { s3key: string },
    signal: AbortSignal,
  ) => inTurn(project.id, signal, () => store(project, content, upload))

  const storeResults = async <Result>(
    project: Project,
    given: readonly ResultFile[],
    complete: (files: FileReference[], transaction: Handle) => Promise<Result>,
  ): Promise<Result> => {
    const sizes = given.map(({ bytes }) => bytes.byteLength)
    if (sizes.some((size) => size > limits.maximumBytes)) throw tooLarge(limits.maximumBytes)
    const bytes = sizes.reduce((total, size) => total + size, 0)
    return database.transaction(async (handle) => {
      await reserve(handle, project, { files: given.length, bytes })
      const kept: FileReference[] = []
      for (const file of given)
        kept.push(await keepFile(parts, project, file, { isUpload: true, handle }))
      return complete(kept, handle)
    })
  }

  return {
    receive: (project, content, upload, signal) =>
      receive(project, content, { ...upload, s3key: createKey() }, signal),
    grant: (project, upload) => {
      const s3key = createKey()
      return {
        s3key,
        url: `${publicUrl()}/files/uploads/${project.id}/${sealGrant(project, clock, { ...upload, s3key })}`,
      }
    },
    receiveGranted: async ({ projectId, grant, contentType, content, signal }) => {
      const { project, upload } = await openGrant(projects, clock, projectId, grant)
      rejectOtherType(contentType, upload.mimetype)
      return receive(project, content, upload, signal)
    },
    keepResults: (project, given, complete, signal) =>
      inTurn(project.id, signal, () => storeResults(project, given, complete)),
  }
}

/** Parameters such as a charset are up to the HTTP client, and some clients send no type. */
const rejectOtherType = (given: string | undefined, granted: string): void => {
  if (!given || !granted || essenceOf(given) === essenceOf(granted)) return
  throw new ServiceError(
    'invalid_request',
    `The content has the type "${given}", but the address was created for "${granted}"`,
    { suggestedFix: `Send it with Content-Type: ${granted}` },
  )
}

const essenceOf = (type: string): string | undefined => type.split(';', 1)[0]?.trim().toLowerCase()
