import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { importDiscovery, isDiscovery } from '../../../../src/service/catalog/discovery/index.ts'
import type { HttpToolDefinition } from '../../../../src/service/catalog/definitions.ts'
import { importOpenApi } from '../../../../src/service/catalog/openapi/index.ts'
import { verifies } from '../../../requirements.ts'
import { collectedData, hasCollected } from '../../../support/collected-data.ts'
import { isThorough } from '../../../support/thorough.ts'
import { checkSchema } from '../openapi/check-schema.ts'
import { convertedParameters, describeService } from './describe-service.ts'
import { withDefinitions } from '../../../support/with-definitions.ts'

type Json = Record<string, unknown>

const readBooks = [
  'https://library.example/auth/books',
  'https://library.example/auth/books.readonly',
]
const lendBooks = ['https://library.example/auth/books']

const text = (location: string, more: Json = {}) => ({ type: 'string', location, ...more })

const bookSchema = {
  id: 'Book',
  type: 'object',
  properties: {
    title: { type: 'string', description: 'As on its cover.' },
    pages: { type: 'integer', format: 'int32' },
    isbn: { type: 'string', format: 'int64' },
    shelf: { $ref: 'Shelf' },
    etag: { type: 'string', readOnly: true },
  },
}
const shelfSchema = {
  id: 'Shelf',
  type: 'object',
  properties: { name: { type: 'string' }, books: { type: 'array', items: { $ref: 'Book' } } },
}

const library = () =>
  describeService(
    {
      books: {
        methods: {
          list: {
            id: 'library.books.list',
            path: 'shelves/{shelf}/books',
            httpMethod: 'GET',
            description: 'Lists the books of a shelf.',
            parameters: {
              shelf: text('path', { required: true }),
              tag: text('query', { repeated: true }),
              limit: {
                type: 'integer',
                default: '10',
                minimum: '1',
                maximum: '50',
                location: 'query',
              },
            },
            response: { $ref: 'Shelf' },
            scopes: readBooks,
          },
          insert: {
            id: 'library.books.insert',
            path: 'shelves/{shelf}/books',
            httpMethod: 'POST',
            description: 'Adds a book to a shelf.',
            parameters: { shelf: text('path', { required: true }) },
            request: { $ref: 'Book' },
            response: { $ref: 'Book' },
            scopes: lendBooks,
          },
        },
      },
    },
    { schemas: { Book: bookSchema, Shelf: shelfSchema } },
  )

/** The same operations as the public conversions to OpenAPI have them. */
const converted = () => {
  const security = (scopes: string[]) => scopes.map((scope) => ({ Oauth2: [scope] }))
  const schema = (name: string) => ({ $ref: `#/components/schemas/${name}` })
  const ok = (name: string) => ({
    200: {
      description: 'Successful response',
      content: { 'application/json': { schema: schema(name) } },
    },
  })
  const { id: _book, ...book } = bookSchema
  return {
    openapi: '3.0.0',
    servers: [{ url: 'https://library.example/library/v1' }],
    info: {
      title: 'Library API',
      version: 'v1',
      'x-origin': [{ format: 'google', url: 'https://library.example/$discovery/rest?version=v1' }],
    },
    paths: {
      '/shelves/{shelf}/books': {
        parameters: Object.keys(convertedParameters).map((name) => ({
          $ref: `#/components/parameters/${name}`,
        })),
        get: {
          operationId: 'library.books.list',
          description: 'Lists the books of a shelf.',
          tags: ['books'],
          parameters: [
            { name: 'shelf', in: 'path', required: true, schema: { type: 'string' } },
            { name: 'tag', in: 'query', schema: { type: 'array', items: { type: 'string' } } },
            {
              name: 'limit',
              in: 'query',
              schema: { type: 'integer', default: 10, minimum: 1, maximum: 50 },
            },
          ],
          responses: ok('Shelf'),
          security: security(readBooks),
        },
        post: {
          operationId: 'library.books.insert',
          description: 'Adds a book to a shelf.',
          tags: ['books'],
          parameters: [{ name: 'shelf', in: 'path', required: true, schema: { type: 'string' } }],
          // The media types of an upload, with the schema of the metadata.
          requestBody: { content: { 'application/octet-stream': { schema: schema('Book') } } },
          responses: ok('Book'),
          security: security(lendBooks),
        },
      },
    },
    components: {
      parameters: convertedParameters,
      schemas: {
        Book: { ...book, properties: { ...book.properties, shelf: schema('Shelf') } },
        Shelf: {
          type: 'object',
          properties: { name: { type: 'string' }, books: { type: 'array', items: schema('Book') } },
        },
      },
      securitySchemes: {
        Oauth2: {
          type: 'oauth2',
          flows: {
            authorizationCode: {
              authorizationUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
              tokenUrl: 'https://oauth2.googleapis.com/token',
              scopes: {
                'https://library.example/auth/books': 'See and lend books',
                'https://library.example/auth/books.readonly': 'See books',
              },
            },
          },
        },
      },
    },
  }
}

