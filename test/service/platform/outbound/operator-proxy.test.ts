import { expect, test } from 'vitest'
import { verifies } from '../../../requirements.ts'
import type { Resolve } from '../../../../src/service/platform/outbound/index.ts'
import { startProxy } from '../../../support/start-proxy.ts'
import { failureOf, startOutbound, textOf } from './start-outbound.ts'
import { ca, startServer } from './start-server.ts'

/** Names of a network that needs a proxy: others can't be resolved there. */
const resolving =
  (names: Record<string, string>): Resolve =>
  (name, _options, done) => {
    const address = names[name]
    if (address === undefined)
      return done(Object.assign(new Error('unknown'), { code: 'ENOTFOUND' }), [])
    return done(null, [{ address, family: 4 }])
  }

test('public addresses are reached through it by their names, resolved here or not', async () => {
  verifies('outbound.operator-proxy')
  const target = await startServer((response) => void response.end('through'))
  const proxy = await startProxy({
    knows: { 'api.example': '127.0.0.1', 'known.example': '127.0.0.1' },
  })
  const outbound = startOutbound({
    allow: [],
    resolve: resolving({ 'known.example': '93.184.216.34' }),
    proxy: { url: proxy.url, authorization: 'Basic b2s=' },
  })
  for (const name of ['api.example', 'known.example'])
    expect(
      textOf(await outbound.send({ method: 'GET', url: `http://${name}:${target.port}/` })),
    ).toBe('through')
  expect(proxy.tunnels).toEqual(
    ['api.example', 'known.example'].map((name) => ({
      target: `${name}:${target.port}`,
      authorization: 'Basic b2s=',
    })),
  )
  expect(target.requests[0]?.headers).toMatchObject({ host: `api.example:${target.port}` })
  expect(target.requests[0]?.headers).not.toHaveProperty('proxy-authorization')
})

test('TLS runs from here to the target, whose certificate is checked against the name', async () => {
  verifies('outbound.operator-proxy')
  const target = await startServer((response) => void response.end('secret'), { secure: true })
  const proxy = await startProxy({ knows: { 'other.example': '127.0.0.1' } })
  const outbound = startOutbound({
    allow: [],
    ca,
    resolve: resolving({ localhost: '93.184.216.34' }),
    proxy: { url: proxy.url },
  })
  const send = (name: string) => ({ method: 'GET', url: `https://${name}:${target.port}/` })
  expect(textOf(await outbound.send(send('localhost')))).toBe('secret')
  expect(await failureOf(outbound, send('other.example'))).toMatchObject({ kind: 'network' })
  expect(proxy.tunnels).toHaveLength(2)
})

test('what is allowed inside is reached directly, and what is not is not reached at all', async () => {
  verifies('outbound.operator-proxy')
  const inside = await startServer((response) => void response.end('inside'))
  const elsewhere = await startServer((response) => {
    response.writeHead(302, { location: 'http://metadata.example/' }).end()
  })
  const proxy = await startProxy({ knows: { 'api.example': '127.0.0.1' } })
  const outbound = startOutbound({
    allow: [`crm.internal:${inside.port}`],
    resolve: resolving({ 'crm.internal': '127.0.0.1', 'metadata.example': '169.254.169.254' }),
    proxy: { url: proxy.url },
  })
  expect(
    textOf(await outbound.send({ method: 'GET', url: `http://crm.internal:${inside.port}/` })),
  ).toBe('inside')
  for (const url of ['http://metadata.example/', 'http://169.254.169.254/', 'https://[::1]/'])
    expect(await failureOf(outbound, { url })).toMatchObject({ kind: 'blocked' })
  expect(proxy.tunnels).toEqual([])

  expect(await failureOf(outbound, { url: `http://api.example:${elsewhere.port}/` })).toMatchObject(
    { kind: 'blocked', host: 'metadata.example' },
  )
  expect(proxy.tunnels).toHaveLength(1)
})

test('a credential goes over plain http only to a host that an entry names', async () => {
  verifies('outbound.operator-proxy')
  const target = await startServer()
  const proxy = await startProxy({ knows: { 'legacy.example': '127.0.0.1' } })
  const call = {
    method: 'GET',
    url: `http://legacy.example:${target.port}/`,
    headers: { authorization: 'Bearer secret' },
  }
  const settings = { resolve: resolving({}), proxy: { url: proxy.url } }
  expect(await failureOf(startOutbound({ allow: [], ...settings }), call)).toMatchObject({
    kind: 'blocked',
  })
  expect(proxy.tunnels).toEqual([])
  const named = startOutbound({ allow: [`legacy.example:${target.port}`], ...settings })
  expect((await named.send(call)).status).toBe(200)
  expect(target.requests[0]?.headers).toMatchObject({ authorization: 'Bearer secret' })
})

test('the proxy of an auth config is reached through it', async () => {
  verifies('outbound.operator-proxy')
  const target = await startServer((response) => void response.end('twice'))
  const inner = await startProxy({ knows: { '93.184.216.34': '127.0.0.1' } })
  const outer = await startProxy({ knows: { 'proxy.example': '127.0.0.1' } })
  const outbound = startOutbound({
    allow: [],
    resolve: resolving({ 'api.example': '93.184.216.34' }),
    proxy: { url: outer.url },
  })
  const innerUrl = inner.url.replace('127.0.0.1', 'proxy.example')
  expect(
    textOf(
      await outbound.send({
        method: 'GET',
        url: `http://api.example:${target.port}/`,
        proxy: { url: innerUrl, authorization: 'Basic aW5uZXI=' },
      }),
    ),
  ).toBe('twice')
  expect(outer.tunnels).toEqual([{ target: new URL(innerUrl).host, authorization: undefined }])
  expect(inner.tunnels).toEqual([
    { target: `93.184.216.34:${target.port}`, authorization: 'Basic aW5uZXI=' },
  ])
})

test('a proxy that refuses or is away is named', async () => {
  verifies('outbound.operator-proxy')
  const refusing = await startProxy({ answer: 403 })
  const resolve = resolving({})
  const at = (url: string) => startOutbound({ allow: [], resolve, proxy: { url } })
  expect(await failureOf(at(refusing.url), { url: 'https://api.example/' })).toMatchObject({
    kind: 'network',
    host: refusing.host,
    message: expect.stringContaining('403'),
  })
  expect(await failureOf(at('http://127.0.0.1:1'), { url: 'https://api.example/' })).toMatchObject({
    kind: 'network',
    host: '127.0.0.1:1',
  })
})
