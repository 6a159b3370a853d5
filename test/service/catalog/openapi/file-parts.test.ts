import { expect, it } from 'vitest'
import { build } from '../../execution/http-request/build.ts'
import { describeApi, importTool, operation } from './describe-api.ts'

const bytes = { type: 'string', format: 'binary' }
const toolOf = (type: string, schema?: unknown) =>
  importTool(
    describeApi(
      {
        '/files': {
          post: operation({
            requestBody: {
              required: true,
              content: { [type]: schema === undefined ? {} : { schema } },
            },
          }),
        },
      },
      { components: { schemas: { Bytes: bytes } } },
    ),
  )

it('sends a file of a form that is an alternative, or wrapped', async () => {
  const tool = await toolOf('multipart/form-data', {
    type: 'object',
    properties: {
      nullable: { anyOf: [bytes, { type: 'null' }], description: 'A picture.' },
      wrapped: { allOf: [{ $ref: '#/components/schemas/Bytes' }] },
      list: { oneOf: [{ type: 'array', items: { anyOf: [bytes] } }, bytes] },
      text: { anyOf: [{ type: 'string' }, { type: 'null' }] },
    },
  })
  expect(tool.request.body?.parts).toEqual({
    nullable: { binary: true },
    wrapped: { binary: true },
    list: { binary: true, array: true },
  })
  const { nullable } = tool.inputParameters['properties'] as Record<string, object>
  expect(nullable).toMatchObject({
    description: expect.stringMatching(/^A picture\. A file:/),
    file_uploadable: true,
  })
  const base64 = Buffer.from('hello').toString('base64')
  const { body } = await build(tool.request, { nullable: { base64 }, list: [{ base64 }] })
  expect(String(body).match(/filename="\w+"/g)).toEqual(['filename="nullable"', 'filename="list"'])
})

it.each([
  ['*/*', undefined, 'binary', 'application/octet-stream'],
  ['*/*', {}, 'binary', 'application/octet-stream'],
  ['*/*', { description: 'Anything' }, 'binary', 'application/octet-stream'],
  ['*/*', { type: 'object' }, 'json', 'application/json'],
  ['application/*', { $ref: '#/components/schemas/Bytes' }, 'binary', 'application/octet-stream'],
])('sends a body of %s with the schema %j as %s', async (type, schema, encoding, contentType) => {
  const { request } = await toolOf(type, schema)
  expect(request.body).toMatchObject({ encoding, contentType })
})
