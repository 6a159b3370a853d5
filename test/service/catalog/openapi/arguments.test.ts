import { describe, expect, it } from 'vitest'
import { compileSchema, describeIssues } from '../../../../src/schema/index.ts'
import { describeApi, importTool, importTools, jsonBody, operation } from './describe-api.ts'

const text = { type: 'string' }
const closed = (properties: object, required: string[] = []) => ({
  type: 'object',
  properties,
  ...(required.length > 0 && { required }),
  additionalProperties: false,
})

describe('parameters', () => {
  it('become arguments with their descriptions, defaults and places', async () => {
    const parameters = [
      {
        name: 'id',
        in: 'path',
        required: true,
        schema: { type: 'integer' },
        description: 'Which one',
      },
      {
        name: 'tags',
        in: 'query',
        style: 'pipeDelimited',
        explode: false,
        schema: { type: 'array', items: text },
        examples: { two: { value: ['a', 'b'] } },
      },
      {
        name: 'path',
        in: 'query',
        allowReserved: true,
        schema: { ...text, default: '/', description: 'Of the type' },
        description: 'Of the use',
      },
      {
        name: 'where',
        in: 'query',
        content: { 'application/json': { schema: { type: 'object' } } },
      },
      { name: 'X-Trace', in: 'header', schema: text, deprecated: true },
      { name: 'theme', in: 'cookie', schema: text },
    ]
    const tool = await importTool(
      describeApi({ '/things/{id}': { get: operation({ parameters }) } }),
    )
    expect(tool.inputParameters).toEqual(
      closed(
        {
          id: { type: 'integer', description: 'Which one' },
          tags: { type: 'array', items: text, example: ['a', 'b'] },
          path: { ...text, default: '/', description: 'Of the use' },
          where: { type: 'object' },
          'X-Trace': { ...text, deprecated: true },
          theme: text,
        },
        ['id'],
      ),
    )
    const usual = { explode: false, allowReserved: false }
    expect(tool.request.parameters).toEqual([
      { argument: 'id', name: 'id', in: 'path', style: 'simple', ...usual },
      { argument: 'tags', name: 'tags', in: 'query', style: 'pipeDelimited', ...usual },
      {
        argument: 'path',
        name: 'path',
        in: 'query',
        style: 'form',
        explode: true,
        allowReserved: true,
      },
      {
        argument: 'where',
        name: 'where',
        in: 'query',
        style: 'form',
        explode: true,
        allowReserved: false,
        contentType: 'application/json',
      },
      { argument: 'X-Trace', name: 'X-Trace', in: 'header', style: 'simple', ...usual },
      {
        argument: 'theme',
        name: 'theme',
        in: 'cookie',
        style: 'form',
        explode: true,
        allowReserved: false,
      },
    ])
  })

  it('of the operation override those of the path, through references', async () => {
    const components = {
      parameters: {
        Page: { name: 'page', in: 'query', schema: { type: 'integer' }, description: 'shared' },
      },
    }
    const item = {
      parameters: [
        { $ref: '#/components/parameters/Page' },
        { name: 'lang', in: 'query', schema: text },
      ],
      get: operation({
        parameters: [
          { name: 'page', in: 'query', required: true, schema: text, description: 'own' },
        ],
      }),
    }
    const tool = await importTool(
      describeApi(
        { '/x': { $ref: '#/components/pathItems/X' } },
        { components: { ...components, pathItems: { X: item } } },
      ),
    )
    expect(tool.inputParameters).toEqual(
      closed({ page: { ...text, description: 'own' }, lang: text }, ['page']),
    )
  })

  it('that OpenAPI, the connection or the account fill are no arguments', async () => {
    const header = (name: string) => ({ name, in: 'header', schema: text })
    const parameters = [
      'Accept',
      'content-type',
      'Authorization',
      'Host',
      'Content-Length',
      'X-Api-Key',
      'X-Other',
    ].map(header)
    const components = {
      securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'x-api-key' } },
    }
    const tool = await importTool(
      describeApi({ '/x': { get: operation({ parameters }) } }, { components }),
    )
    expect(Object.keys(tool.inputParameters.properties as object)).toEqual(['X-Other'])
  })

  it('keep a distinct argument each where names collide or are odd', async () => {
    const parameters = [
      { name: 'id', in: 'query', schema: text },
      { name: 'id', in: 'path', required: true, schema: text },
      { name: 'filter[name]', in: 'query', schema: text },
      { name: 'filter_name', in: 'query', schema: text },
      { name: '标题', in: 'query', schema: text },
      { name: 'x'.repeat(70), in: 'query', schema: text },
      { name: 'title', in: 'query', schema: text },
    ]
    const body = jsonBody({
      type: 'object',
      required: ['title'],
      properties: { title: text, body: text },
    })
    const { tools, report } = await importTools(
      describeApi({ '/x/{id}': { post: operation({ parameters, requestBody: body }) } }),
    )
    const { request, inputParameters } = tools[0] as (typeof tools)[0]
    expect(
      request.parameters.map(({ argument, name, in: place }) => [
        place,
        name.slice(0, 12),
        argument.replace(/[a-z0-9]{6}$/, '……'),
      ]),
    ).toEqual([
      ['query', 'id', 'query_id'],
      ['path', 'id', 'id'],
      ['query', 'filter[name]', 'query_filter_name'.replace(/[a-z0-9]{6}$/, '……')],
      ['query', 'filter_name', 'filter_name'],
      ['query', '标题', 'argument_……'],
      ['query', 'xxxxxxxxxxxx', `${'x'.repeat(57)}_……`],
      ['query', 'title', 'title'],
    ])
    expect(request.body?.from).toEqual({
      properties: { body_title: 'title', body: 'body' },
      open: false,
    })
    expect(inputParameters.required).toEqual(['id', 'body_title'])
    for (const name of Object.keys(inputParameters.properties as object))
      expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/)
    expect(report.renamed.map(({ kind, from, to }) => `${kind} ${from} ${to}`)).toContain(
      'argument title body_title',
    )
  })

  it('are titled with their names where those cannot be read any more', async () => {
    const query = (name: string, schema: object = text) => ({ name, in: 'query', schema })
    const parameters = [
      { ...query('номер'), in: 'path', required: true },
      query('naïve'),
      query('filter[name]'),
      query('größe', { ...text, title: 'Größe' }),
      query('$'),
    ]
    const requestBody = jsonBody({
      type: 'object',
      properties: {
        名前: { ...text, description: '注文した人' },
        住所: { ...text, title: '場所' },
        parent: { type: 'object', properties: { größe: text } },
      },
    })
    const tool = await importTool(
      describeApi({ '/заказы/{номер}': { post: operation({ parameters, requestBody }) } }),
    )
    const { properties } = tool.inputParameters as { properties: Record<string, object> }
    const titles = Object.entries(properties).map(([name, schema]) => [
      name,
      'title' in schema ? schema.title : undefined,
    ])
    expect(Object.fromEntries(titles)).toEqual({
      argument_8ozfch: 'номер',
      naive: undefined,
      filter_name: undefined,
      gro_e: 'größe',
      argument_cmitro: '$',
      argument_89m62z: '名前',
      argument_dnjb3q: '住所: 場所',
      parent: undefined,
    })
    const value = { 名前: 'Ada', 住所: 'Kyoto', größe: 'XL' }
    const verdict = compileSchema(tool.inputParameters).validate(value)
    expect(
      verdict.ok ? [] : describeIssues(verdict.issues, { value, schema: tool.inputParameters }),
    ).toEqual([
      '`argument_8ozfch` is required',
      '`名前` is called `argument_89m62z` here',
      '`住所` is called `argument_dnjb3q` here',
      '`größe` is called `gro_e` here',
    ])
  })

  it('are taken from the path where they are not declared', async () => {
    const { tools, report } = await importTools(
      describeApi({
        '/x/{id}': {
          get: operation({
            parameters: [{ name: 'gone', in: 'path', required: true, schema: text }],
          }),
        },
      }),
    )
    expect(tools[0]?.inputParameters).toEqual(closed({ id: text }, ['id']))
    expect(report.notes).toHaveLength(2)
  })
})

