import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { basePath } from '../../src/contract/endpoint.ts'
import { commonErrors, errorTable } from '../../src/contract/errors.ts'
import { openApiDocument } from '../../src/contract/openapi.ts'
import { toParameters } from '../../src/contract/openapi/to-parameters.ts'
import { toRequestBody } from '../../src/contract/openapi/to-request-body.ts'
import { toResponses } from '../../src/contract/openapi/to-responses.ts'
import { verifies } from '../requirements.ts'
import { namesIn, operations } from './operations.ts'

type Parameter = {
  name: string
  in: string
  required: boolean
  description?: string
  schema: object
  style?: string
  explode?: boolean
}
type Operation = {
  operationId: string
  summary: string
  security: object[]
  parameters: Parameter[]
  requestBody?: { required: boolean; content: object }
  responses: Record<string, { description: string; content?: object }>
}
type Document = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, object>; securitySchemes: object }
}

const document = openApiDocument({ url: 'http://127.0.0.1:8787' })
const { paths, components } = document as Document
const described = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    method: method.toUpperCase(),
    path,
    operation,
  })),
)

test('is a valid OpenAPI 3.1 document', async () => {
  verifies('description.openapi')
  const validator = new Validator()

  expect(await validator.validate(structuredClone(document))).toEqual({ valid: true })
  expect(validator.version).toBe('3.1')
})

test('has every operation of the contract once, under its method and path', () => {
  const names = (list: string[]) => list.toSorted()

  expect(
    names(
      described.map(({ method, path, operation }) => `${operation.operationId} ${method} ${path}`),
    ),
  ).toEqual(
    names(
      operations.map(
        ({ name, endpoint }) =>
          `${name.replace('.', '_')} ${endpoint.method} ${basePath}${endpoint.path}`,
      ),
    ),
  )
})

test('lists each success and each error of an operation under its status', () => {
  verifies('description.statuses')
  for (const { name, endpoint } of operations) {
    const { responses } = operationOf(name)
    const slugs = [...endpoint.errors, ...commonErrors]
    for (const slug of slugs)
      expect(responses[errorTable[slug].status]?.description, name).toContain(`\`${slug}\``)
    const statuses = [
      ...Object.keys(endpoint.responses),
      ...(endpoint.cacheable ? ['304'] : []),
      ...slugs.map((slug) => String(errorTable[slug].status)),
    ]
    expect(Object.keys(responses).toSorted(), name).toEqual([...new Set(statuses)].toSorted())
  }
})

test('has the parameters of each path, all required', () => {
  for (const { path, operation } of described) {
    const parameters = operation.parameters.filter((parameter) => parameter.in === 'path')
    expect(parameters.map(({ name }) => name).toSorted(), path).toEqual(namesIn(path).toSorted())
    expect(
      parameters.every(({ required }) => required),
      path,
    ).toBe(true)
  }
})

test('has only schemas that a validator understands', { timeout: 300_000 }, () => {
  const ajv = new Ajv2020({ strictTypes: false, validateFormats: false })
  ajv.addVocabulary(['x-max-values', 'x-max-depth', 'x-max-characters'])
  for (const [name, schema] of Object.entries(components.schemas))
    ajv.addSchema(schema, `shared/${name}`)
  const schemas = schemasIn(document)

  expect(schemas.length).toBeGreaterThan(100)
  for (const schema of schemas)
    expect(() => ajv.compile(withSharedIds(schema)), JSON.stringify(schema)).not.toThrow()
  expect(JSON.stringify(document)).not.toContain('$schema')
})

test('opens each operation with the keys that the service accepts for it', () => {
  expect(Object.keys(components.securitySchemes)).toEqual([
    'ApiKeyAuth',
    'UserApiKeyAuth',
    'OrgApiKeyAuth',
    'ConnectTokenAuth',
  ])
  expect(operationOf('sessions.create').security).toEqual([
    { ApiKeyAuth: [] },
    { UserApiKeyAuth: [] },
  ])
  expect(operationOf('projects.create').security).toEqual([{ OrgApiKeyAuth: [] }])
  expect(operationOf('description.openapi').security).toEqual([])
})

test('writes lists with commas, maps in brackets, and numbers and booleans as such', () => {
  const { parameters } = operationOf('tools.list')
  const named = (name: string) => parameters.find((parameter) => parameter.name === name)

  expect(named('tool_slugs')).toMatchObject({
    style: 'form',
    explode: false,
    required: false,
    schema: { type: 'array', items: { type: 'string' } },
  })
  expect(named('toolkit_versions')).toMatchObject({
    style: 'deepObject',
    schema: { anyOf: [{ type: 'string' }, { type: 'object' }] },
  })
  expect(named('limit')).toMatchObject({
    schema: { type: 'integer', minimum: 1, maximum: 9999 },
    description: expect.stringContaining('9999'),
  })
  expect(named('important')).toMatchObject({ schema: { type: 'boolean' } })
  expect(named('cursor')).toMatchObject({ schema: { type: 'string' } })
})

test('says which operations take an idempotency key, and when to ask again', () => {
  verifies('idempotency.declared', 'conventions.common-statuses')
  for (const { name, endpoint } of operations) {
    const { parameters, responses } = operationOf(name)
    const header = parameters.filter(
      (parameter) =>
        parameter.in === 'header' && !['Last-Event-ID', 'If-None-Match'].includes(parameter.name),
    )
    expect(
      header.map((parameter) => [parameter.name, parameter.required]),
      name,
    ).toEqual(endpoint.idempotencyKey ? [['Idempotency-Key', false]] : [])
    for (const status of ['409', '429', '503'])
      expect(responses[status], name).toMatchObject({
        headers: { 'retry-after': expect.anything() },
      })
  }
})