const importTools = async (resources: Json, more: Json = {}) => {
  const { toolkit, report } = await importDiscovery(describeService(resources, more), {
    slug: 'library',
  })
  return { tools: toolkit.tools.map(withDefinitions), report }
}

const propertiesOf = (tool: HttpToolDefinition | undefined) =>
  tool?.inputParameters.properties as Record<string, Json>

describe('a Discovery document', () => {
  it('is recognized by what it says of itself', () => {
    expect(isDiscovery(library())).toBe(true)
    expect(isDiscovery({ discoveryVersion: 'v1' })).toBe(true)
    expect(isDiscovery({ openapi: '3.0.0', paths: {} })).toBe(false)
    expect(isDiscovery('text')).toBe(false)
  })

  it('makes the same tools as its conversion to OpenAPI', async () => {
    verifies('imports.discovery')
    const discovered = await importDiscovery(library(), { slug: 'library' })
    const described = await importOpenApi(converted(), { slug: 'library' })
    expect(discovered.toolkit.tools.map(withDefinitions)).toEqual(
      described.toolkit.tools.map(withDefinitions),
    )
    expect(discovered.report.tools).toEqual(described.report.tools)
    const [list, insert] = discovered.toolkit.tools
    expect(Object.keys(propertiesOf(list))).toEqual(['fields', 'shelf', 'tag', 'limit'])
    expect(propertiesOf(list).limit).toEqual({
      type: 'integer',
      default: 10,
      minimum: 1,
      maximum: 50,
    })
    expect(insert).toMatchObject({
      scopes: lendBooks,
      request: {
        server: { url: 'https://library.example/library/v1' },
        path: '/shelves/{shelf}/books',
        body: { contentType: 'application/json', encoding: 'json' },
      },
    })
    // `etag` is only ever returned.
    expect(Object.keys(propertiesOf(insert))).toEqual([
      'fields',
      'shelf',
      'title',
      'pages',
      'isbn',
      'body_shelf',
    ])
  })

  it('asks for access that lasts when the user is away', async () => {
    verifies('imports.discovery')
    for (const { toolkit } of [
      await importDiscovery(library(), { slug: 'library' }),
      await importOpenApi(converted(), { slug: 'library' }),
    ])
      expect(toolkit.authSchemes).toMatchObject([
        {
          mode: 'OAUTH2',
          oauth: {
            authorizationUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
            tokenUrl: 'https://oauth2.googleapis.com/token',
            authorizationParameters: { access_type: 'offline', prompt: 'consent' },
            scopes: { 'https://library.example/auth/books': 'See and lend books' },
          },
        },
      ])
    const open = await importDiscovery(
      { ...library(), auth: undefined },
      {
        slug: 'library',
      },
    )
    expect(open.toolkit.authSchemes).toMatchObject([
      { mode: 'API_KEY', placements: [{ in: 'query', name: 'key' }] },
    ])
  })

  it('has methods of the same path, as names of resources hold slashes', async () => {
    verifies('imports.discovery')
    const get = (resource: string, pattern: string) => ({
      id: `library.${resource}.get`,
      path: 'v1/{+name}',
      flatPath: `v1/${resource}/{${resource}Id}`,
      httpMethod: 'GET',
      description: `Gets one of the ${resource}.`,
      parameters: { name: text('path', { required: true, pattern }) },
      scopes: readBooks,
    })
    const { tools, report } = await importTools({
      authors: { methods: { get: get('authors', '^authors/[^/]+$') } },
      books: {
        methods: { get: get('books', '^shelves/[^/]+/books/[^/]+$') },
        resources: {
          loans: {
            methods: {
              create: {
                id: 'library.books.loans.create',
                path: 'v1/{+parent}/loans',
                httpMethod: 'POST',
                parameters: { parent: text('path', { required: true, pattern: '^[^/]+$' }) },
              },
            },
          },
        },
      },
    })
    expect(report.made).toBe(3)
    expect(tools.map(({ operation }) => operation)).toEqual([
      'GET /v1/{name}#library.authors.get',
      'GET /v1/{name}#library.books.get',
      'POST /v1/{parent}/loans#library.books.loans.create',
    ])
    expect(new Set(report.tools).size).toBe(3)
    expect(tools[1]?.request).toMatchObject({
      path: '/v1/{name}',
      parameters: [{ name: 'fields' }, { name: 'name', keepsSlashes: true }],
    })
    expect(propertiesOf(tools[1]).name).toMatchObject({ pattern: '^shelves/[^/]+/books/[^/]+$' })
    expect(tools[2]?.request.parameters[1]).not.toHaveProperty('keepsSlashes')
    expect(tools[2]?.noAuth).toBe(true)
  })

  it('uploads and downloads content', async () => {
    verifies('imports.discovery')
    const upload = (path: string) => ({
      accept: ['image/*'],
      protocols: {
        simple: { multipart: true, path },
        resumable: { multipart: true, path: `/resumable${path}` },
      },
    })
    const { tools } = await importTools(
      {
        covers: {
          methods: {
            insert: {
              id: 'library.covers.insert',
              path: 'covers',
              httpMethod: 'POST',
              description: 'Adds a cover.',
              request: { $ref: 'Book' },
              response: { $ref: 'Book' },
              supportsMediaUpload: true,
              mediaUpload: upload('/upload/library/v1/covers'),
            },
            set: {
              id: 'library.covers.set',
              path: 'covers/set',
              httpMethod: 'POST',
              supportsMediaUpload: true,
              mediaUpload: upload('/upload/library/v1/covers/set'),
            },
            get: {
              id: 'library.covers.get',
              path: 'covers/{id}',
              httpMethod: 'GET',
              parameters: { id: text('path', { required: true }) },
              response: { $ref: 'Book' },
              supportsMediaDownload: true,
            },
          },
        },
      },
      { schemas: { Book: bookSchema, Shelf: shelfSchema } },
    )
    const byOperation = new Map(tools.map((tool) => [tool.operation, tool]))
    expect([...byOperation.keys()]).toEqual([
      'POST /upload/library/v1/covers?uploadType=multipart',
      'POST /covers',
      'POST /upload/library/v1/covers/set?uploadType=media',
      'GET /covers/{id}',
    ])
    const [both, plain, alone, download] = tools
    expect(both).toMatchObject({
      operationId: 'library.covers.insertWithContent',
      description: 'Adds a cover. The content is uploaded with this request.',
      inputParameters: { required: ['media'] },
      request: {
        server: { url: 'https://library.example' },
        body: {
          contentType: 'multipart/related',
          encoding: 'multipart',
          parts: { metadata: { contentType: 'application/json' }, media: { binary: true } },
        },
      },
    })
    expect(Object.keys(propertiesOf(both))).toEqual(['fields', 'metadata', 'media'])
    expect(plain?.request.server.url).toBe('https://library.example/library/v1')
    expect(alone?.request.body).toMatchObject({ encoding: 'binary', required: true })
    expect(propertiesOf(download).alt).toMatchObject({ enum: ['json', 'media'] })
    for (const { inputParameters, slug } of tools) checkSchema(inputParameters, slug)
  })

  it('is read with its odd values', async () => {
    const { tools, report } = await importTools(
      {
        odd: {
          methods: {
            nameless: { path: 'x' },
            unknown: { id: 'library.odd.unknown', path: 'x', httpMethod: 'FETCH' },
            broken: null,
            post: { path: 'odd', httpMethod: 'POST', request: { $ref: 'Odd' }, parameters: null },
            get: {
              id: 'library.odd.get',
              path: '/odd/{id}',
              httpMethod: 'get',
              deprecated: true,
              parameters: {
                id: text('path', { required: true }),
                alt: text('query', { description: 'Of this method itself.' }),
                mode: text('query', {
                  description: 'How.',
                  enum: ['FAST', 'SLOW', 'NONE'],
                  enumDescriptions: ['At once.', 'Later.', ''],
                }),
              },
            },
          },
        },
      },
      {
        rootUrl: undefined,
        servicePath: undefined,
        baseUrl: 'https://library.example/odd/',
        schemas: {
          Odd: {
            id: 'Odd',
            type: 'object',
            properties: {
              anything: { type: 'any' },
              flag: { type: 'boolean', default: 'false' },
              size: { type: 'number', default: 'much', minimum: 'x' },
              map: {
                type: 'object',
                additionalProperties: { type: 'array', items: { $ref: 'a/b' } },
              },
              must: { type: 'string', required: true },
              variant: {
                type: 'object',
                variant: { discriminant: 'type', map: [{ type_value: 'x', $ref: 'a/b' }] },
              },
            },
          },
          'a/b': { id: 'a/b', type: 'string', format: 'date-time', 'x-other': 1 },
        },
      },
    )
    expect(report.skipped).toEqual([
      { operation: 'odd.nameless', reason: expect.stringContaining('no known HTTP method') },
      { operation: 'library.odd.unknown', reason: expect.stringContaining('HTTP method') },
    ])
    expect(report).toMatchObject({ operations: 4, made: 2 })
    const [post, get] = tools
    expect(get).toMatchObject({
      isDeprecated: true,
      request: { server: { url: 'https://library.example/odd' } },
    })
    expect(propertiesOf(get)).toMatchObject({
      alt: { description: 'Of this method itself.' },
      mode: {
        enum: ['FAST', 'SLOW', 'NONE'],
        description: 'How.\n- `FAST`: At once.\n- `SLOW`: Later.',
      },
    })
    expect(propertiesOf(get).mode).not.toHaveProperty('enumDescriptions')
    // The body is optional, and has a required property.
    expect(propertiesOf(post).body).toMatchObject({ $ref: '#/$defs/Odd' })
    expect((post?.inputParameters.$defs as Json | undefined)?.Odd).toEqual({
      type: 'object',
      properties: {
        anything: {},
        flag: { type: 'boolean', default: false },
        size: { type: 'number' },
        map: {
          type: 'object',
          additionalProperties: { type: 'array', items: { type: 'string', format: 'date-time' } },
        },
        must: { type: 'string' },
        variant: { type: 'object', anyOf: [{ type: 'string', format: 'date-time' }] },
      },
      required: ['must'],
    })
  })
})

