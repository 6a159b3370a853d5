import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { stringify } from 'yaml'
import { verifies } from '../../requirements.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { startService, type TestService } from '../../support/start-service.ts'
import { startUpstream, type Upstream } from '../../support/start-upstream.ts'
import { isThorough } from '../../support/thorough.ts'

type Json = Record<string, unknown>

type Answer = Parameters<typeof startUpstream>[0]
type Server = Upstream & { answer: Answer }

let service: TestService
/** Two third parties, which the tests have answer what they need. */
let api: Server
let other: Server

const startServer = async (): Promise<Server> => {
  const server: Server = {
    answer: () => {},
    ...(await startUpstream((request, response) => server.answer(request, response), {
      keep: true,
    })),
  }
  return server
}

beforeAll(async () => {
  api = await startServer()
  other = await startServer()
  service = await startService({
    keep: true,
    egressAllow: [`import@${api.host}`, `import@${other.host}`],
  })
})
beforeEach(() => {
  api.received.length = 0
  other.received.length = 0
  other.answer = (_request, response) => void response.end('{}')
})
afterAll(async () => {
  await service.close()
  await api.close()
  await other.close()
})

const head = { openapi: '3.1.0', info: { title: 'Zoo', version: '1' } }

/** An API in several files: operations, parameters, schemas that refer to each other in a circle. */
const zoo = (): Record<string, unknown> => ({
  'openapi.yaml': {
    ...head,
    servers: [{ url: 'https://zoo.example' }],
    paths: { $ref: 'paths/index.yaml' },
    components: {
      schemas: { $ref: './schemas/index.yaml' },
      securitySchemes: { key: { $ref: 'common.json#/keys/main' } },
    },
    security: [{ key: [] }],
  },
  'paths/index.yaml': {
    '/animals': { $ref: 'animals.yaml' },
    '/animals/{id}': {
      parameters: [{ $ref: '../common.json#/parameters/Id' }],
      get: { $ref: 'animals/get.yaml' },
    },
    '/broken': { get: { $ref: 'gone.yaml' }, post: { $ref: '../common.json#/nothing' } },
  },
  'paths/animals.yaml': {
    post: {
      operationId: 'createAnimal',
      requestBody: {
        required: true,
        content: { 'application/json': { schema: { $ref: '../schemas/Animal.yaml' } } },
      },
      responses: { 201: { description: 'Made' } },
    },
  },
  'paths/animals/get.yaml': {
    operationId: 'getAnimal',
    responses: {
      200: { $ref: '../../common.json#/responses/Animal' },
    },
    'x-codeSamples': [{ $ref: '../samples/never-read.yaml' }],
  },
  'schemas/index.yaml': {
    Animal: { $ref: 'Animal.yaml' },
    Keeper: { $ref: 'people.yaml#/Keeper' },
  },
  'schemas/Animal.yaml': {
    type: 'object',
    required: ['name'],
    properties: {
      name: { type: 'string' },
      keeper: { $ref: 'people.yaml#/Keeper' },
      parents: { type: 'array', items: { $ref: '#' } },
    },
  },
  'schemas/people.yaml': {
    Keeper: {
      type: 'object',
      properties: {
        email: { $ref: '#/Email' },
        favourite: { $ref: '../openapi.yaml#/components/schemas/Animal' },
      },
    },
    Email: { type: 'string', format: 'email' },
  },
  'common.json': {
    keys: { main: { type: 'apiKey', in: 'header', name: 'X-Zoo' } },
    parameters: {
      Id: {
        name: 'id',
        in: 'path',
        required: true,
        schema: { type: 'integer' },
        examples: { one: { $ref: 'samples/never-read.yaml' } },
      },
    },
    responses: {
      Animal: {
        content: { 'application/json': { schema: { $ref: './schemas/Animal.yaml' } } },
      },
    },
  },
})

