import type { Context, Hono } from 'hono'
import type { ReceivedContent } from '../../contract/endpoint.ts'
import type { Files } from '../platform/files/index.ts'
import { SecretsError } from '../platform/secrets/index.ts'
import { fileCipher, type Projects } from '../projects/index.ts'
import { readContent, sendError, type Environment, type OnError } from '../endpoint/index.ts'
import { ServiceError } from '../service-error.ts'
import { toAttachment } from './content-disposition.ts'

type Parts = {
  files: Files
  projects: Projects
  /** Receives an upload to a signed address. */
  receiveGranted(request: {
    projectId: string
    grant: string
    contentType: string | undefined
    content: ReceivedContent
    signal: AbortSignal
  }): Promise<{ md5: string }>
  onError: OnError
}

/**
 * `GET /files/{token}`: serves content from a third party so that no browser runs it; and `PUT` to
 * a signed address.
 */
export const mountFiles = (app: Hono<Environment>, parts: Parts): void => {
  app.put('/files/uploads/:project/:grant', async (context) => {
    const operation = 'files.put'
    context.set('operation', operation)
    try {
      const { project: projectId, grant } = context.req.param()
      const { md5 } = await parts.receiveGranted({
        projectId,
        grant,
        contentType: context.req.header('content-type'),
        content: readContent(context),
        signal: context.req.raw.signal,
      })
      return context.body(null, 200, { etag: `"${md5}"` })
    } catch (thrown) {
      return sendError(context, thrown, undefined, () =>
        parts.onError(thrown, { requestId: context.get('requestId'), operation }),
      )
    }
  })

  app.get('/files/:token', async (context) => {
    context.set('operation', 'files.get')
    const file = await parts.files.open(context.req.param('token'))
    const project = file && (await parts.projects.get(file.scope))
    if (!file || !project) return notFound(context)
    const pieces = await openPieces(file.read(fileCipher(project)))
    if (!pieces) return notFound(context)
    return context.body(toStream(pieces), 200, {
      'content-type': file.contentType,
      'content-length': String(file.size),
      'content-disposition': toAttachment(file.name ?? 'file'),
      'content-security-policy': "sandbox; default-src 'none'",
      'cache-control': 'private, no-store',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
    })
  })
}

/** Reads the first piece before the response starts; undefined when the content is damaged. */
const openPieces = async (
  pieces: AsyncIterable<Uint8Array>,
): Promise<AsyncIterable<Uint8Array> | undefined> => {
  const iterator = pieces[Symbol.asyncIterator]()
  try {
    const first = await iterator.next()
    return startWith(first, iterator)
  } catch (error) {
    if (error instanceof SecretsError) return undefined
    throw error
  }
}

const startWith = async function* (
  first: IteratorResult<Uint8Array>,
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    for (let next = first; !next.done; next = await rest.next()) yield next.value
  } finally {
    await rest.return?.()
  }
}

const toStream = (pieces: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> => {
  const iterator = pieces[Symbol.asyncIterator]()
  return new ReadableStream({
    pull: async (controller) => {
      const next = await iterator.next()
      if (next.done) controller.close()
      else controller.enqueue(next.value)
    },
    cancel: async () => void (await iterator.return?.()),
  })
}

const notFound = (context: Context<Environment>): Response =>
  sendError(
    context,
    new ServiceError('not_found', 'The file does not exist or has expired', {
      suggestedFix: 'Run the tool again to get a new URL',
    }),
  )