/** Some operations of Gmail and Calendar, without their texts. */
const excerpts = {
  gmail: describeService(
    {
      users: {
        resources: {
          labels: {
            methods: {
              list: {
                id: 'gmail.users.labels.list',
                path: 'gmail/v1/users/{userId}/labels',
                httpMethod: 'GET',
                parameters: { userId: text('path', { required: true }) },
              },
              delete: {
                id: 'gmail.users.labels.delete',
                path: 'gmail/v1/users/{userId}/labels/{id}',
                httpMethod: 'DELETE',
                parameters: {
                  id: text('path', { required: true }),
                  userId: text('path', { required: true }),
                },
              },
            },
          },
          threads: {
            methods: {
              modify: {
                id: 'gmail.users.threads.modify',
                path: 'gmail/v1/users/{userId}/threads/{id}/modify',
                httpMethod: 'POST',
                parameters: {
                  id: text('path', { required: true }),
                  userId: text('path', { required: true }),
                },
                request: { $ref: 'ModifyThreadRequest' },
              },
            },
          },
        },
      },
    },
    {
      rootUrl: 'https://gmail.googleapis.com/',
      servicePath: '',
      schemas: {
        ModifyThreadRequest: {
          id: 'ModifyThreadRequest',
          type: 'object',
          properties: {
            addLabelIds: { type: 'array', items: { type: 'string' } },
            removeLabelIds: { type: 'array', items: { type: 'string' } },
          },
        },
      },
    },
  ),
  googlecalendar: describeService(
    {
      calendars: {
        methods: {
          delete: {
            id: 'calendar.calendars.delete',
            path: 'calendars/{calendarId}',
            httpMethod: 'DELETE',
            parameters: { calendarId: text('path', { required: true }) },
          },
        },
      },
      freebusy: {
        methods: {
          query: {
            id: 'calendar.freebusy.query',
            path: 'freeBusy',
            httpMethod: 'POST',
            request: { $ref: 'FreeBusyRequest' },
          },
        },
      },
    },
    {
      rootUrl: 'https://www.googleapis.com/',
      servicePath: 'calendar/v3/',
      schemas: {
        FreeBusyRequest: {
          id: 'FreeBusyRequest',
          type: 'object',
          properties: Object.fromEntries(
            [
              'calendarExpansionMax',
              'groupExpansionMax',
              'items',
              'timeMax',
              'timeMin',
              'timeZone',
            ].map((name) => [name, { type: 'string' }]),
          ),
        },
      },
    },
  ),
}

