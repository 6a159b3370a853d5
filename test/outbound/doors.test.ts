import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { verifies } from '../requirements.ts'
import { loopbackHosts, otherForbiddenHosts, trickyAddresses } from '../support/forbidden-hosts.ts'
import { importToolkit } from '../support/import-toolkit.ts'
import { startService, type TestService } from '../support/start-service.ts'
import { startUpstream, type Upstream } from '../support/start-upstream.ts'

let service: TestService
/** The one third party that may be reached: it redirects wherever it is told. */
let upstream: Upstream
/** Stands for whatever else listens on this machine. */
let inside: { port: number; connections: () => number; close: () => void }

beforeAll(async () => {
  upstream = await startUpstream(
    (request, response) => {
      const to = new URL(request.url, 'http://x').searchParams.get('to')
      response
        .writeHead(to === null ? 200 : 307, {
          'content-type': 'application/json',
          // Header values are bytes.
          ...(to !== null && { location: Buffer.from(to).toString('latin1') }),
        })
        .end('{}')
    },
    { keep: true },
  )
  inside = await listenInside()
  service = await startService({
    keep: true,
    egressAllow: [upstream.host, `import+file@${upstream.host}`],
    logLevel: 'silent',
    toolTimeoutMs: 2000,
    resolve: (_name, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }]),
  })
})

afterAll(async () => {
  await service.close()
  await upstream.close()
  inside.close()
})

const listenInside = async () => {
  let connections = 0
  const server = createServer((socket) => {
    connections += 1
    socket.destroy()
  })
  // Every address of this machine, of both families.
  server.listen(0, '::')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    close: () => void server.close(),
  }
}

const forbidden = () => [
  ...loopbackHosts.map((host) => `http://${host}:${inside.port}/`),
  ...otherForbiddenHosts.map((host) => `http://${host}/`),
  ...trickyAddresses(inside.port),
]

/**
 * Sends every forbidden address through a door, some at a time, and gives those that were not
 * refused.
 */
