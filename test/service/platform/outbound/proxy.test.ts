import { expect, test } from 'vitest'
import { startProxy } from '../../../support/start-proxy.ts'
import { ca, startServer } from './start-server.ts'
import { failureOf, startOutbound, textOf } from './start-outbound.ts'

test('a call goes through the proxy, which learns the checked address and its own key', async () => {
  const target = await startServer((response) => {
    response.end('through')
  })
  const proxy = await startProxy()
  const outbound = startOutbound({
    allow: ['127.0.0.1/32'],
    resolve: (_name, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }]),
  })
  const call = {
    method: 'GET',
    url: `http://api.example:${target.port}/x`,
    proxy: { url: proxy.url, authorization: 'Bearer key' },
  }

  expect(textOf(await outbound.send(call))).toBe('through')
  expect(proxy.tunnels).toEqual([{ target: target.authority, authorization: 'Bearer key' }])
  expect(target.requests[0]?.headers).toMatchObject({ host: `api.example:${target.port}` })
  expect(target.requests[0]?.headers).not.toHaveProperty('proxy-authorization')
})

test('TLS runs from here to the target, whose certificate is checked against the name', async () => {
  const target = await startServer(
    (response) => {
      response.end('secret')
    },
    { secure: true },
  )
  const proxy = await startProxy()
  const outbound = startOutbound({
    allow: ['127.0.0.1/32'],
    ca,
    resolve: (_name, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }]),
  })
  const send = (name: string) => ({
    method: 'GET',
    url: `https://${name}:${target.port}/`,
    proxy: { url: proxy.url },
  })

  expect(textOf(await outbound.send(send('localhost')))).toBe('secret')
  expect(await failureOf(outbound, send('other.example'))).toMatchObject({ kind: 'network' })
})

test('the target and the proxy both pass the address rules', async () => {
  const target = await startServer()
  const proxy = await startProxy()
  const onlyProxy = startOutbound({ allow: [proxy.host] })
  const onlyTarget = startOutbound({ allow: [target.authority] })

  expect(await failureOf(onlyProxy, { url: target.url, proxy: { url: proxy.url } })).toMatchObject({
    kind: 'blocked',
    host: target.authority,
  })
  expect(
    await failureOf(onlyProxy, {
      url: target.url.replace('127.0.0.1', 'localhost'),
      proxy: { url: proxy.url },
    }),
  ).toMatchObject({ kind: 'blocked' })
  expect(await failureOf(onlyTarget, { url: target.url, proxy: { url: proxy.url } })).toMatchObject(
    { kind: 'blocked', host: proxy.host },
  )
  expect(
    await failureOf(onlyTarget, {
      url: target.url,
      proxy: { url: proxy.url.replace('127.0.0.1', 'localhost') },
    }),
  ).toMatchObject({ kind: 'blocked' })
  expect(proxy.tunnels).toEqual([])
})

test('a proxy that refuses or is away is named', async () => {
  const target = await startServer()
  const refusing = await startProxy({ answer: 407 })
  const outbound = startOutbound({ allow: ['127.0.0.1/32'] })

  expect(
    await failureOf(outbound, { url: target.url, proxy: { url: refusing.url } }),
  ).toMatchObject({ kind: 'network', host: refusing.host, message: expect.stringContaining('407') })
  expect(
    await failureOf(outbound, { url: target.url, proxy: { url: 'http://127.0.0.1:1' } }),
  ).toMatchObject({ kind: 'network', host: '127.0.0.1:1' })
})

test('an address can be checked without calling it', async () => {
  const outbound = startOutbound({
    allow: [],
    resolve: (name, _options, done) =>
      name === 'gone.example'
        ? done(new Error('no'), [])
        : done(null, [{ address: '10.0.0.1', family: 4 }]),
  })

  await expect(outbound.check('http://127.0.0.1:99/')).rejects.toMatchObject({ kind: 'blocked' })
  await expect(outbound.check('http://inside.example/')).rejects.toMatchObject({ kind: 'blocked' })
  await expect(outbound.check('ftp://x.example')).rejects.toMatchObject({ kind: 'invalid_url' })
  await expect(outbound.check('https://gone.example/')).resolves.toBeUndefined()
  await expect(outbound.check('https://8.8.8.8/')).resolves.toBeUndefined()
})