/** Texts may decide on a slug, and are not copied into this file. */
const withTexts = (excerpt: Json, paths: Json): Json => {
  const operations = Object.values(paths).flatMap((item) => Object.values(item as Json)) as Json[]
  const texts = new Map(operations.map((each) => [each.operationId, each.description]))
  return JSON.parse(
    JSON.stringify(excerpt, (_key, value: Json | null) =>
      value?.httpMethod ? { ...value, description: texts.get(value.id) } : value,
    ),
  ) as Json
}

describe.each(Object.entries(excerpts))('the operations of %s', (slug, excerpt) => {
  const file = `apis/${slug}.json`
  const isThere = hasCollected(file, `${slug} makes the same tools from both of its descriptions`)

  it.runIf(isThere)('are the same tools as in its public conversion', async () => {
    verifies('imports.discovery')
    const conversion = JSON.parse(readFileSync(collectedData(file), 'utf8')) as { paths: Json }
    const { toolkit } = await importOpenApi(conversion, { slug })
    const discovered = await importDiscovery(withTexts(excerpt, conversion.paths), { slug })
    const described = new Map(toolkit.tools.map((tool) => [tool.operationId, tool]))
    const shapeOf = (tool: HttpToolDefinition | undefined) => ({
      slug: tool?.slug,
      operation: tool?.operation,
      arguments: Object.keys(tool?.inputParameters.properties as object).toSorted(),
      required: ((tool?.inputParameters.required ?? []) as string[]).toSorted(),
      request: {
        ...tool?.request,
        parameters: tool?.request.parameters.toSorted((one, other) =>
          one.name < other.name ? -1 : 1,
        ),
        accept: undefined,
      },
    })
    expect(discovered.toolkit.tools.length).toBeGreaterThan(1)
    for (const tool of discovered.toolkit.tools)
      expect(shapeOf(tool)).toEqual(shapeOf(described.get(tool.operationId)))
  })
})

