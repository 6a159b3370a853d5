import type { Context, Hono } from 'hono'
import type { Files } from '../platform/files/index.ts'
import { fileCipher } from '../projects/file-cipher.ts'
import type { Projects } from '../projects/project.ts'
import type { Environment } from './app.ts'
import { sendError } from './send-error.ts'
import { ServiceError } from '../service-error.ts'

/** `GET /files/{token}`: content that came from a third party, handed out so that no browser runs it. */
export const mountFiles = (app: Hono<Environment>, parts: { files: Files; projects: Projects }): void => {
  app.get('/files/:token', async (context) => {
    context.set('operation', 'files.get')
    const file = await parts.files.open(context.req.param('token'))
    const project = file && (await parts.projects.get(file.scope))
    if (!file || !project) return notFound(context)
    const name = file.name ?? 'file'
    return context.body(toStream(file.read(fileCipher(project))), 200, {
      'content-type': file.contentType,
      'content-length': String(file.size),
      'content-disposition': `attachment; filename="${name.replaceAll(/[^\w. -]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(name)}`,
      'content-security-policy': "sandbox; default-src 'none'",
      'cache-control': 'private, no-store',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
    })
  })
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
  sendError(context, new ServiceError('not_found', 'There is no such file, or its time is over', { suggestedFix: 'Run the tool again to get a new address' }))
