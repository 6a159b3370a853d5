import { expect, test } from 'vitest'
import { startServer } from './start-server.ts'
import { failureOf, startOutbound, textOf } from './start-outbound.ts'

test('checks a name again for every connection', async () => {
  const allowed = await startServer((response) => {
    response.setHeader('connection', 'close').end('allowed')
  })
  const secret = await startServer(
    (response) => {
      response.end('secret')
    },
    { host: '127.0.0.2', port: allowed.port },
  )
  const addresses = ['127.0.0.1', '127.0.0.2']
  const outbound = startOutbound({
    allow: ['127.0.0.1/32'],
    resolve: (_name, _options, done) =>
      done(null, [{ address: addresses.shift() ?? '', family: 4 }]),
  })
  const url = `http://rebinding.example:${allowed.port}/`

  expect(textOf(await outbound.send({ method: 'GET', url }))).toBe('allowed')
  expect(await failureOf(outbound, { url })).toMatchObject({ kind: 'blocked' })
  expect(secret.connections()).toBe(0)
})

test('connects to the very address that it checked, after one look-up', async () => {
  const allowed = await startServer((response) => {
    response.end('allowed')
  })
  const secret = await startServer(
    (response) => {
      response.end('secret')
    },
    { host: '127.0.0.2', port: allowed.port },
  )
  let lookups = 0
  const outbound = startOutbound({
    allow: ['127.0.0.1/32'],
    resolve: (_name, _options, done) => {
      lookups += 1
      done(null, [{ address: lookups === 1 ? '127.0.0.1' : '127.0.0.2', family: 4 }])
    },
  })

  expect(
    textOf(
      await outbound.send({ method: 'GET', url: `http://rebinding.example:${allowed.port}/` }),
    ),
  ).toBe('allowed')
  expect(lookups).toBe(1)
  expect(secret.connections()).toBe(0)
})

test('tries the next address when the first does not answer', async () => {
  const server = await startServer()
  const addresses = [
    { address: '127.0.0.9', family: 4 },
    { address: '127.0.0.1', family: 4 },
  ]
  const outbound = startOutbound({
    allow: ['127.0.0.0/8'],
    resolve: (_name, _options, done) => done(null, addresses),
  })
  expect(
    textOf(await outbound.send({ method: 'GET', url: `http://two.example:${server.port}/` })),
  ).toBe('ok')
})

test('reports a name without addresses', async () => {
  const outbound = startOutbound({ allow: [], resolve: (_name, _options, done) => done(null, []) })
  const error = await failureOf(outbound, { url: 'http://nowhere.example/?key=hunter2' })
  expect(error).toMatchObject({ kind: 'network', host: 'nowhere.example' })
  expect(error.message).toContain('ENOTFOUND')
})
