import { afterAll, beforeAll, beforeEach } from 'vitest'
import { Plugboard } from '../../src/index.ts'
import { importToolkit } from '../support/import-toolkit.ts'
import { startService, type TestService } from '../support/start-service.ts'
import { json, startUpstream, type Upstream } from '../support/start-upstream.ts'

/** A whole PNG of one pixel. */
export const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** As little of a PDF as its type needs. */
export const brochure = Buffer.from('%PDF-1.4\n%%EOF\n')

const post = (operationId: string, summary: string, schema: unknown) => ({
  post: {
    operationId,
    summary,
    requestBody: { required: true, content: { 'application/json': { schema } } },
    responses: {
      200: {
        description: 'ok',
        content: {
          'application/json': {
            schema: { type: 'object', properties: { made: { type: 'string' } } },
          },
        },
      },
    },
  },
})

const studioApi = (url: string) => ({
  openapi: '3.1.0',
  info: { title: 'Studio', version: '1' },
  servers: [{ url }],
  paths: {
    '/posters': post('printPoster', 'Print a poster', {
      type: 'object',
      required: ['title'],
      additionalProperties: false,
      properties: {
        title: { type: 'string', minLength: 2 },
        copies: { type: 'integer' },
        note: { type: ['string', 'null'] },
        paper: { type: 'string', enum: ['matt', 'glossy'] },
      },
    }),
    '/picture': {
      get: {
        operationId: 'takePicture',
        summary: 'Take a picture',
        responses: {
          200: {
            description: 'ok',
            content: { 'image/png': { schema: { type: 'string', format: 'binary' } } },
          },
        },
      },
    },
    '/brochure': {
      get: {
        operationId: 'getBrochure',
        summary: 'Get the brochure',
        responses: {
          200: {
            description: 'ok',
            content: { 'application/pdf': { schema: { type: 'string', format: 'binary' } } },
          },
        },
      },
    },
    '/archive': {
      get: {
        operationId: 'listArchive',
        summary: 'List the archive',
        responses: { 200: { description: 'ok' } },
      },
    },
  },
})

/** Too large for a model. */
export const prints = Array.from({ length: 2000 }, (_, number) => ({
  number,
  title: `Print ${number}`,
}))

type Studio = { plugboard: Plugboard; service: TestService; upstream: Upstream }

/**
 * A real service with the toolkit `studio` for a file of tests: posters, a picture and a large
 * archive.
 */
export const openStudio = (): (() => Studio) => {
  let studio: Studio & { close: () => Promise<void> }
  beforeAll(async () => {
    studio = await start()
  })
  beforeEach(() => void studio.upstream.received.splice(0))
  afterAll(() => studio.close())
  return () => studio
}

const start = async (): Promise<Studio & { close: () => Promise<void> }> => {
  const upstream = await startUpstream(
    ({ url, body }, response) => {
      if (url === '/picture')
        return void response.writeHead(200, { 'content-type': 'image/png' }).end(picture)
      if (url === '/brochure')
        return void response.writeHead(200, { 'content-type': 'application/pdf' }).end(brochure)
      if (url === '/archive')
        return json(response, 200, {
          prints,
        })
      const { title } = JSON.parse(body) as { title: string }
      return title === 'torn'
        ? json(response, 409, { message: 'The paper is torn' })
        : json(response, 200, { made: title })
    },
    { keep: true },
  )
  const service = await startService({ keep: true, egressAllow: [upstream.host] })
  await importToolkit(service, { slug: 'studio', source: { openapi: studioApi(upstream.url) } })
  return {
    plugboard: new Plugboard({ baseUrl: service.url, apiKey: service.apiKey }),
    service,
    upstream,
    close: async () => {
      await service.close()
      await upstream.close()
    },
  }
}
