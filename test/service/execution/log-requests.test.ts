import { afterAll, beforeAll, expect, it } from 'vitest'
import { runCli } from '../../cli/run-cli.ts'
import { verifies } from '../../requirements.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { startService, type TestService } from '../../support/start-service.ts'
import { json, startUpstream, type Upstream } from '../../support/start-upstream.ts'

// So short that it is recognized only as a whole part of an address.
const key = 'k3y'
const pages = 12

const operation = (operationId: string, ...parameters: string[]) => ({
  operationId,
  summary: operationId,
  parameters: parameters.map((name) => ({ name, in: 'query', schema: { type: 'string' } })),
  responses: { 200: { description: 'ok' } },
})

const description = (url: string) => ({
  openapi: '3.1.0',
  info: { title: 'Notes', version: '1' },
  servers: [{ url }],
  components: { securitySchemes: { key: { type: 'apiKey', in: 'query', name: 'key' } } },
  security: [{ key: [] }],
  paths: {
    '/notes': { get: operation('listNotes', 'page') },
    '/found': { get: operation('findNotes', 'q', 'passcode', 'author') },
    '/moved': { get: operation('getMoved') },
    '/broken': { get: operation('getBroken') },
    '/busy': { get: operation('getBusy') },
  },
})

let upstream: Upstream
let service: TestService
let accountId: string

beforeAll(async () => {
  let isBusy = true
  upstream = await startUpstream(
    ({ url }, response) => {
      const { pathname, searchParams } = new URL(url, 'http://notes')
      if (pathname === '/broken') return void response.destroy()
      if (pathname === '/moved')
        return void response.writeHead(302, { location: '/there?signature=of-the-redirect' }).end()
      if (pathname === '/busy' && isBusy) {
        isBusy = false
        return void response.writeHead(429, { 'retry-after': '0' }).end()
      }
      const page = Number(searchParams.get('page') ?? 1)
      if (pathname === '/notes' && page < pages)
        response.setHeader('link', `<${upstream.url}/notes?page=${page + 1}>; rel="next"`)
      return json(response, 200, [{ page }])
    },
    { keep: true },
  )
  service = await startService({ keep: true, egressAllow: [upstream.host] })
  await importToolkit(service, {
    slug: 'notes',
    source: { openapi: description(upstream.url) },
  })
  const { auth_config } = await service.client.authConfigs.create({
    body: { toolkit: { slug: 'notes' } },
  })
  const account = await service.client.connectedAccounts.create({
    body: {
      auth_config: { id: auth_config.id },
      connection: {
        user_id: 'ada',
        state: { authScheme: 'API_KEY', val: { generic_api_key: key } },
      },
    },
  })
  accountId = account.id
})
afterAll(async () => {
  await service.close()
  await upstream.close()
})

const call = async (name: string, args: Record<string, unknown> = {}, more: object = {}) => {
  const { log_id } = await service.client.tools.execute({
    params: { tool_slug: `NOTES_${name}` },
    body: { user_id: 'ada', arguments: args, ...more },
  })
  return service.client.logs.get({ params: { id: String(log_id) } })
}

const duration_ms = expect.any(Number)
const answered = (path: string, status = 200) => ({
  method: 'GET',
  url: `${upstream.url}${path}`,
  status,
  duration_ms,
})

it('names the first ten requests of a call, and how many more there were', async () => {
  verifies('logs.requests')
  const log = await call('LIST_NOTES', {}, { all: true })
  expect(upstream.received.filter(({ url }) => url.startsWith('/notes'))).toHaveLength(pages)
  expect(log.requests).toEqual([
    answered('/notes'),
    ...Array.from({ length: 9 }, (_, index) => answered(`/notes?page=${index + 2}`)),
  ])
  expect(log.requests_left_out).toBe(2)
})

it('names a redirect without its query, a request that is repeated, and one without an answer', async () => {
  verifies('logs.requests', 'logs.requests.secrets')
  expect((await call('GET_MOVED')).requests).toEqual([
    { ...answered('/moved'), redirected_to: `${upstream.url}/there` },
  ])
  expect((await call('GET_BUSY')).requests).toEqual([answered('/busy', 429), answered('/busy')])
  const broken = await call('GET_BROKEN')
  expect(broken.requests).toEqual([{ ...answered('/broken'), status: null }])
  expect(broken).not.toHaveProperty('requests_left_out')
})

it('names no request where none was sent', async () => {
  verifies('logs.requests')
  expect((await call('LIST_NOTES', { page: {} })).requests).toEqual([])
})

it('leaves secrets out of the addresses, and cuts long ones', async () => {
  verifies('logs.requests.secrets')
  const { requests } = await call('FIND_NOTES', {
    q: 'a b',
    passcode: '12 34',
    author: key,
  })
  expect(upstream.received.at(-1)?.url).toContain(`author=${key}&key=${key}`)
  expect(requests).toEqual([answered('/found?q=a%20b&passcode=[redacted]&author=[redacted]')])
  const long = await call('FIND_NOTES', { q: 'x'.repeat(3000) })
  expect(long.requests?.[0]?.url).toMatch(/x…$/)
  expect(long.requests?.[0]?.url).toHaveLength(2000)
})

it('names the request of a proxied call, and the command shows it', async () => {
  verifies('logs.requests', 'logs.requests.secrets')
  await service.client.tools.proxy({
    body: {
      endpoint: '/found?q=door&api-key=another-one',
      method: 'GET',
      connected_account_id: accountId,
    },
  })
  const { items } = await service.client.logs.list({ query: { tool_slugs: ['PROXY'], limit: 1 } })
  expect(items[0]?.requests).toEqual([answered('/found?q=door&api-key=[redacted]')])

  const { stdout } = await runCli(['logs', 'get', String(items[0]?.id)], {
    environment: { PLUGBOARD_BASE_URL: service.url, PLUGBOARD_API_KEY: service.apiKey },
  })
  expect(stdout).toContain(`${upstream.url}/found?q=door&api-key=[redacted]`)
})
