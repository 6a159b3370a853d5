import { monitorEventLoopDelay } from 'node:perf_hooks'
import { describe, expect, it } from 'vitest'
import { importOpenApi } from '../../../../src/service/catalog/openapi/index.ts'
import { documentLimits } from '../../../../src/service/platform/untrusted-text/index.ts'
import { parseText } from '../../../../src/service/platform/untrusted-text/parse-text.ts'
import { verifies } from '../../../requirements.ts'
import { describeApi, importTool, importTools, jsonBody, operation } from './describe-api.ts'

describe('an import', () => {
  it('skips what it can not make and says why', async () => {
    const paths = {
      '/good': { get: operation({ summary: 'Get good' }) },
      '/style': {
        get: operation({ parameters: [{ name: 'a', in: 'query', style: 'label', schema: {} }] }),
      },
      '/missing': { get: operation({ parameters: [{ $ref: '#/components/parameters/None' }] }) },
      '/outside': {
        post: operation({
          requestBody: jsonBody({ type: 'object', properties: { a: { $ref: 'other.yaml#/A' } } }),
        }),
      },
      '/loop': { $ref: '#/paths/~1loop' },
      '/mixed': { post: operation({ requestBody: { content: { 'multipart/mixed': {} } } }) },
      '/broken': {
        post: operation({ requestBody: { content: { 'text/x\r\nHost: evil.example': {} } } }),
      },
      '/null': null,
    }
    const { report } = await importTools(describeApi(paths))
    expect(report).toMatchObject({ operations: 6, made: 1, tools: ['SHOP_GET_GOOD'] })
    expect(report.skipped).toEqual([
      { operation: '/loop', reason: expect.stringContaining('leads back to itself') },
      { operation: 'GET /style', reason: expect.stringContaining('"label"') },
      {
        operation: 'GET /missing',
        reason: expect.stringContaining('#/components/parameters/None'),
      },
      { operation: 'POST /outside', reason: expect.stringContaining('outside of the document') },
      { operation: 'POST /mixed', reason: expect.stringContaining('multipart/mixed') },
      { operation: 'POST /broken', reason: expect.stringContaining("can't be built") },
    ])
  })

  it('follows references of path items and operations, and makes no empty tool of one that leads nowhere', async () => {
    const paths = {
      '/shared': { $ref: '#/components/pathItems/Shared' },
      '/orders': {
        post: { $ref: '#/x-operations/createOrder', summary: 'Place an order' },
        get: { $ref: 'orders/list.yaml' },
        delete: { $ref: '#/x-operations/none' },
        put: { $ref: '#/x-operations/text' },
        patch: { $ref: 5 },
      },
      '/files': { $ref: './files.yaml#/~1files' },
      '/text': { $ref: '#/x-operations/text' },
    }
    const { report, tools } = await importTools(
      describeApi(paths, {
        components: {
          pathItems: {
            Shared: { parameters: [{ $ref: '#/components/parameters/Id' }], get: operation() },
          },
          parameters: { Id: { name: 'id', in: 'query', schema: { type: 'integer' } } },
        },
        'x-operations': {
          createOrder: operation({ requestBody: jsonBody({ properties: { item: {} } }) }),
          text: 'nothing',
        },
      }),
    )
    expect(report.tools).toEqual(['SHOP_GET_SHARED', 'SHOP_PLACE_ORDER'])
    expect(tools.map((tool) => Object.keys(tool.inputParameters.properties as object))).toEqual([
      ['id'],
      ['item'],
    ])
    expect(report).toMatchObject({ operations: 6, made: 2 })
    expect(report.skipped).toEqual([
      { operation: 'GET /orders', reason: expect.stringContaining('orders/list.yaml') },
      { operation: 'PUT /orders', reason: expect.stringContaining('names no object') },
      { operation: 'DELETE /orders', reason: expect.stringContaining('names nothing') },
      { operation: 'PATCH /orders', reason: 'Its $ref is not a text' },
      { operation: '/files', reason: expect.stringContaining('./files.yaml') },
      { operation: '/text', reason: expect.stringContaining('names no object') },
    ])
  })

  it('keeps a tool whose answer is described wrongly', async () => {
    const { report, tools } = await importTools(
      describeApi({ '/x': { get: { responses: { 200: { $ref: '#/nowhere' } } } } }),
    )
    expect(tools).toHaveLength(1)
    expect(report.notes).toEqual([expect.stringContaining('GET /x: the answer is not described')])
  })

  it.each([
    ['<html>', 'found text'],
    [[], 'found a list'],
    [null, 'found null'],
    [{ title: 'x', items: [] }, 'neither "openapi" nor "swagger"'],
    [{ openapi: '4.0.0' }, '"4.0.0"'],
    [{ swagger: '1.2' }, '"1.2"'],
    [{ openapi: '3.0.0', info: {} }, 'no "paths"'],
  ])('refuses %o', async (document, message) => {
    await expect(importOpenApi(document, { slug: 'shop' })).rejects.toThrow(message)
  })

  it.each(['svc', 'local_files', 'Shop', '', 'a'.repeat(41)])(
    'refuses the toolkit slug "%s"',
    async (slug) => {
      await expect(importOpenApi(describeApi({}), { slug })).rejects.toThrow(/slug/)
    },
  )

  it('survives names that every object has', async () => {
    const document = JSON.parse(
      '{"openapi":"3.0.0","paths":{"/x":{"post":{"requestBody":{"required":true,"content":{"application/json":{"schema":{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"type":"string","__proto__":{"a":1}}}}}}}}}}}',
    ) as Record<string, unknown>
    const tool = await importTool(document)
    expect(Object.keys(tool.inputParameters.properties as object)).toEqual(['proto', 'constructor'])
    expect(tool.request.body?.from).toEqual({
      properties: { proto: '__proto__', constructor: 'constructor' },
      open: false,
    })
    expect(({} as { a?: unknown }).a).toBeUndefined()
  })

  it('describes a tool by summary and description, once', async () => {
    const of = async (more: object) =>
      (
        await importTool(
          describeApi({ '/users': { get: operation(more as Record<string, unknown>) } }),
        )
      ).description
    expect(await of({ summary: 'List users', description: 'In pages of 20.' })).toBe(
      'List users. In pages of 20.',
    )
    expect(await of({ summary: 'List users', description: 'List users in pages.' })).toBe(
      'List users in pages.',
    )
    expect(await of({ summary: 'List users' })).toBe('List users')
    expect(await of({})).toBe('List users')
  })

  it('reports its progress and lets others run', async () => {
    const paths = Object.fromEntries(
      Array.from({ length: 3000 }, (_, index) => [
        `/things${index}/{id}`,
        { get: operation({ summary: `Get thing ${index}` }) },
      ]),
    )
    const delay = monitorEventLoopDelay({ resolution: 1 })
    const progress: number[] = []
    let turns = 0
    const counter = setInterval(() => (turns += 1), 1)
    delay.enable()
    const { report } = await importTools(describeApi(paths), {
      onProgress: (done, total) => progress.push(done / total),
    })
    delay.disable()
    clearInterval(counter)
    expect(report.made).toBe(3000)
    expect(progress.at(-1)).toBe(1)
    expect(turns).toBeGreaterThan(1)
  })
})

