import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { importToolkit } from '../../support/import-toolkit.ts'
import { startService, type StartOptions } from '../../support/start-service.ts'

type ReceivedFile = {
  path: string
  headers: Record<string, string | string[] | undefined>
  size: number
  sha256: string
  form?: FormData
}

/**
 * A third party that takes files, raw and in forms, and the service with its toolkit imported; no
 * account is needed.
 */
export const startDrive = async (options: StartOptions = {}) => {
  const received: ReceivedFile[] = []
  const server = createServer(async (request, response) => {
    const type = request.headers['content-type'] ?? ''
    const pieces: Buffer[] = []
    const hash = createHash('sha256')
    let size = 0
    for await (const piece of request as AsyncIterable<Buffer>) {
      hash.update(piece)
      size += piece.length
      if (type.startsWith('multipart/')) pieces.push(piece)
    }
    const form = type.startsWith('multipart/')
      ? await new Response(Buffer.concat(pieces), { headers: { 'content-type': type } }).formData()
      : undefined
    received.push({
      path: request.url ?? '',
      headers: request.headers,
      size,
      sha256: hash.digest('hex'),
      ...(form && { form }),
    })
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ size }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const service = await startService({ ...options, keep: true, egressAllow: [host] })
  await importToolkit(service, {
    slug: 'drive',
    source: { openapi: describeDrive(`http://${host}`) },
  })
  const close = async () => {
    await service.close()
    await new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  }
  return { service, received, close, host }
}

export type Drive = Awaited<ReturnType<typeof startDrive>>

const binary = { type: 'string', format: 'binary' }
const responses = {
  200: {
    description: 'Stored',
    content: {
      'application/json': { schema: { type: 'object', properties: { size: { type: 'integer' } } } },
    },
  },
}

export const describeDrive = (url: string) => ({
  openapi: '3.0.3',
  info: { title: 'Drive', version: '1' },
  servers: [{ url }],
  paths: {
    '/raw': {
      put: {
        operationId: 'putRaw',
        summary: 'Put raw',
        requestBody: {
          required: true,
          content: { 'application/octet-stream': { schema: binary } },
        },
        responses,
      },
    },
    '/form': {
      post: {
        operationId: 'postForm',
        summary: 'Post form',
        requestBody: {
          required: true,
          content: {
            'multipart/form-data': {
              schema: {
                type: 'object',
                required: ['file'],
                properties: {
                  file: binary,
                  more: { type: 'array', items: binary },
                  title: { type: 'string' },
                },
              },
            },
          },
        },
        responses,
      },
    },
  },
})