describe('a body', () => {
  const toolOf = (requestBody: object, more: object = {}) =>
    importTool(
      describeApi({ '/x': { post: operation({ requestBody }) } }, more as Record<string, unknown>),
    )

  it('of a plain object becomes arguments, also through allOf', async () => {
    const components = {
      schemas: { Named: { type: 'object', required: ['name'], properties: { name: text } } },
    }
    const tool = await toolOf(
      jsonBody({
        allOf: [
          { $ref: '#/components/schemas/Named' },
          { properties: { size: { type: 'integer' } } },
        ],
      }),
      { components },
    )
    expect(tool.inputParameters).toEqual(
      closed({ name: text, size: { type: 'integer' } }, ['name']),
    )
    expect(tool.request.body).toEqual({
      contentType: 'application/json',
      encoding: 'json',
      required: true,
      from: { properties: { name: 'name', size: 'size' }, open: false },
    })
  })

  it.each([
    ['alternatives', { type: 'object', properties: { a: text }, oneOf: [{ required: ['a'] }] }],
    ['a count of properties', { type: 'object', properties: { a: text }, minProperties: 1 }],
    ['no named properties', { type: 'object', additionalProperties: text }],
    [
      'two meanings of a property',
      { allOf: [{ properties: { a: text } }, { properties: { a: { type: 'integer' } } }] },
    ],
    ['a list', { type: 'array', items: text }],
  ])('with %s stays one argument', async (_, schema) => {
    const tool = await toolOf(jsonBody(schema, { description: 'What to send' }))
    expect(tool.inputParameters).toEqual(
      closed({ body: { ...schema, description: 'What to send' } }, ['body']),
    )
    expect(tool.request.body?.from).toEqual({ argument: 'body' })
  })

  it('has an argument for a property that is required without being described', async () => {
    const schema = { type: 'object', required: ['title', 'team'], properties: { title: text } }
    const tool = await importTool(
      describeApi({ '/things': { post: operation({ requestBody: jsonBody(schema) }) } }),
    )
    expect(tool.inputParameters).toMatchObject({
      required: ['title', 'team'],
      properties: { team: { description: expect.any(String) } },
    })
    expect(tool.request.body?.from).toEqual({
      properties: { title: 'title', team: 'team' },
      open: false,
    })
    const counted = await importTool(
      describeApi({
        '/things': {
          post: operation({
            requestBody: jsonBody({ ...schema, additionalProperties: { type: 'integer' } }),
          }),
        },
      }),
    )
    expect(counted.inputParameters).toMatchObject({ properties: { team: { type: 'integer' } } })
  })

  it('that is optional is flattened only when it has no required properties', async () => {
    const optional = (schema: object) => toolOf({ content: { 'application/json': { schema } } })
    const strict = { type: 'object', required: ['a'], properties: { a: text } }
    expect((await optional({ type: 'object', properties: { a: text } })).inputParameters).toEqual(
      closed({ a: text }),
    )
    expect((await optional(strict)).inputParameters).toEqual(closed({ body: strict }))
  })

  it('is open only when its description says so', async () => {
    const tool = async (additionalProperties?: unknown) =>
      toolOf(jsonBody({ type: 'object', properties: { a: text }, additionalProperties }))
    expect((await tool()).inputParameters.additionalProperties).toBe(false)
    expect((await tool(false)).request.body?.from).toMatchObject({ open: false })
    expect((await tool(true)).inputParameters.additionalProperties).toBe(true)
    expect((await tool({})).inputParameters.additionalProperties).toBe(true)
    const typed = await tool(text)
    expect(typed.inputParameters.additionalProperties).toEqual(text)
    expect(typed.request.body?.from).toMatchObject({ open: true })
  })

  it.each([
    [
      ['text/plain', 'application/xml', 'application/vnd.api+json', 'application/json'],
      'application/json',
      'json',
    ],
    [['application/xml', 'application/vnd.api+json'], 'application/vnd.api+json', 'json'],
    [
      ['multipart/form-data', 'application/x-www-form-urlencoded'],
      'application/x-www-form-urlencoded',
      'form',
    ],
    [['application/octet-stream', 'text/x-markdown', 'text/plain'], 'text/plain', 'text'],
    [['application/xml'], 'application/xml', 'text'],
    [['image/png'], 'image/png', 'binary'],
    [['*/*'], 'application/json', 'json'],
  ])('in %s is sent as %s', async (offered, contentType, encoding) => {
    const tool = await toolOf({
      content: Object.fromEntries(
        offered.map((type) => [type, { schema: { type: 'object', properties: { a: text } } }]),
      ),
    })
    expect(tool.request.body).toMatchObject({ contentType, encoding })
  })

  it('in multipart takes files as objects', async () => {
    const schema = {
      type: 'object',
      required: ['file'],
      properties: {
        file: { type: 'string', format: 'binary', description: 'The picture.' },
        more: { type: 'array', items: { type: 'string', contentMediaType: 'image/png' } },
        meta: { type: 'object' },
        title: text,
      },
    }
    const encoding = {
      file: { contentType: 'image/png, image/jpeg' },
      meta: { contentType: 'application/json' },
    }
    const tool = await toolOf({
      required: true,
      content: {
        'application/x-www-form-urlencoded': { schema },
        'multipart/form-data': { schema, encoding },
      },
    })
    expect(tool.request.body).toMatchObject({
      encoding: 'multipart',
      parts: {
        file: { binary: true },
        more: { binary: true, array: true },
        meta: { contentType: 'application/json' },
      },
    })
    expect(tool.inputParameters).toMatchObject({
      required: ['file'],
      properties: {
        file: {
          description: expect.stringMatching(/^The picture\. A file: /),
          file_uploadable: true,
          anyOf: [{ required: ['base64'] }, { required: ['url'] }, { required: ['s3key'] }],
        },
        more: {
          type: 'array',
          items: {
            anyOf: [{ required: ['base64'] }, { required: ['url'] }, { required: ['s3key'] }],
          },
        },
        title: text,
      },
    })
  })

  it('in a form keeps the styles of its fields', async () => {
    const schema = {
      type: 'object',
      properties: { tags: { type: 'array', items: text }, where: { type: 'object' } },
    }
    const encoding = {
      tags: { style: 'pipeDelimited', explode: false },
      where: { style: 'deepObject', explode: true },
    }
    const tool = await toolOf({
      required: true,
      content: { 'application/x-www-form-urlencoded': { schema, encoding } },
    })
    expect(tool.request.body?.parts).toEqual({
      tags: { style: 'pipeDelimited', explode: false },
      where: { style: 'deepObject', explode: true },
    })
  })

  it('of bytes is one file', async () => {
    const tool = await toolOf({
      required: true,
      content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
    })
    expect(tool.inputParameters).toMatchObject({
      required: ['body'],
      properties: {
        body: { anyOf: [{ required: ['base64'] }, { required: ['url'] }, { required: ['s3key'] }] },
      },
    })
    const accepts = (content_type: string) =>
      compileSchema(tool.inputParameters).validate({ body: { base64: '', content_type } }).ok
    expect(
      ['image/png', 'text/plain; charset=utf-8', 'image', 'a/b\r\nX-Evil: 1', 'a/b; é'].map(
        accepts,
      ),
    ).toEqual([true, true, false, false, false])
    expect(tool.request.body).toEqual({
      contentType: 'application/octet-stream',
      encoding: 'binary',
      required: true,
      from: { argument: 'body' },
    })
  })
})
