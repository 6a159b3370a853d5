import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifies } from '../../../requirements.ts'
import { importToolkit } from '../../../support/import-toolkit.ts'
import { startService, type TestService } from '../../../support/start-service.ts'
import { json, startUpstream, type Upstream } from '../../../support/start-upstream.ts'
import { describeService } from './describe-service.ts'

let upstream: Upstream
let service: TestService

/** A description of the upstream, which needs no credential. */
const shelves = () =>
  describeService(
    {
      pages: {
        methods: {
          get: {
            id: 'library.pages.get',
            path: 'v1/{+name}',
            httpMethod: 'GET',
            description: 'Gets a page.',
            parameters: {
              name: {
                type: 'string',
                location: 'path',
                required: true,
                pattern: '^books/[^/]+/pages/[^/]+$',
              },
            },
            response: { $ref: 'Page' },
            supportsMediaDownload: true,
          },
          insert: {
            id: 'library.pages.insert',
            path: 'v1/pages',
            httpMethod: 'POST',
            description: 'Adds a page.',
            request: { $ref: 'Page' },
            response: { $ref: 'Page' },
            mediaUpload: {
              protocols: { simple: { multipart: true, path: '/upload/library/v1/pages' } },
            },
          },
        },
      },
    },
    {
      rootUrl: `${upstream.url}/`,
      servicePath: 'library/',
      auth: undefined,
      parameters: undefined,
      schemas: {
        Page: { id: 'Page', type: 'object', properties: { title: { type: 'string' } } },
      },
    },
  )

beforeAll(async () => {
  upstream = await startUpstream(
    ({ url }, response) => {
      if (url.startsWith('/$discovery/rest')) return json(response, 200, shelves())
      if (url.includes('alt=media'))
        return void response
          .writeHead(200, { 'content-type': 'image/png' })
          .end(Buffer.from([137, 80, 78, 71]))
      return json(response, 200, { title: 'One' })
    },
    { keep: true },
  )
  service = await startService({
    keep: true,
    egressAllow: [`tool+import@${upstream.host}`],
  })
  const report = await importToolkit(service, {
    slug: 'library',
    source: { openapi: `${upstream.url}/$discovery/rest?version=v1` },
    auth: { scheme: 'NO_AUTH' },
  })
  expect(report.tools).toEqual([
    'LIBRARY_GET_PAGE',
    'LIBRARY_INSERT_PAGE_WITH_CONTENT',
    'LIBRARY_INSERT_PAGE',
  ])
})
afterAll(async () => {
  await service.close()
  await upstream.close()
})

const execute = async (tool_slug: string, args: Record<string, unknown>) => {
  upstream.received.length = 0
  const result = await service.client.tools.execute({
    params: { tool_slug },
    body: { user_id: 'ada', arguments: args },
  })
  return { ...result, sent: upstream.received[0] }
}

test('a name of a resource is sent with its slashes, and leaves its place in no way', async () => {
  verifies('imports.discovery')
  const found = await execute('LIBRARY_GET_PAGE', { name: 'books/ä b/pages/1?x#y' })
  expect(found).toMatchObject({
    successful: true,
    sent: { url: '/library/v1/books/%C3%A4%20b/pages/1%3Fx%23y' },
  })
  for (const name of ['books/1', 'books/../pages/1', 'books/%2e%2E/pages/.', 'books//pages/1']) {
    const { successful, error, sent } = await execute('LIBRARY_GET_PAGE', { name })
    expect({ name, successful, sent }).toEqual({ name, successful: false, sent: undefined })
    expect(error).toContain('name')
  }
})

test('content is uploaded as the second part of a request, after what describes it', async () => {
  verifies('imports.discovery')
  const { successful, sent } = await execute('LIBRARY_INSERT_PAGE_WITH_CONTENT', {
    media: { base64: Buffer.from('picture').toString('base64'), content_type: 'image/png' },
    metadata: { title: 'Cover' },
  })
  expect(successful).toBe(true)
  expect(sent?.url).toBe('/upload/library/v1/pages?uploadType=multipart')
  const [, boundary] = /^multipart\/related; boundary=(.+)$/.exec(
    sent?.headers['content-type'] ?? '',
  ) as RegExpExecArray
  const parts = sent?.body.split(`--${boundary}`).slice(1, -1)
  expect(parts).toHaveLength(2)
  expect(parts?.[0]).toMatch(/Content-Type: application\/json\r\n\r\n{"title":"Cover"}/)
  expect(parts?.[1]).toMatch(/Content-Type: image\/png\r\n\r\npicture/)

  const plain = await execute('LIBRARY_INSERT_PAGE', { title: 'Empty' })
  expect(plain.sent).toMatchObject({ url: '/library/v1/pages', body: '{"title":"Empty"}' })
})

test('content is downloaded as a file', async () => {
  const { data, sent } = await execute('LIBRARY_GET_PAGE', {
    name: 'books/1/pages/2',
    alt: 'media',
  })
  expect(sent?.url).toBe('/library/v1/books/1/pages/2?alt=media')
  expect(JSON.stringify(data)).toContain('image/png')
})