const folder = collectedData('google-discovery')
const files =
  isThorough && hasCollected('google-discovery', 'each collected Discovery document is imported')
    ? readdirSync(folder)
    : []

describe.runIf(files.length > 0)('the collected Discovery documents', () => {
  it(
    'become a tool of each method, with schemas that stand on their own',
    { timeout: 300_000 },
    async () => {
      let made = 0
      for (const file of files) {
        const document = JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')) as Json
        const before = JSON.stringify(document)
        // Some describe an API that Google has closed: nothing is left of it.
        if (countTools(document) === 0) {
          await expect(importDiscovery(document, { slug: 'sample' }), file).rejects.toThrow(
            'has no operations',
          )
          continue
        }
        const { toolkit, report } = await importDiscovery(document, { slug: 'sample' })
        expect(report.skipped, file).toEqual([])
        expect(report.made, file).toBe(countTools(document))
        expect(JSON.stringify(document)).toBe(before)
        for (const { slug, inputParameters, outputParameters } of toolkit.tools.map(
          withDefinitions,
        )) {
          checkSchema(inputParameters, `${file} ${slug}`)
          checkSchema(outputParameters, `${file} ${slug}`)
          expect(Object.keys(inputParameters.properties as object)).not.toContain('access_token')
        }
        made += report.made
      }
      expect(made).toBeGreaterThan(100)
    },
  )
})

/** A method that has a resource to send along with content is two tools. */
const countTools = (resource: Json): number => {
  const own = Object.values((resource.methods ?? {}) as Record<string, Json>)
  const inner = Object.values((resource.resources ?? {}) as Record<string, Json>)
  return (
    own.reduce((sum, { mediaUpload, request }) => sum + (mediaUpload && request ? 2 : 1), 0) +
    inner.reduce((sum, each) => sum + countTools(each), 0)
  )
}
