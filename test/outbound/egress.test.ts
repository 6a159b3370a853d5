import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../requirements.ts'
import { importToolkit } from '../support/import-toolkit.ts'
import { startService, type TestService } from '../support/start-service.ts'
import { startUpstream, type Upstream } from '../support/start-upstream.ts'

/** Allowed to every project, for tools of an on-premise system. */
let intranet: Upstream
/** A public API of whoever attacks. */
let outside: Upstream
let service: TestService

beforeAll(async () => {
  intranet = await startUpstream(
    (_request, response) => void response.end('{"secret":"root-password-of-intranet"}'),
    { keep: true },
  )
  outside = await startUpstream(
    (_request, response) => void response.setHeader('content-type', 'application/json').end('{}'),
    { keep: true },
  )
  const egressAllow = [intranet.host, outside.host, `*:scans=file@${intranet.host}`]
  service = await startService({
    keep: true,
    egressAllow,
    resolve: (_name, _options, done) => done(null, [{ address: '8.8.8.8', family: 4 }]),
  })
})

afterAll(async () => {
  await service.close()
  await intranet.close()
  await outside.close()
})

const content = { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
const upload = {
  post: {
    operationId: 'upload',
    requestBody: { required: true, content },
    responses: { 200: { description: 'ok' } },
  },
}
const uploadApi = () => ({
  openapi: '3.0.3',
  info: { title: 'Upload', version: '1' },
  servers: [{ url: outside.url }],
  paths: { '/up': upload },
})

/** Has a tool read its file argument from the intranet. */
const sendIntranet = async (slug: string) => {
  const {
    tools: [tool = ''],
  } = await importToolkit(service, {
    slug,
    source: { openapi: uploadApi() },
    auth: { scheme: 'NO_AUTH' },
  })
  const { input_parameters } = await service.client.tools.get({ params: { tool_slug: tool } })
  const [argument = ''] = Object.keys(input_parameters['properties'] ?? {})
  return service.client.tools.execute({
    params: { tool_slug: tool },
    body: { user_id: 'ada', arguments: { [argument]: { url: `${intranet.url}/admin` } } },
  })
}

describe('an intranet host that tools may reach', () => {
  test('is not read by a file argument, which a model may write', async () => {
    verifies('outbound.purposes', 'outbound.refusals')
    const { successful, error } = await sendIntranet('up')

    expect({
      successful,
      intranet: intranet.received.length,
      outside: outside.received.length,
    }).toEqual({ successful: false, intranet: 0, outside: 0 })
    expect(error).toMatch(
      new RegExp(`"pr_\\w+:up=file@${intranet.host}" to PLUGBOARD_EGRESS_ALLOW`),
    )
  })

  test('is not read by an import', async () => {
    verifies('outbound.purposes', 'imports.address')
    const run = importToolkit(service, { slug: 'peek', source: { openapi: `${intranet.url}/any` } })
    await expect(run).rejects.toThrow(`:peek=import@${intranet.host}" to PLUGBOARD_EGRESS_ALLOW`)
    expect(intranet.received).toEqual([])
  })

  test('is read for the toolkit whose files may come from there', async () => {
    verifies('outbound.purposes')
    expect(await sendIntranet('scans')).toMatchObject({ successful: true })
    expect(outside.received.at(-1)?.body).toContain('root-password-of-intranet')
  })
})

test('an API over plain http gets no credential, and the import says so', async () => {
  verifies('outbound.plain-http', 'imports.plain-http')
  const get = { operationId: 'list', responses: { 200: { description: 'ok' } } }
  const paths = {
    '/a': { get },
    '/b': { get: { ...get, operationId: 'other', servers: [{ url: 'https://safe.example' }] } },
  }
  const components = { securitySchemes: { key: { type: 'apiKey', in: 'query', name: 'key' } } }
  const api = (url: string) => ({
    openapi: '3.0.3',
    info: { title: 'Plain', version: '1' },
    servers: [{ url }],
    paths,
    components,
    security: [{ key: [] }],
  })
  const { warnings, tools } = await importToolkit(service, {
    slug: 'plain',
    source: { openapi: api('http://plain.example/v1') },
  })
  expect(warnings).toEqual([
    {
      code: 'plain_http',
      blocking: true,
      message: expect.stringMatching(
        /^No credential is sent to http:\/\/plain\.example: .+"pr_\w+:plain=tool@plain\.example:80"/,
      ),
      fix: expect.stringContaining('https://plain.example'),
    },
  ])

  const { auth_config } = await service.client.authConfigs.create({
    body: { toolkit: { slug: 'plain' } },
  })
  await service.client.connectedAccounts.create({
    body: {
      auth_config: { id: auth_config.id },
      connection: {
        user_id: 'ada',
        state: { authScheme: 'API_KEY', val: { generic_api_key: 'secret-0123456789' } },
      },
    },
  })
  const slug = tools.find((name) => !name.includes('OTHER')) ?? ''
  const { successful, error } = await service.client.tools.execute({
    params: { tool_slug: slug },
    body: { user_id: 'ada', arguments: {} },
  })
  expect({ successful, error }).toEqual({
    successful: false,
    error: expect.stringContaining('plain http would expose'),
  })

  // The operator listed this one.
  const listed = await importToolkit(service, {
    slug: 'listed',
    source: { openapi: api(outside.url) },
  })
  expect(listed.warnings).toEqual([])
})
