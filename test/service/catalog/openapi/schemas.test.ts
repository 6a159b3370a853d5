import { describe, expect, it } from 'vitest'
import { verifies } from '../../../requirements.ts'
import { checkSchema } from './check-schema.ts'
import { describeApi, importTool, importTools, jsonBody, operation } from './describe-api.ts'

const answer = (schema: unknown) => ({
  responses: { 200: { description: 'OK', content: { 'application/json': { schema } } } },
})

describe('the schemas of a tool', () => {
  it('carry a cycle as a definition that refers to itself', async () => {
    const tree = {
      type: 'object',
      properties: {
        name: { type: 'string' },
        children: { type: 'array', items: { $ref: '#/components/schemas/Tree' } },
      },
    }
    const tool = await importTool(
      describeApi(
        {
          '/trees': {
            post: {
              ...operation({ requestBody: jsonBody({ $ref: '#/components/schemas/Tree' }) }),
              ...answer({ $ref: '#/components/schemas/Tree' }),
            },
          },
        },
        { components: { schemas: { Tree: tree, Unused: { type: 'object' } } } },
      ),
    )
    expect(tool.inputParameters).toEqual({
      type: 'object',
      properties: {
        name: { type: 'string' },
        children: { type: 'array', items: { $ref: '#/$defs/Tree' } },
      },
      additionalProperties: false,
      $defs: {
        Tree: {
          type: 'object',
          properties: {
            name: { type: 'string' },
            children: { type: 'array', items: { $ref: '#/$defs/Tree' } },
          },
        },
      },
    })
    checkSchema(tool.inputParameters, 'input')
    checkSchema(tool.outputParameters, 'output')
  })

  it('follow two components that refer to each other', async () => {
    const components = {
      schemas: {
        Person: { type: 'object', properties: { firm: { $ref: '#/components/schemas/Firm' } } },
        Firm: {
          type: 'object',
          properties: {
            owner: { $ref: '#/components/schemas/Person' },
            size: { $ref: '#/components/schemas/Size' },
          },
        },
        Size: { type: 'integer', minimum: 0 },
      },
    }
    const tool = await importTool(
      describeApi(
        {
          '/people': {
            get: answer({ type: 'array', items: { $ref: '#/components/schemas/Person' } }),
          },
        },
        { components },
      ),
    )
    expect(Object.keys(tool.outputParameters.$defs as object)).toEqual(['Firm', 'Person'])
    expect(tool.outputParameters).toMatchObject({
      $defs: { Firm: { properties: { size: { type: 'integer', minimum: 0 } } } },
    })
    checkSchema(tool.outputParameters, 'output')
  })

  it('share each definition with all tools that lead to it', async () => {
    verifies('imports.long-answers')
    const names = Array.from({ length: 100 }, (_, index) => `Object${index}`)
    const schemas = names.map((name, index) => [
      name,
      {
        type: 'object',
        properties: { next: { $ref: `#/components/schemas/Object${(index + 1) % 100}` } },
      },
    ])
    const first = { $ref: '#/components/schemas/Object0' }
    const unreadable = { $ref: '#/components/schemas/Broken' }
    const { toolkit, tools, report } = await importTools(
      describeApi(
        {
          '/x': {
            post: {
              ...answer({ type: 'array', items: first }),
              requestBody: jsonBody({ type: 'object', properties: { first } }),
            },
          },
          '/y': { get: answer({ type: 'array', items: first }) },
          '/z': { post: operation({ requestBody: jsonBody({ properties: { unreadable } }) }) },
          '/z/again': {
            post: operation({ requestBody: jsonBody({ properties: { unreadable } }) }),
          },
        },
        {
          components: {
            schemas: {
              ...Object.fromEntries(schemas),
              Broken: { properties: { to: { $ref: '#/components/schemas/Missing' } } },
            },
          },
        },
      ),
    )
    const [one, other] = toolkit.tools
    expect(one?.shared?.output).toBe(other?.shared?.output)
    expect([...(one?.shared?.output?.keys() ?? [])].toSorted()).toEqual(names.toSorted())
    expect([...(one?.shared?.input?.keys() ?? [])].toSorted()).toEqual(names.toSorted())
    expect(one?.outputParameters).not.toHaveProperty('$defs')
    for (const { inputParameters, outputParameters } of tools) {
      checkSchema(inputParameters, 'input')
      checkSchema(outputParameters, 'output')
    }
    expect(Object.keys(tools[0]?.inputParameters.$defs as object)).toHaveLength(100)
    // Every tool that leads to a definition that cannot be read, not only the first one.
    expect(report.skipped.map(({ operation: key }) => key)).toEqual(['POST /z', 'POST /z/again'])
  })

  it('leave out a pattern that is too long to be checked, and the report says so', async () => {
    verifies('bounds.schemas')
    const long = `^${'a'.repeat(1_000_000)}$`
    const schema = {
      type: 'object',
      properties: {
        code: { type: 'string', pattern: long },
        id: { type: 'string', pattern: '^a$' },
      },
      patternProperties: { [long]: {}, '^x-': {} },
    }
    const { tools, report } = await importTools(
      describeApi({ '/x': { post: operation({ requestBody: jsonBody(schema) }) } }),
    )
    expect(JSON.stringify(tools[0]?.inputParameters).length).toBeLessThan(1000)
    expect(report.notes).toEqual([
      expect.stringContaining('Left out a pattern of 1000002 characters that begins with "^aaa'),
    ])
  })

  it('never give two components one name', async () => {
    const components = {
      schemas: {
        'a b': { type: 'object', title: 'blank' },
        'a/b': { type: 'object', title: 'slash' },
        a_b: { type: 'object', title: 'plain' },
      },
    }
    const schema = {
      type: 'array',
      items: {
        anyOf: [
          { $ref: '#/components/schemas/a%20b' },
          { $ref: '#/components/schemas/a~1b' },
          { $ref: '#/components/schemas/a_b' },
        ],
      },
    }
    const tool = await importTool(describeApi({ '/x': { get: answer(schema) } }, { components }))
    expect(
      Object.values(tool.outputParameters.$defs as Record<string, { title: string }>)
        .map(({ title }) => title)
        .sort(),
    ).toEqual(['blank', 'plain', 'slash'])
    checkSchema(tool.outputParameters, 'output')
  })

  it('leave read-only properties out of what is sent and write-only ones out of what comes back', async () => {
    const base = {
      type: 'object',
      properties: {
        id: { type: 'string', readOnly: true },
        made: { $ref: '#/components/schemas/Made' },
      },
    }
    const account = {
      allOf: [
        { $ref: '#/components/schemas/Base' },
        {
          type: 'object',
          required: ['id', 'name', 'password'],
          properties: { name: { type: 'string' }, password: { type: 'string', writeOnly: true } },
        },
      ],
    }
    const components = {
      schemas: { Base: base, Account: account, Made: { type: 'string', readOnly: true } },
    }
    const list = {
      type: 'object',
      properties: { accounts: { type: 'array', items: { $ref: '#/components/schemas/Account' } } },
    }
    const { tools } = await importTools(
      describeApi(
        {
          '/a': {
            post: {
              ...answer({ $ref: '#/components/schemas/Account' }),
              requestBody: jsonBody({ $ref: '#/components/schemas/Account' }),
            },
          },
          '/b': { put: operation({ requestBody: jsonBody(list) }) },
        },
        { components },
      ),
    )
    expect(tools[0]?.inputParameters).toMatchObject({
      properties: { name: { type: 'string' }, password: { type: 'string' } },
      required: ['name', 'password'],
    })
    expect(Object.keys(tools[0]?.inputParameters.properties as object)).toEqual([
      'name',
      'password',
    ])
    expect(tools[0]?.outputParameters.allOf).toEqual([
      { $ref: '#/$defs/Base' },
      { type: 'object', required: ['id', 'name'], properties: { name: { type: 'string' } } },
    ])
    expect(tools[1]?.inputParameters).toMatchObject({
      $defs: {
        Account: { allOf: [{}, { required: ['name', 'password'] }] },
        Base: { properties: {} },
      },
    })
  })

  it('keep what OpenAPI adds for validators and drop what it adds for documentation', async () => {
    const schema = {
      type: 'object',
      'x-internal': true,
      externalDocs: { url: 'https://docs.example' },
      properties: {
        note: { type: 'string', nullable: true, example: 'hi', xml: { name: 'n' }, 'x-order': 1 },
        price: {
          type: 'number',
          minimum: 0,
          exclusiveMinimum: true,
          maximum: 9,
          exclusiveMaximum: false,
        },
        'x-real': { type: 'string', default: { 'x-data': 1 } },
        code: { type: 'string', pattern: '^\\_[a-z]+$' },
        odd: {
          type: 'string',
          pattern: '(?P<name>x)',
          example: { $ref: '#/components/examples/odd' },
        },
      },
      discriminator: { propertyName: 'note' },
    }
    const tool = await importTool({
      ...describeApi({ '/x': { get: answer(schema) } }),
      openapi: '3.0.3',
    })
    expect(tool.outputParameters).toEqual({
      type: 'object',
      properties: {
        note: { type: 'string', nullable: true, example: 'hi' },
        price: { type: 'number', exclusiveMinimum: 0, maximum: 9 },
        'x-real': { type: 'string', default: { 'x-data': 1 } },
        code: { type: 'string', pattern: '^_[a-z]+$' },
        odd: { type: 'string' },
      },
    })
  })

  it('heed what stands beside a reference as the version of the description says', async () => {
    const document = describeApi(
      {
        '/x': {
          get: answer({
            type: 'object',
            properties: {
              owner: {
                $ref: '#/components/schemas/User',
                description: 'Who owns it',
                minProperties: 1,
              },
            },
          }),
        },
      },
      { components: { schemas: { User: { type: 'object' } } } },
    )
    const newer = await importTool(document)
    const older = await importTool({ ...document, openapi: '3.0.3' })
    expect(newer.outputParameters).toMatchObject({
      properties: { owner: { $ref: '#/$defs/User', description: 'Who owns it', minProperties: 1 } },
    })
    expect(older.outputParameters.properties).toEqual({
      owner: { $ref: '#/$defs/User', description: 'Who owns it' },
    })
  })

  it('of the answer come from the first 2xx response in JSON', async () => {
    const responses = {
      default: {
        description: 'Error',
        content: { 'application/json': { schema: { title: 'error' } } },
      },
      202: {
        description: 'Later',
        content: { 'application/problem+json': { schema: { title: 'later' } }, 'text/csv': {} },
      },
      200: { description: 'OK', content: { 'text/html': { schema: { type: 'string' } } } },
    }
    const tool = await importTool(describeApi({ '/x': { get: { responses } } }))
    expect(tool.outputParameters).toEqual({ title: 'later' })
    expect(tool.request.accept).toEqual(['application/problem+json', 'text/html', 'text/csv'])
  })

  it('have the form that the data of a call has: always an object', async () => {
    const of = async (schema: object) =>
      (await importTool(describeApi({ '/x': { get: answer(schema) } }))).outputParameters
    expect(await of({ type: 'array', items: { type: 'string' } })).toMatchObject({
      type: 'object',
      properties: { items: { type: 'array' } },
      required: ['items'],
    })
    expect(await of({ type: ['string', 'null'] })).toEqual({
      type: 'object',
      properties: {},
      anyOf: [
        { type: 'object', properties: { value: { type: 'string' } }, required: ['value'] },
        { type: 'object', maxProperties: 0 },
      ],
    })
  })

  it('say what an answer without JSON is', async () => {
    const of = async (content?: object) =>
      (
        await importTool(
          describeApi({ '/x': { get: { responses: { 200: { description: 'OK', content } } } } }),
        )
      ).outputParameters
    expect(await of({ 'image/png': {} })).toMatchObject({
      properties: {
        file: {
          description: 'A file of the type image/png',
          required: expect.arrayContaining(['url']),
        },
      },
      required: ['file'],
    })
    expect(await of({ 'text/csv': {} })).toMatchObject({
      properties: { text: { description: 'Text of the type text/csv' } },
      required: ['text'],
    })
    expect(await of({ 'text/x\r\nHost: evil.example': {} })).toEqual({
      type: 'object',
      description: 'Nothing: the answer has no body',
    })
    expect(await of()).toEqual({ type: 'object', description: 'Nothing: the answer has no body' })
  })

  it('are converted once, also where they lead to one that is missing', async () => {
    let reads = 0
    const schemas = {
      First: {
        type: 'object',
        get title() {
          reads += 1
          return 'First'
        },
        properties: { next: { $ref: '#/components/schemas/Second' } },
      },
      Second: { type: 'object', properties: { next: { $ref: '#/components/schemas/Third' } } },
      Third: { type: 'object', properties: { next: { $ref: '#/components/schemas/Missing' } } },
    }
    const body = { type: 'object', properties: { first: { $ref: '#/components/schemas/First' } } }
    const paths = Array.from({ length: 20 }, (_unused, index) => [
      `/${index}`,
      { post: operation({ requestBody: jsonBody(body) }) },
    ])
    const document = describeApi(Object.fromEntries(paths), { components: { schemas } })
    const { report } = await importTools(document)
    expect(report.skipped).toHaveLength(20)
    expect(new Set(report.skipped.map(({ reason }) => reason)).size).toBe(1)
    expect(reads).toBe(1)
  })
})
