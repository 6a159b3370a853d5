import { describe, expect, it } from 'vitest'
import { isCredentialParameter } from '../../../../src/service/catalog/openapi/secrets/judge-parameter.ts'
import { isSecretProperty } from '../../../../src/service/catalog/openapi/secrets/is-secret-property.ts'
import { verifies } from '../../../requirements.ts'
import { describeApi, importTool, importTools, jsonBody, operation } from './describe-api.ts'

const rare = { share: 0.01, count: 1, isAboutCredentials: false, declaresSchemes: false }
const common = { share: 0.9, count: 30, isAboutCredentials: false, declaresSchemes: false }

const judge = (place: string, name: string, description = '', context = rare): boolean =>
  isCredentialParameter({ place, name, description, type: 'string' }, context)

describe('a parameter is a credential of the caller', () => {
  it.each([
    ['query', 'access_token', 'OAuth access token.'],
    ['query', 'key', 'API key. Your API key identifies your project and provides you with access'],
    ['query', 'oauth_token', 'OAuth 2.0 token for the current user.'],
    ['query', 'api_key', ''],
    ['query', 'apikey', ''],
    ['query', 'auth_token', ''],
    ['query', 'client_secret', 'Issued when you created your application.'],
    ['query', 'token', '<a href="https://docs.example">Authentication token</a>. Requires: `read`'],
    ['header', 'Authorization', ''],
    ['header', 'x-api-key', ''],
    ['header', 'X-Shop-Access-Token', ''],
    ['header', 'PRIVATE-TOKEN', ''],
    ['header', 'token', ''],
    ['body', 'key', 'a valid API key'],
    ['body', 'token', 'Authentication token bearing required scopes.'],
  ])('in the %s: %s, %j', (place, name, description) => {
    verifies('imports.credentials')
    expect(judge(place, name, description)).toBe(true)
  })

  it('without a description where most operations take it', () => {
    expect(judge('query', 'token', '', common)).toBe(true)
    expect(judge('query', 'token', '', rare)).toBe(false)
    expect(judge('body', 'api_key', '', common)).toBe(true)
    expect(judge('body', 'api_key', '', rare)).toBe(false)
    // A store of keys and values takes this everywhere.
    expect(judge('query', 'key', '', common)).toBe(false)
  })
})

describe('a parameter is what the operation is about', () => {
  it.each([
    ['query', 'key', 'The key of the application property.'],
    ['query', 'pageToken', 'Page token, returned by a previous call'],
    ['query', 'token', 'The sync token of the previous answer'],
    ['query', 'client_secret', 'The client secret of the PaymentIntent.'],
    ['query', 'api_key', 'The API key to revoke'],
    ['header', 'Idempotency-Key', 'A unique identifier for the request'],
    ['header', 'X-CSRF-Token', ''],
    ['header', 'x-ms-encryption-key', ''],
    ['body', 'token', 'An arbitrary string delivered to the target address'],
    ['body', 'access_token', ''],
    ['body', 'password', 'The password of the new user'],
    ['body', 'secret', 'The secret that signs deliveries of the webhook'],
    ['body', 'refresh_token', 'The refresh token'],
  ])('in the %s: %s, %j', (place, name, description) => {
    verifies('imports.secret-arguments')
    expect(judge(place, name, description)).toBe(false)
  })

  it('where the operation issues, checks or revokes tokens', () => {
    const about = { ...rare, isAboutCredentials: true }
    expect(judge('query', 'access_token', 'The access token', about)).toBe(false)
    expect(judge('body', 'key', 'API key.', about)).toBe(false)
  })

  it('in the body, of an API that declares how callers prove who they are', () => {
    const said = 'User API token. The user must have access to the task.'
    expect(judge('body', 'api_key', said)).toBe(true)
    expect(judge('body', 'api_key', said, { ...rare, declaresSchemes: true })).toBe(false)
    expect(judge('body', 'api_key', said, { ...common, declaresSchemes: true })).toBe(true)
    expect(judge('query', 'api_key', said, { ...rare, declaresSchemes: true })).toBe(true)
  })

  it('where it is no text', () => {
    const parameter = { place: 'query', name: 'api_key', description: '' }
    expect(isCredentialParameter({ ...parameter, type: 'boolean' }, common)).toBe(false)
    expect(isCredentialParameter({ ...parameter, type: ['string', 'null'] }, common)).toBe(true)
  })
})

