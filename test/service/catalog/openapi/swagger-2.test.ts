import { expect, it } from 'vitest'
import { importOpenApi } from '../../../../src/service/catalog/openapi/index.ts'
import { documentLimits } from '../../../../src/service/platform/untrusted-text/index.ts'
import { parseText } from '../../../../src/service/platform/untrusted-text/parse-text.ts'
import { build } from '../../execution/http-request/build.ts'
import { checkSchema } from './check-schema.ts'
import { withDefinitions } from '../../../support/with-definitions.ts'

const document = parseText(
  `
swagger: 2.0
info: { title: Pets, version: '1' }
host: pets.example
basePath: /v1
schemes: [http, https]
consumes: [application/json]
produces: [application/json]
securityDefinitions:
  key: { type: apiKey, in: header, name: X-Key }
  login: { type: oauth2, flow: accessCode, authorizationUrl: https://pets.example/authorize, tokenUrl: https://pets.example/token, scopes: { pets: All pets } }
security: [{ key: [] }, { login: [pets] }]
parameters:
  limit: { name: limit, in: query, type: integer, maximum: 100, default: 20 }
  pet: { name: pet, in: body, required: true, schema: { $ref: '#/definitions/Pet' } }
responses:
  pet: { description: One pet, schema: { $ref: '#/definitions/Pet' } }
definitions:
  Pet:
    type: object
    required: [id, name]
    properties:
      id: { type: integer, readOnly: true }
      name: { type: string }
      friends: { type: array, items: { $ref: '#/definitions/Pet' } }
paths:
  /pets:
    get:
      summary: List pets
      parameters:
        - $ref: '#/parameters/limit'
        - { name: tags, in: query, type: array, items: { type: string }, collectionFormat: multi }
        - { name: ids, in: query, type: array, items: { type: integer } }
      responses: { 200: { description: Pets, schema: { type: array, items: { $ref: '#/definitions/Pet' } } } }
    post:
      summary: Add a pet
      parameters: [{ $ref: '#/parameters/pet' }]
      responses: { 201: { $ref: '#/responses/pet' } }
  /pets/{id}/photo:
    post:
      summary: Upload a photo
      consumes: [multipart/form-data]
      security: []
      parameters:
        - { name: id, in: path, required: true, type: integer }
        - { name: photo, in: formData, required: true, type: file }
        - { name: caption, in: formData, type: string }
      responses: { 204: { description: Done } }
  /login:
    post:
      operationId: createLogin
      consumes: [application/x-www-form-urlencoded]
      parameters: [{ name: user, in: formData, type: string, required: true }]
      responses: { 200: { description: OK } }
`,
  documentLimits,
)

it('imports Swagger 2', async () => {
  const before = JSON.stringify(document)
  const { toolkit, report } = await importOpenApi(document, { slug: 'pets' })
  expect(report).toMatchObject({
    made: 4,
    skipped: [],
    tools: ['PETS_LIST_PETS', 'PETS_ADD_PET', 'PETS_UPLOAD_PHOTO', 'PETS_CREATE_LOGIN'],
  })
  expect(toolkit).toMatchObject({ name: 'Pets', baseUrl: 'https://pets.example/v1' })
  expect(toolkit.authSchemes.map(({ mode }) => mode)).toEqual(['API_KEY', 'OAUTH2'])

  const [list, add, upload, login] = toolkit.tools
  expect(
    list?.request.parameters.map(({ name, style, explode }) => [name, style, explode]),
  ).toEqual([
    ['limit', 'form', true],
    ['tags', 'form', true],
    ['ids', 'form', false],
  ])
  expect(list?.inputParameters).toMatchObject({
    properties: { limit: { type: 'integer', maximum: 100, default: 20 } },
  })
  expect(list?.scopes).toEqual(['pets'])
  expect(add?.inputParameters).toMatchObject({
    required: ['name'],
    properties: { name: { type: 'string' }, friends: { items: { $ref: '#/$defs/Pet' } } },
  })
  expect(add?.outputParameters).toMatchObject({ required: ['id', 'name'] })
  expect(upload).toMatchObject({
    noAuth: true,
    inputParameters: { required: ['id', 'photo'] },
    request: { body: { encoding: 'multipart', parts: { photo: { binary: true } } } },
  })
  expect(login?.request.body).toMatchObject({
    encoding: 'form',
    from: { properties: { user: 'user' } },
  })
  for (const tool of toolkit.tools.map(withDefinitions)) {
    checkSchema(tool.inputParameters, tool.slug)
    checkSchema(tool.outputParameters, tool.slug)
  }
  expect(JSON.stringify(document)).toBe(before)
})

it.each(['application/x-www-form-urlencoded', 'multipart/form-data'])(
  'joins lists in a form by commas, as Swagger 2 means it: %s',
  async (type) => {
    const list = { in: 'formData', type: 'array', items: { type: 'string' } }
    const { toolkit } = await importOpenApi(
      {
        swagger: '2.0',
        info: { title: 'Pets', version: '1' },
        host: 'pets.example',
        schemes: ['https'],
        paths: {
          '/tags': {
            post: {
              consumes: [type],
              parameters: [
                { ...list, name: 'tags' },
                { ...list, name: 'many', collectionFormat: 'multi' },
                { ...list, name: 'piped', collectionFormat: 'pipes' },
              ],
              responses: { 204: { description: 'Done' } },
            },
          },
        },
      },
      { slug: 'pets' },
    )
    const request = toolkit.tools[0]?.request
    if (!request) throw new Error('No tool')
    const values = ['a', 'b']
    const { body } = await build(request, { tags: values, many: values, piped: values })
    const sent = await new Response(Buffer.from(body as Uint8Array | string), {
      headers: { 'content-type': contentTypeOf(body, type) },
    }).formData()
    expect([...sent].map(([name, value]) => `${name}=${String(value)}`)).toEqual([
      'tags=a,b',
      'many=a',
      'many=b',
      'piped=a|b',
    ])
  },
)

const contentTypeOf = (body: unknown, type: string): string => {
  const [, boundary] = /^--(\S+)/.exec(String(body)) ?? []
  return boundary === undefined ? type : `${type}; boundary=${boundary}`
}