/** Serves files below `/v1/`, unless `answer` has answered. */
const serve = (
  files: Record<string, unknown>,
  answer: (path: string, response: ServerResponse) => boolean = () => false,
): void => {
  api.answer = ({ url }, response) => {
    if (answer(url, response)) return
    const content = files[url.replace('/v1/', '')]
    response.writeHead(content === undefined ? 404 : 200)
    response.end(content === undefined ? '' : toText(url, content))
  }
}

const toText = (path: string, content: unknown): string =>
  typeof content === 'string'
    ? content
    : path.endsWith('.json')
      ? JSON.stringify(content)
      : stringify(content)

const expectZoo = async (slug: string, report: Awaited<ReturnType<typeof importToolkit>>) => {
  expect(report.skipped.map(({ operation }) => operation)).toEqual(['GET /broken', 'POST /broken'])
  expect(report).toMatchObject({ operations: 4, made: 2 })
  expect(report.skipped.map(({ operation }) => operation)).toEqual(['GET /broken', 'POST /broken'])
  const prefix = slug.toUpperCase()
  const get = (name: string) =>
    service.client.tools.get({ params: { tool_slug: `${prefix}_${name}` } })
  const create = await get('CREATE_ANIMAL')
  expect(create).toMatchObject({
    no_auth: false,
    input_parameters: {
      required: ['name'],
      properties: {
        name: { type: 'string' },
        keeper: { $ref: expect.stringMatching(/^#\/\$defs\/Keeper_[a-z0-9]+$/) },
      },
    },
  })
  const definitions = create.input_parameters['$defs'] as Record<string, { properties: Json }>
  const animal = Object.keys(definitions).find((name) => name.startsWith('Animal_'))
  const keeper = Object.keys(definitions).find((name) => name.startsWith('Keeper_'))
  expect(Object.keys(definitions).toSorted()).toEqual([animal, keeper])
  expect(definitions[keeper ?? '']?.properties).toEqual({
    email: { type: 'string', format: 'email' },
    favourite: { $ref: `#/$defs/${animal}` },
  })
  expect(await get('GET_ANIMAL')).toMatchObject({
    input_parameters: { properties: { id: { type: 'integer' } }, required: ['id'] },
  })
}

describe('a description in several files', () => {
  it('is read from its address, with the files it needs and no others', async () => {
    verifies('imports.files')
    serve(zoo())
    const report = await importToolkit(service, {
      slug: 'zoo',
      source: { openapi: `${api.url}/v1/openapi.yaml` },
    })
    await expectZoo('zoo', report)
    expect(report.skipped.map(({ reason }) => reason)).toEqual([
      'The file "paths/gone.yaml" was not read: its server responded with 404',
      '$ref "#/x-files/common.json/nothing" names nothing in the document',
    ])
    const asked = api.received.map(({ url }) => url)
    expect(new Set(asked).size).toBe(asked.length)
    expect(asked.filter((url) => url.includes('never-read'))).toEqual([])
  })

  it('is read from the texts that come with it', async () => {
    verifies('imports.files')
    const files = Object.fromEntries(
      Object.entries(zoo()).map(([path, content]) => [path, toText(path, content)]),
    )
    const report = await importToolkit(service, {
      slug: 'given',
      source: { openapi: files['openapi.yaml'] ?? '', files },
    })
    await expectZoo('given', report)
    expect(report.skipped[0]?.reason).toBe(
      'The file "gone.yaml" was not read: it is not among the files that were sent with the description',
    )
  })

  it('in Swagger 2 has its shared parameters and answers converted', async () => {
    serve({
      'api.json': {
        swagger: '2.0',
        info: { title: 'Old', version: '1' },
        host: 'old.example',
        schemes: ['https'],
        parameters: { Page: { $ref: 'shared.json#/parameters/Page' } },
        paths: {
          '/things': { $ref: 'things.json' },
          '/direct': {
            get: {
              operationId: 'getDirect',
              parameters: [{ $ref: '#/parameters/Page' }, { $ref: 'shared.json#/parameters/Size' }],
              responses: { 200: { $ref: 'shared.json#/responses/Thing' } },
            },
          },
        },
      },
      'things.json': {
        post: {
          operationId: 'createThing',
          parameters: [{ $ref: 'shared.json#/parameters/Body' }],
          responses: {},
        },
      },
      'shared.json': {
        parameters: {
          Page: { name: 'page', in: 'query', type: 'integer' },
          Size: { name: 'size', in: 'query', type: 'integer', maximum: 50 },
          Body: {
            name: 'body',
            in: 'body',
            required: true,
            schema: { $ref: '#/definitions/Thing' },
          },
        },
        responses: { Thing: { description: 'ok', schema: { $ref: '#/definitions/Thing' } } },
        definitions: { Thing: { type: 'object', properties: { title: { type: 'string' } } } },
      },
    })
    const report = await importToolkit(service, {
      slug: 'old',
      source: { openapi: `${api.url}/v1/api.json` },
    })
    expect(report.skipped).toEqual([])
    const get = (tool_slug: string) => service.client.tools.get({ params: { tool_slug } })
    expect((await get('OLD_CREATE_THING')).input_parameters).toMatchObject({
      properties: { title: { type: 'string' } },
    })
    expect(await get('OLD_GET_DIRECT')).toMatchObject({
      input_parameters: {
        properties: { page: { type: 'integer' }, size: { type: 'integer', maximum: 50 } },
      },
      output_parameters: { properties: { title: { type: 'string' } } },
    })
  })
})

describe('the files of a description', () => {
  it('are below its folder, on its own server', async () => {
    verifies('imports.files')
    const schemas = [
      '../above.yaml',
      '/etc/passwd',
      'file:///etc/passwd',
      'a/..%2f..%2fsecret.yaml',
      '..%5csecret.yaml',
      `${other.url}/v1/stolen.yaml`,
      'https://user:password@127.0.0.1/v1/x.yaml',
      'data:application/json,{}',
      '//localhost/x.yaml',
      'anchor.yaml#Pet',
      'moved-out.yaml',
      'circling.yaml',
      'moved-within.yaml',
      'not-yaml.yaml',
    ]
    const paths = schemas.map(($ref, index) => [
      `/${index}`,
      {
        post: {
          requestBody: {
            required: true,
            content: {
              'application/json': { schema: { type: 'object', properties: { a: { $ref } } } },
            },
          },
        },
      },
    ])
    serve(
      {
        'api.yaml': { ...head, paths: Object.fromEntries(paths) },
        'anchor.yaml': { $anchor: 'Pet' },
        'target.yaml': { type: 'integer' },
        'not-yaml.yaml': '{ "a": [1, }',
      },
      (url, response) => {
        const target = {
          '/v1/moved-out.yaml': `${other.url}/v1/stolen.yaml`,
          '/v1/circling.yaml': '/v1/circling.yaml',
          '/v1/moved-within.yaml': 'target.yaml',
        }[url]
        if (target !== undefined) response.writeHead(302, { location: target }).end()
        return target !== undefined
      },
    )
    const report = await importToolkit(service, {
      slug: 'escaping',
      source: { openapi: `${api.url}/v1/api.yaml` },
    })
    expect(report.tools).toHaveLength(1)
    expect(report.tools[0]).toMatch(/12/)
    const reasons = new Map(report.skipped.map(({ operation, reason }) => [operation, reason]))
    expect(reasons.size).toBe(schemas.length - 1)
    for (const index of [0, 1, 2, 3, 4, 5, 6, 7, 8, 10])
      expect(reasons.get(`POST /${index}`)).toContain(`it is not below ${api.url}/v1/`)
    expect(reasons.get('POST /9')).toContain('it names an anchor')
    expect(reasons.get('POST /11')).toContain('too many redirects')
    expect(reasons.get('POST /13')).toContain('it is neither JSON nor YAML')
    expect(other.received).toEqual([])
    expect(api.received.every(({ url }) => url.startsWith('/v1/'))).toBe(true)
  })

  it('may be below another folder that the import names', async () => {
    verifies('imports.files')
    other.answer = (_request, response) =>
      void response.end('Item: { type: object, properties: { color: { type: string } } }')
    const requestBody = {
      required: true,
      content: { 'application/json': { schema: { $ref: `${other.url}/models/all.yaml#/Item` } } },
    }
    serve({
      'api.yaml': { ...head, paths: { '/items': { post: { requestBody } } } },
    })
    const source = { openapi: `${api.url}/v1/api.yaml` }
    const refused = await importToolkit(service, { slug: 'narrow', source })
    expect(refused.made).toBe(0)
    const allowed = await importToolkit(service, {
      slug: 'wide',
      source: { ...source, files_below: `${other.url}/models` },
    })
    expect(allowed.made).toBe(1)
    expect(other.received.map(({ url }) => url)).toEqual(['/models/all.yaml'])
  })

  it('that fail for the moment end the import, so that no tool is lost', async () => {
    verifies('imports.files')
    serve(
      { 'api.yaml': { ...head, paths: { '/a': { $ref: 'busy.yaml' }, '/b': { get: {} } } } },
      (url, response) => {
        if (url.endsWith('busy.yaml')) response.writeHead(503).end()
        return url.endsWith('busy.yaml')
      },
    )
    await expect(
      importToolkit(service, { slug: 'busy', source: { openapi: `${api.url}/v1/api.yaml` } }),
    ).rejects.toThrow(
      'The file "busy.yaml" of the description could not be read: its server responded with 503. Import it again later',
    )
  })

  it('are at most 2,000, and at most 50 files away', async () => {
    verifies('imports.files')
    const paths = Array.from({ length: 2_001 }, (_, index) => [
      `/${index}`,
      { $ref: `${index}.yaml` },
    ])
    serve({ 'api.yaml': { ...head, paths: Object.fromEntries(paths) } })
    const tooMany = await importToolkit(service, {
      slug: 'fan',
      source: { openapi: `${api.url}/v1/api.yaml` },
    })
    expect(tooMany.skipped).toHaveLength(2_001)
    expect(tooMany.skipped[0]?.reason).toContain('more than 2,000 files')
    expect(api.received).toHaveLength(1)

    api.received.length = 0
    api.answer = ({ url }, response) => {
      const [, number] = /(\d+)\.json$/.exec(url) ?? []
      const next = { type: 'object', properties: { next: { $ref: `${Number(number) + 1}.json` } } }
      const schema = { $ref: '1.json' }
      const content = { 'application/json': { schema } }
      const operation = { requestBody: { required: true, content } }
      response.end(
        JSON.stringify(
          number === undefined ? { ...head, paths: { '/x': { post: operation } } } : next,
        ),
      )
    }
    const tooDeep = await importToolkit(service, {
      slug: 'deep',
      source: { openapi: `${api.url}/v1/api.json` },
    })
    expect(tooDeep.skipped[0]?.reason).toContain('more than 50 files away')
    expect(api.received).toHaveLength(51)
  })

  it.runIf(isThorough)('have the size of one description together', async () => {
    const text = JSON.stringify({ type: 'string', description: 'x'.repeat(40 * 1024 * 1024) })
    const properties = { a: { $ref: 'a.json' }, b: { $ref: 'b.json' } }
    const content = { 'application/json': { schema: { type: 'object', properties } } }
    serve({
      'api.json': {
        ...head,
        paths: { '/x': { post: { requestBody: { required: true, content } } } },
      },
      'a.json': text,
      'b.json': text,
    })
    const report = await importToolkit(service, {
      slug: 'large',
      source: { openapi: `${api.url}/v1/api.json` },
    })
    expect(report.skipped[0]?.reason).toContain('more than 64 MiB together')
  })

  it('are named in the way that the description is given', async () => {
    const refusal = async (source: { openapi: string; files?: Json; files_below?: string }) =>
      (
        await service.request('POST', '/api/v3/toolkits/import', {
          body: { slug: 'mixed', source },
        })
      ).body.error.errors
    expect(await refusal({ openapi: 'https://a.example/api.yaml', files: {} })).toEqual([
      expect.stringContaining('body.source.files'),
    ])
    expect(await refusal({ openapi: '{}', files_below: 'https://a.example/' })).toEqual([
      expect.stringContaining('body.source.files_below'),
    ])
  })
})