describe('the secret that an operation is about', () => {
  it.each(
    `password newPassword client_secret webhook_secret token card_token private_key apiKey SipAuthPassword accessToken
    cvc security_code passphrase`.split(/\s+/),
  )('is known by its name: %s', (name) => {
    expect(isSecretProperty(name, { type: 'string' })).toBe(true)
  })

  it.each(
    `page_token nextPageToken syncToken continuation_token token_type token_count secret_name public_key key
    password_policy tokens_used`.split(/\s+/),
  )('is not %s', (name) => {
    expect(isSecretProperty(name, { type: 'string' })).toBe(false)
  })

  it('is a text, and no choice', () => {
    expect(isSecretProperty('token', { type: 'integer' })).toBe(false)
    expect(isSecretProperty('token', { type: 'string', enum: ['none', 'all'] })).toBe(false)
    expect(isSecretProperty('token', { description: 'Token of the next page' })).toBe(false)
    expect(isSecretProperty('code', { type: 'string', format: 'password' })).toBe(true)
  })

  it('is writeOnly at every level of the arguments', async () => {
    const tool = await importTool(
      describeApi({
        '/users': {
          post: operation({
            parameters: [{ name: 'invite_token', in: 'query', schema: { type: 'string' } }],
            requestBody: jsonBody({
              type: 'object',
              properties: {
                name: { type: 'string' },
                password: { type: 'string' },
                hook: { type: 'object', properties: { secret: { type: 'string' }, url: {} } },
              },
            }),
          }),
        },
      }),
    )
    expect(tool.inputParameters).toMatchObject({
      properties: {
        invite_token: { writeOnly: true },
        name: { type: 'string' },
        password: { writeOnly: true },
        hook: { properties: { secret: { writeOnly: true } } },
      },
    })
    expect(JSON.stringify(tool.inputParameters).match(/writeOnly/g)).toHaveLength(3)
  })

  it('is not everything that an author marks', async () => {
    const texts = { type: 'string', writeOnly: true }
    const bodyOf = async (properties: object) =>
      (
        await importTool(
          describeApi({
            '/x': { post: operation({ requestBody: jsonBody({ type: 'object', properties }) }) },
          }),
        )
      ).inputParameters
    expect(await bodyOf({ name: texts, color: texts, password: texts })).toMatchObject({
      properties: { name: { type: 'string' }, password: { writeOnly: true } },
    })
    expect(JSON.stringify(await bodyOf({ name: texts, color: texts }))).not.toContain('writeOnly')
    expect(await bodyOf({ name: { type: 'string' }, size: {}, value: texts })).toMatchObject({
      properties: { value: { writeOnly: true } },
    })
  })
})

const key = { name: 'key', in: 'query', required: true, schema: { type: 'string' } }
const token = { name: 'token', in: 'query', required: true, schema: { type: 'string' } }

