import { expect, test } from 'vitest'
import { loopbackHosts, otherForbiddenHosts } from '../../../support/forbidden-hosts.ts'
import { startServer } from './start-server.ts'
import { failureOf, startOutbound } from './start-outbound.ts'

test.each(loopbackHosts)('does not reach this machine as %s', async (host) => {
  const server = await startServer()
  const outbound = startOutbound({
    allow: [],
    resolve: (_name, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }]),
  })

  const error = await failureOf(outbound, { url: `http://${host}:${server.port}/` })

  expect(error).toMatchObject({ kind: 'blocked' })
  expect(error.message).toContain('not public')
  expect(server.connections()).toBe(0)
})

test.each(otherForbiddenHosts)('does not call %s', async (host) => {
  const outbound = startOutbound({ allow: [] })
  expect(await failureOf(outbound, { url: `http://${host}/` })).toMatchObject({ kind: 'blocked' })
})

test.each([
  '127.0.0.1',
  '10.0.0.1',
  '169.254.169.254',
  '::1',
  '::ffff:10.0.0.1',
  '64:ff9b::a9fe:a9fe',
  'fd00::1',
  'fe80::1%lo',
  '0.0.0.0',
  'not an address',
])('does not call a name that leads to %s', async (address) => {
  const outbound = startOutbound({
    allow: [],
    resolve: (_name, _options, done) =>
      done(null, [{ address, family: address.includes(':') ? 6 : 4 }]),
  })
  const error = await failureOf(outbound, { url: 'https://api.example.com/?key=hunter2' })

  expect(error).toMatchObject({ kind: 'blocked', host: 'api.example.com' })
  expect(error.message).not.toContain(address)
  expect(error.message).not.toContain('hunter2')
})

test('refuses a name as soon as one of its addresses is forbidden', async () => {
  const server = await startServer()
  const addresses = [
    { address: '127.0.0.1', family: 4 },
    { address: '10.0.0.1', family: 4 },
  ]
  const outbound = startOutbound({
    allow: ['127.0.0.1/32'],
    resolve: (_name, _options, done) => done(null, addresses),
  })

  expect(await failureOf(outbound, { url: `http://mixed.example:${server.port}/` })).toMatchObject({
    kind: 'blocked',
  })
  expect(server.connections()).toBe(0)
})

test.each([
  ['ftp://example.com/', 'ftp:'],
  ['file:///etc/passwd', 'file:'],
  ['data:text/plain,hello', 'data:'],
  ['gopher://127.0.0.1:70/_', 'gopher:'],
  ['http://ada:hunter2@example.com/', 'example.com'],
  ['http://hunter2@example.com/', 'example.com'],
  ['//example.com/hunter2', 'not a complete URL'],
  ['http://[fe80::1%25eth0]/hunter2', 'not a complete URL'],
  ['http://1.2.3.4.5/hunter2', 'not a complete URL'],
  ['http://256.1.1.1/hunter2', 'not a complete URL'],
  ['http://127.0.0.1:99999/hunter2', 'not a complete URL'],
  ['http://exa mple.com/hunter2', 'not a complete URL'],
])('does not accept the address %s', async (url, named) => {
  const error = await failureOf(startOutbound({ allow: ['0.0.0.0/0', '::/0'] }), { url })
  expect(error).toMatchObject({ kind: 'invalid_url' })
  expect(error.message).toContain(named)
  expect(error.message).not.toContain('hunter2')
})