const letThrough = async (
  door: (url: string, number: number) => Promise<{ refused: boolean; said: string }>,
  addresses = forbidden(),
): Promise<string[]> => {
  const through: string[] = []
  const work = async () => {
    for (let number = addresses.length - 1; addresses.length > 0; number = addresses.length - 1) {
      const url = addresses.pop() ?? ''
      const { refused, said } = await door(url, number)
      // What looks like a path is one, at the third party that may be called.
      if (!refused && /^https?:\/\//i.test(url)) through.push(`${url}: ${said}`)
    }
  }
  await Promise.all([work(), work(), work(), work()])
  return through
}

/**
 * A refusal by the rules of form or address; a call that was tried and failed says something else.
 */
const isRefusal = (text: string): boolean =>
  /not public|not a complete URL|not an absolute|user name|only http|redirect|invalid|must be|must match|belongs to|own host/i.test(
    text,
  )

const post = (path: string, body: unknown) => service.request('POST', `/api/v3/${path}`, { body })

const toOutcome = (isExpected: boolean, said: string) => ({
  refused: isExpected && isRefusal(said),
  said,
})

const refusedWith400 = ({ status, body }: { status: number; body: unknown }) =>
  toOutcome(status === 400, JSON.stringify(body))

const operation = (operationId: string, more: object = {}) => ({
  operationId,
  summary: operationId,
  responses: { 200: { description: 'ok' } },
  ...more,
})

const describeApi = (paths: Record<string, object>, more: object = {}) => ({
  openapi: '3.1.0',
  info: { title: 'Door', version: '1' },
  servers: [{ url: upstream.url }],
  paths,
  ...more,
})

const execute = async (tool: string, given: Record<string, unknown>, more: object = {}) => {
  const { status, body } = await post(`tools/execute/${tool}`, {
    arguments: given,
    user_id: 'ada',
    ...more,
  })
  return toOutcome(status === 200 && body.successful === false, JSON.stringify(body.error))
}

const connect = async (
  toolkit: string,
  val: Record<string, unknown> = { generic_api_key: 'secret-0123456789' },
) => {
  const { auth_config } = await service.client.authConfigs.create({
    body: { toolkit: { slug: toolkit } },
  })
  return (
    await service.client.connectedAccounts.create({
      body: {
        auth_config: { id: auth_config.id },
        connection: { user_id: 'ada', state: { authScheme: auth_config.auth_scheme, val } },
      },
    })
  ).id
}

const keyed = {
  components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
  security: [{ key: [] }],
}

test('there are more than ninety addresses', () => {
  verifies('outbound.addresses')
  expect(new Set(forbidden()).size).toBeGreaterThan(90)
})

describe('no forbidden address is reached', { timeout: 300_000 }, () => {
  afterAll(() => expect(inside.connections()).toBe(0))

  test('by a tool whose description names it as its server', async () => {
    const paths = Object.fromEntries(
      forbidden().map((url, number) => [
        `/t${number}`,
        { get: operation(`listT${number}`, { servers: [{ url }] }) },
      ]),
    )
    const { tools } = await importToolkit(service, {
      slug: 'servers',
      source: { openapi: describeApi(paths) },
    })
    expect(tools).toHaveLength(forbidden().length)
    expect(await letThrough((_url, number) => execute(`SERVERS_LIST_T${number}`, {}))).toEqual([])
  })

  test('by a tool, a proxied request or an upload whose third party redirects there', async () => {
    const parameters = [{ name: 'to', in: 'query', schema: { type: 'string' } }]
    await importToolkit(service, {
      slug: 'redirects',
      source: {
        openapi: describeApi({ '/': { get: operation('listRoot', { parameters }) } }, keyed),
      },
    })
    const account = await connect('redirects')
    expect(
      await letThrough(unlessRelative((to) => execute('REDIRECTS_LIST_ROOT', { to }))),
    ).toEqual([])
    expect(
      await letThrough(
        unlessRelative((to) =>
          proxy(account, { endpoint: `/?to=${encodeURIComponent(to)}`, method: 'GET' }),
        ),
      ),
    ).toEqual([])
    expect(
      await letThrough(
        unlessRelative((to) =>
          proxy(account, {
            endpoint: '/',
            method: 'POST',
            binary_body: { url: `${upstream.url}/?to=${encodeURIComponent(to)}` },
          }),
        ),
      ),
    ).toEqual([])
  })

  test('by the endpoint or the upload of a proxied request, even where the toolkit claims the host as its own', async () => {
    const paths = Object.fromEntries(
      forbidden().map((url, number) => [
        `/t${number}`,
        { get: operation(`listT${number}`, { servers: [{ url }] }) },
      ]),
    )
    await importToolkit(service, { slug: 'claims', source: { openapi: describeApi(paths, keyed) } })
    const account = await connect('claims')
    expect(await letThrough((endpoint) => proxy(account, { endpoint, method: 'GET' }))).toEqual([])
    expect(
      await letThrough((url) =>
        proxy(account, { endpoint: '/', method: 'POST', binary_body: { url } }),
      ),
    ).toEqual([])
  })

  test('by a host that an account gives, nor by one in custom connection data', async () => {
    const servers = [{ url: 'http://{host}', variables: { host: { default: 'example.com' } } }]
    const auth = { scheme: 'API_KEY' as const, fields: [{ name: 'host' }] }
    await importToolkit(service, {
      slug: 'hosts',
      source: { openapi: describeApi({ '/': { get: operation('listRoot') } }, { servers }) },
      auth,
    })
    const { auth_config } = await service.client.authConfigs.create({
      body: { toolkit: { slug: 'hosts' } },
    })
    const hostOf = (url: string) => url.replace(/^http:\/\//, '').replace(/\/$/, '')
    expect(
      await letThrough(async (url, number) => {
        const user_id = `user${number}`
        const made = await post('connected_accounts', {
          auth_config: { id: auth_config.id },
          connection: {
            user_id,
            state: {
              authScheme: 'API_KEY',
              val: { generic_api_key: 'secret-0123456789', host: hostOf(url) },
            },
          },
        })
        return made.status === 201
          ? execute('HOSTS_LIST_ROOT', {}, { user_id })
          : toOutcome(made.status === 400, JSON.stringify(made.body))
      }),
    ).toEqual([])
    const custom = (url: string) => ({
      authScheme: 'API_KEY',
      toolkitSlug: 'hosts',
      val: { generic_api_key: 'secret-0123456789', host: hostOf(url) },
    })
    expect(
      await letThrough((url) =>
        proxy(undefined, { endpoint: '/', method: 'GET', custom_connection_data: custom(url) }),
      ),
    ).toEqual([])
  })

  test('by the import of a description, also after a redirect', async () => {
    const run = async (url: string) => {
      const begun = await post('toolkits/import', { slug: 'imported', source: { openapi: url } })
      if (begun.status === 400) return toOutcome(true, JSON.stringify(begun.body))
      for (;;) {
        const { status, error } = await service.client.toolkits.getImport({
          params: { id: begun.body.id },
        })
        if (status === 'failed') return toOutcome(true, String(error))
        if (status === 'succeeded') return toOutcome(false, 'it was imported')
        await wait(20)
      }
    }
    expect(await letThrough(run)).toEqual([])
    expect(
      await letThrough(
        unlessRelative((to) => run(`${upstream.url}/?to=${encodeURIComponent(to)}`)),
      ),
    ).toEqual([])
  })

  test('by a webhook subscription', async () => {
    expect(
      await letThrough(async (webhook_url) =>
        refusedWith400(
          await post('webhook_subscriptions', {
            webhook_url,
            enabled_events: ['svc.trigger.message'],
          }),
        ),
      ),
    ).toEqual([])
    expect((await service.client.webhookSubscriptions.list({})).total_items).toBe(0)
  })

  test('by the proxy of an auth config', async () => {
    const create = (proxy_url: string) =>
      post('auth_configs', {
        toolkit: { slug: 'redirects' },
        auth_config: { type: 'use_custom_auth', proxy_config: { proxy_url } },
      })
    expect(await letThrough(async (url) => refusedWith400(await create(url)))).toEqual([])
  })

  test('by the address where tokens are given', async () => {
    expect(
      await letThrough(
        async (token_url, number) => {
          const slug = `tokens${number}`
          const auth = { scheme: 'S2S_OAUTH2', oauth: { token_url } }
          const begun = await post('toolkits/import', {
            slug,
            source: { openapi: describeApi({ '/': { get: operation('listRoot') } }) },
            auth,
          })
          if (begun.status !== 202) return refusedWith400(begun)
          await vi.waitFor(
            async () =>
              expect(
                (await service.client.toolkits.getImport({ params: { id: begun.body.id } })).status,
              ).toBe('succeeded'),
            { timeout: 60_000, interval: 20 },
          )
          const { auth_config } = await service.client.authConfigs.create({
            body: { toolkit: { slug } },
          })
          const val = { client_id: 'client', client_secret: 'secret-0123456789' }
          return refusedWith400(
            await post('connected_accounts', {
              auth_config: { id: auth_config.id },
              connection: { user_id: 'ada', state: { authScheme: auth_config.auth_scheme, val } },
            }),
          )
        },
        loopbackHosts.map((host) => `http://${host}:${inside.port}/`),
      ),
    ).toEqual([])
  })
})

/** Some of the spellings are relative to the third party that redirects: they lead back to it. */
const unlessRelative =
  (door: (url: string) => Promise<{ refused: boolean; said: string }>) => (to: string) =>
    URL.parse(to, upstream.url)?.host === upstream.host
      ? Promise.resolve({ refused: true, said: '' })
      : door(to)

const proxy = async (account: string | undefined, body: object) => {
  const answer = await post('tools/execute/proxy', {
    ...(account !== undefined && { connected_account_id: account }),
    ...body,
  })
  return toOutcome(answer.status >= 400 && answer.status !== 500, JSON.stringify(answer.body))
}