describe('credentials of a description', () => {
  it('leave the tools, whichever scheme names them', async () => {
    const { tools, toolkit } = await importTools(
      describeApi(
        { '/x': { get: operation({ parameters: [{ ...key, required: false }, token] }) } },
        {
          components: {
            securitySchemes: {
              bearer: { type: 'http', scheme: 'bearer' },
              one: { type: 'apiKey', in: 'query', name: 'key' },
              two: { type: 'apiKey', in: 'query', name: 'token' },
            },
          },
          security: [{ bearer: [] }, { one: [] }, { two: [] }],
        },
      ),
    )
    expect(tools[0]?.inputParameters['properties']).toEqual({})
    expect(toolkit.authSchemes.map(({ mode }) => mode)).toEqual(['BEARER_TOKEN', 'API_KEY'])
  })

  it('that every operation requires are needed together, though declared as alternatives', async () => {
    const { toolkit, tools } = await importTools(
      describeApi(
        {
          '/x': {
            parameters: [key, token],
            get: operation({ security: [{ one: [] }, { two: [] }] }),
            post: operation(),
          },
        },
        {
          components: {
            securitySchemes: {
              one: { type: 'apiKey', in: 'query', name: 'key' },
              two: { type: 'apiKey', in: 'query', name: 'token' },
            },
          },
        },
      ),
    )
    expect(toolkit.authSchemes.map(({ placements }) => placements)).toEqual([
      [
        { field: 'generic_api_key', in: 'query', name: 'key' },
        { field: 'two', in: 'query', name: 'token' },
      ],
    ])
    expect(tools.map(({ noAuth }) => noAuth)).toEqual([false, false])
  })

  it('of another service are arguments where the API declares its own', async () => {
    const body = jsonBody({
      type: 'object',
      properties: { api_key: { type: 'string', description: 'User API token' } },
      required: ['api_key'],
    })
    const { toolkit, tools } = await importTools(
      describeApi(
        { '/integrations/asana': { put: operation({ requestBody: body }) } },
        {
          components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
          security: [{ bearer: [] }],
        },
      ),
    )
    expect(toolkit.authSchemes.map(({ mode }) => mode)).toEqual(['BEARER_TOKEN'])
    expect(tools[0]?.inputParameters).toMatchObject({
      properties: { api_key: { type: 'string', writeOnly: true } },
      required: ['api_key'],
    })
  })

  it('make a scheme where none is declared, in the body too', async () => {
    const keyed = operation({
      requestBody: jsonBody({
        type: 'object',
        properties: { key: { type: 'string', description: 'a valid API key' }, to: {} },
        required: ['key'],
      }),
    })
    const { toolkit, tools, report } = await importTools(
      describeApi({ '/a': { post: keyed }, '/b': { post: keyed } }),
    )
    expect(toolkit.authSchemes).toMatchObject([
      { mode: 'API_KEY', placements: [{ field: 'generic_api_key', in: 'body', name: 'key' }] },
    ])
    expect(tools.map(({ noAuth }) => noAuth)).toEqual([false, false])
    expect(tools[0]?.inputParameters).toEqual({
      type: 'object',
      properties: { to: {} },
      additionalProperties: false,
    })
    expect(report.warnings).toEqual([])
    expect(report.notes).toContainEqual(expect.stringContaining('"key" (body)'))
  })

  it('of few operations are for those alone', async () => {
    const { tools } = await importTools(
      describeApi({
        '/open': { get: operation(), post: operation() },
        '/own': {
          get: operation({ parameters: [{ ...key, name: 'api_key' }] }),
        },
      }),
    )
    expect(tools.map(({ operation: name, noAuth }) => [name, noAuth])).toEqual([
      ['GET /open', true],
      ['POST /open', true],
      ['GET /own', false],
    ])
  })

  it('are found through compositions, however a description nests them', async () => {
    const circle: Record<string, unknown> = {
      type: 'object',
      properties: { key: { type: 'string', description: 'a valid API key' }, to: {} },
    }
    const many = Array.from({ length: 100 }, () => ({ $ref: '#/components/schemas/Circle' }))
    const { tools } = await importTools(
      describeApi(
        {
          '/x': {
            post: operation({ requestBody: jsonBody({ oneOf: [circle, ...many] }) }),
          },
        },
        { components: { schemas: { Circle: { oneOf: many, anyOf: many } } } },
      ),
    )
    const body = JSON.stringify(tools[0]?.inputParameters)
    expect(body).toContain('"to"')
    expect(body).not.toContain('"key"')
  })

  it.each([
    ['Bearer <token>', '', 'BEARER_TOKEN', undefined],
    ['', 'Bearer 12345', 'BEARER_TOKEN', undefined],
    ['Basic authentication', '', 'BASIC', undefined],
    ['`Token token=<key>`', '', 'API_KEY', 'Token token='],
    ['', '', 'API_KEY', undefined],
  ])('in an Authorization header: %j, %j', async (description, example, mode, prefix) => {
    const header = { name: 'Authorization', in: 'header', description, example, schema: {} }
    const { toolkit } = await importTools(
      describeApi({ '/x': { get: operation({ parameters: [header] }) } }),
    )
    expect(toolkit.authSchemes.map((scheme) => scheme.mode)).toEqual([mode])
    expect(toolkit.authSchemes[0]?.placements?.[0]?.prefix).toBe(prefix)
  })

  it('that no scheme sends are warned of', async () => {
    const { report } = await importTools(
      describeApi(
        { '/x': { get: operation({ parameters: [{ ...key, name: 'api_key' }] }) } },
        {
          components: { securitySchemes: { basic: { type: 'http', scheme: 'basic' } } },
          security: [{ basic: [] }],
        },
      ),
    )
    expect(report.warnings).toMatchObject([
      { code: 'undeclared_credential', message: expect.stringContaining('"api_key" (query)') },
    ])
  })
})