test('describes an answer that goes on as server-sent events, with how to go on after a break', () => {
  verifies('events.stream')
  const { parameters, responses } = operationOf('triggerInstances.events')
  expect(responses['200']?.content).toEqual({
    'text/event-stream': {
      schema: expect.objectContaining({
        required: ['id', 'timestamp', 'type', 'metadata', 'data'],
      }),
    },
  })
  expect(
    parameters.filter((parameter) => parameter.in === 'header').map(({ name }) => name),
  ).toEqual(['Last-Event-ID'])
  for (const { name } of operations)
    if (!['triggerInstances.events', 'logs.activity'].includes(name))
      expect(JSON.stringify(operationOf(name)), name).not.toContain('text/event-stream')
})

test('requires a query field that has to be there', () => {
  const parameters = toParameters(
    'query',
    z.object({ uuid: z.string(), page: z.string().default('1') }),
  )

  expect(parameters.map(({ name, required }) => [name, required])).toEqual([
    ['uuid', true],
    ['page', false],
  ])
})

test('requires a body unless an empty one would do', () => {
  expect(operationOf('sessions.create').requestBody).toMatchObject({ required: true })
  expect(operationOf('toolkits.multi').requestBody).toMatchObject({ required: false })
  expect(operationOf('tools.list').requestBody).toBeUndefined()
})

test('takes a field by its old name too, marked as deprecated', () => {
  verifies('description.aliases')
  const body = z.object({ trigger_config: z.string(), note: z.string() })
  const { schema } = toRequestBody(body, { triggerConfig: 'trigger_config' }).content[
    'application/json'
  ]
  const isValid = new Ajv2020().compile(schema)

  expect(schema).toMatchObject({
    properties: {
      triggerConfig: {
        type: 'string',
        deprecated: true,
        description: 'Deprecated: use trigger_config',
      },
    },
  })
  expect(
    [{ trigger_config: 'a', note: 'n' }, { triggerConfig: 'a', note: 'n' }, { note: 'n' }].map(
      (value) => isValid(value),
    ),
  ).toEqual([true, true, false])
})

test('adds an old name to each variant of a body that has the field', () => {
  const body = z.discriminatedUnion('type', [
    z.object({ type: z.literal('custom'), tools: z.string().optional() }),
    z.object({ type: z.literal('default') }),
  ])
  const { schema } = toRequestBody(body, { old_tools: 'tools' }).content['application/json']

  expect(schema).toMatchObject({
    oneOf: [
      { properties: { old_tools: { deprecated: true } } },
      { properties: { type: { const: 'default' } } },
    ],
  })
  expect(JSON.stringify(schema).match(/old_tools/g)).toHaveLength(1)
})

test('gives an answer without a body no content', () => {
  const responses = toResponses({
    method: 'POST',
    path: '/x',
    summary: 'x',
    auth: 'project',
    responses: { 204: z.void() },
    errors: ['gone'],
  })

  expect(responses['204']).not.toHaveProperty('content')
  expect(responses['410']).toMatchObject({
    content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorEnvelope' } } },
  })
})

test('says what each operation and each of its parameters is for', () => {
  verifies('description.parameters')
  for (const { path, operation } of described) {
    expect(operation.summary, path).toMatch(/^[A-Z].{5,}/)
    expect(
      operation.parameters
        .filter(({ description = '' }) => description.length < 4)
        .map(({ name }) => name),
      path,
    ).toEqual([])
  }
})

test('has an example of each body, which the body takes', () => {
  verifies('description.examples')
  for (const { name, endpoint } of operations) {
    if (!endpoint.body) continue
    const { content } = operationOf(name).requestBody as {
      content: { 'application/json': { schema: object; example?: unknown } }
    }
    const { schema, example } = content['application/json']
    expect(example, name).toBeTypeOf('object')
    expect(endpoint.body.safeParse(example).error?.issues, name).toBeUndefined()
    expect(schema, name).not.toHaveProperty('examples')
  }
})

test('leaves answers open for fields that a later version adds', () => {
  expect(JSON.stringify(paths['/api/v3/tools']?.['get']?.responses)).not.toContain(
    '"additionalProperties":false',
  )
})

test('keeps policy objects closed, as the service does', () => {
  expect(JSON.stringify(operationOf('sessions.create').requestBody)).toContain(
    '"additionalProperties":false',
  )
})

test('differs between services only in address, title and version', () => {
  const other = openApiDocument({ url: 'https://tools.example.com/', title: 'Tools', version: '7' })

  expect(other).toMatchObject({
    servers: [{ url: 'https://tools.example.com' }],
    info: { title: 'Tools', version: '7' },
  })
  expect(other['paths']).toBe(document['paths'])
  expect(Object.isFrozen(document['paths'])).toBe(true)
})

const operationOf = (name: string): Operation => {
  const found = described.find(({ operation }) => operation.operationId === name.replace('.', '_'))
  if (!found) throw new Error(`The document has no operation ${name}`)
  return found.operation
}

/** Every value under a `schema` key, and the shared schemas. */
const schemasIn = (value: unknown): object[] => {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, part]: [string, unknown]) => {
    if (key === 'schema' && isObject(part)) return [part]
    if (key === 'schemas' && isObject(part)) return Object.values(part).filter(isObject)
    return schemasIn(part)
  })
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Out of its document a schema finds the shared ones by id. */
const withSharedIds = (schema: object): object =>
  JSON.parse(JSON.stringify(schema).replaceAll('#/components/schemas/', 'shared/')) as object
