import { describe, expect, it } from 'vitest'
import { verifies } from '../../../requirements.ts'
import { describeApi, importTool, importTools, jsonBody, operation } from './describe-api.ts'

const parameter = (place: string, name: string, schema: object, more: object = {}) => ({
  name,
  in: place,
  schema,
  ...more,
})

const toolWith = (parameters: object[], more: object = {}, path = '/x') =>
  importTool(describeApi({ [path]: { get: operation({ parameters, ...more }) } }))

describe('a value that the service sends', () => {
  it('is the default of a header, required or not', async () => {
    verifies('imports.supplied')
    const version = { type: 'string', default: '2026-01-01' }
    const tool = await toolWith([
      parameter('header', 'Api-Version', version),
      parameter('header', 'revision', version, { required: true }),
    ])
    expect(tool.supplied).toEqual({
      'Api-Version': { value: '2026-01-01', mode: 'default' },
      revision: { value: '2026-01-01', mode: 'default' },
    })
    expect(tool.inputParameters).toEqual({
      type: 'object',
      properties: { 'Api-Version': version, revision: version },
      additionalProperties: false,
    })
  })

  it('is the default of a required query parameter, or of a version', async () => {
    const { supplied, inputParameters } = await toolWith([
      parameter('query', 'scope', { type: 'string', default: 'all' }, { required: true }),
      parameter('query', 'api-version', { type: 'string', default: 'v2' }),
      parameter('query', 'sort', { type: 'string', default: 'name' }),
    ])
    expect(supplied).toEqual({
      scope: { value: 'all', mode: 'default' },
      'api-version': { value: 'v2', mode: 'default' },
    })
    expect(inputParameters).not.toHaveProperty('required')
  })

  it('is the one value of a required parameter, which is no argument then', async () => {
    const { supplied, inputParameters, request } = await toolWith(
      [
        parameter('path', 'kind', { enum: ['cart'] }, { required: true }),
        parameter('query', 'mode', { const: 7 }, { required: true }),
        parameter('query', 'all', { enum: ['yes'] }),
        parameter('query', 'confirm', { type: 'boolean', enum: [true] }, { required: true }),
      ],
      {},
      '/{kind}',
    )
    expect(supplied).toEqual({
      'path kind': { value: 'cart', mode: 'fixed' },
      'query mode': { value: 7, mode: 'fixed' },
    })
    expect(Object.keys(inputParameters['properties'] as object)).toEqual(['all', 'confirm'])
    expect(inputParameters['required']).toEqual(['confirm'])
    expect(request.parameters.map(({ argument, name }) => [argument, name])).toEqual([
      ['all', 'all'],
      ['confirm', 'confirm'],
      ['path kind', 'kind'],
      ['query mode', 'mode'],
    ])
  })

  it('is a constant of the body', async () => {
    const { tools } = await importTools(
      describeApi({
        '/x': {
          post: operation({
            requestBody: jsonBody({
              type: 'object',
              properties: {
                type: { type: 'string', enum: ['bank'] },
                name: { type: 'string', default: 'Ada' },
                color: { enum: ['red'] },
              },
              required: ['type', 'name'],
            }),
          }),
        },
      }),
    )
    expect(tools[0]).toMatchObject({
      supplied: { 'body type': { value: 'bank', mode: 'fixed' } },
      request: {
        body: { from: { properties: { name: 'name', color: 'color', 'body type': 'type' } } },
      },
    })
    expect(tools[0]?.inputParameters).toMatchObject({ required: ['name'] })
    expect(tools[0]?.inputParameters['properties']).not.toHaveProperty('type')
  })

  it.each([['string'], [''], ['<version>'], ['{version}'], ['YOUR_VERSION'], ['{account.token}']])(
    'is not an example in its place: %j',
    async (value) => {
      const { supplied } = await toolWith([
        parameter('header', 'X-Version', { type: 'string', default: value }),
      ])
      expect(supplied).toBeUndefined()
    },
  )

  it('is not what a list of choices leaves out, nor the id of a record', async () => {
    const { supplied } = await toolWith(
      [
        parameter('header', 'X-Mode', { enum: ['a', 'b'], default: 'c' }),
        parameter('path', 'id', { type: 'string', default: '123' }),
        parameter('path', 'user', { type: 'string', default: 'me' }),
      ],
      {},
      '/{user}/{id}',
    )
    expect(supplied).toEqual({ user: { value: 'me', mode: 'default' } })
  })

  it('is no header of the transfer', async () => {
    const { supplied, inputParameters } = await toolWith([
      parameter('header', 'Content-Encoding', { type: 'string', default: 'deflate' }),
    ])
    expect([supplied, inputParameters['properties']]).toEqual([undefined, {}])
  })
})