describe('include and exclude', () => {
  const paths = {
    '/users': {
      get: operation({ summary: 'List users', tags: ['People'] }),
      delete: operation({ summary: 'Delete users', tags: ['People'] }),
    },
    '/users/{id}': {
      get: operation({
        operationId: 'users/get',
        tags: ['People'],
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      }),
    },
    '/usersettings': { get: operation({ summary: 'Get settings' }) },
  }

  it.each([
    [{ include: ['people'] }, ['GET /users', 'DELETE /users', 'GET /users/{id}']],
    [{ include: ['/users'] }, ['GET /users', 'DELETE /users', 'GET /users/{id}']],
    [
      { include: ['/users*'] },
      ['GET /users', 'DELETE /users', 'GET /users/{id}', 'GET /usersettings'],
    ],
    [{ include: ['users'] }, ['GET /users/{id}']],
    [{ include: ['SHOP_GET_*'] }, ['GET /users/{id}', 'GET /usersettings']],
    [{ exclude: ['DELETE'] }, ['GET /users', 'GET /users/{id}', 'GET /usersettings']],
    [
      { include: ['*users*'], exclude: ['*{id}', 'get /usersettings'] },
      ['GET /users', 'DELETE /users'],
    ],
  ])('%o takes %o', async (selection, expected) => {
    const { tools, report } = await importTools(describeApi(paths), selection)
    expect(tools.map(({ operation }) => operation)).toEqual(expected)
    expect(report).toMatchObject({ operations: 4, made: expected.length, skipped: [] })
    expect(report.notes).toEqual(
      [`${4 - expected.length} of 4 operations are left out by include and exclude`].filter(
        (note) => !note.startsWith('0'),
      ),
    )
  })

  it('do not change slugs', async () => {
    verifies('imports.include')
    const twins = {
      '/a': { get: operation({ summary: 'Get it' }) },
      '/b': { get: operation({ summary: 'Get it' }) },
    }
    const all = await importTools(describeApi(twins))
    const some = await importTools(describeApi(twins), { include: ['/b'] })
    expect(some.report.tools).toEqual([all.report.tools[1]])
  })
})

describe('a version without tools', () => {
  it('is refused, as it would be of no use and take the tools of the one before', async () => {
    verifies('imports.include')
    await expect(importTools(describeApi({}))).rejects.toThrow('has no operations')
    await expect(importTools(describeApi({ '/a': { 'x-note': 'soon' } }))).rejects.toThrow(
      'has no operations',
    )
    const one = describeApi({ '/notes/{id}': { get: operation() } })
    await expect(importTools(one, { include: ['/note/'] })).rejects.toThrow(
      '"include" and "exclude" leave out the only operation; they hold beginnings of tags, operation ids and paths, such as "/notes/{id}"',
    )
  })
})

describe('the text of a description', () => {
  it.each([
    ['{"openapi": "3.1.0"}', { openapi: '3.1.0' }],
    ['\uFEFF  {"a": 1}', { a: 1 }],
    ['openapi: 3.1.0\npaths: {}', { openapi: '3.1.0', paths: {} }],
    ['{openapi: 3.1.0}', { openapi: '3.1.0' }],
  ])('%j is read', (text, value) => {
    expect(parseText(text, documentLimits)).toEqual(value)
  })

  it('that is neither JSON nor YAML is refused', () => {
    expect(() => parseText('{"a": [1,', documentLimits)).toThrow('neither JSON nor YAML')
  })
})
