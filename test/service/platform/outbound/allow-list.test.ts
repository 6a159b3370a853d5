import { expect, test } from 'vitest'
import { createAddressRules } from '../../../../src/service/platform/outbound/create-address-rules.ts'
import { startServer } from './start-server.ts'
import { failureOf, startOutbound, textOf, toolEgress } from './start-outbound.ts'

test('calls an address that the list names with its port', async () => {
  const server = await startServer()
  const outbound = startOutbound({ allow: [server.authority] })
  expect(textOf(await outbound.send({ method: 'GET', url: server.url }))).toBe('ok')
})

test('does not call another port of that address', async () => {
  const [server, other] = [await startServer(), await startServer()]
  const outbound = startOutbound({ allow: [server.authority] })
  expect(await failureOf(outbound, { url: other.url })).toMatchObject({
    kind: 'blocked',
    host: other.authority,
  })
  expect(other.connections()).toBe(0)
})

test('calls a name that the list names with its port, wherever it leads', async () => {
  const server = await startServer()
  const resolve = (
    _name: string,
    _options: unknown,
    done: (error: null, addresses: { address: string; family: number }[]) => void,
  ) => done(null, [{ address: '127.0.0.1', family: 4 }])
  const outbound = startOutbound({ allow: [`Receiver.internal:${server.port}`], resolve })

  expect(
    textOf(await outbound.send({ method: 'GET', url: `http://receiver.internal:${server.port}/` })),
  ).toBe('ok')
  expect(await failureOf(outbound, { url: `http://other.internal:${server.port}/` })).toMatchObject(
    { kind: 'blocked' },
  )
  expect(await failureOf(outbound, { url: server.url })).toMatchObject({ kind: 'blocked' })
})

test("calls localhost with the machine's own look-up", async () => {
  const server = await startServer()
  const outbound = startOutbound({ allow: [`localhost:${server.port}`] })
  expect(
    textOf(await outbound.send({ method: 'GET', url: `http://localhost:${server.port}/` })),
  ).toBe('ok')
})

test.each([
  ['127.0.0.1:80', '127.0.0.1', '80', '127.0.0.1'],
  ['0x7f.1:80', '127.0.0.1', '80', '127.0.0.1'],
  ['127.0.0.1:80', '[::ffff:7f00:1]', '80', '::ffff:7f00:1'],
  ['127.0.0.1:80', 'a.example', '80', '127.0.0.1'],
  ['[::1]:443', '[::1]', '443', '::1'],
  ['[0:0::1]:443', 'a.example', '443', '::1'],
  ['localhost:4000', 'localhost', '4000', '127.0.0.1'],
  [' 10.1.0.0/16 ', 'a.example', '1', '10.1.2.3'],
  ['10.1.0.0/16', 'a.example', '1', '64:ff9b::a01:203'],
  ['fd00::/8', '[fd00::1]', '1', 'fd00::1'],
])('%s allows %s:%s at %s', (entry, hostname, port, address) => {
  expect(createAddressRules([entry])(toolEgress).forbids(hostname, port, address)).toBeUndefined()
})

test.each([
  ['127.0.0.1:80', '127.0.0.1', '81', '127.0.0.1', 'loopback'],
  ['localhost:80', 'localhost.example', '80', '127.0.0.1', 'loopback'],
  ['localhost:80', 'sub.localhost', '80', '127.0.0.1', 'loopback'],
  ['10.1.0.0/16', 'a.example', '1', '10.2.0.1', 'private'],
  ['10.0.0.0/8', 'a.example', '1', '2001:0:a00:1::80ff:fffe', 'loopback'],
  ['fd00::/8', 'a.example', '1', '10.0.0.1', 'private'],
])('%s does not allow %s:%s at %s', (entry, hostname, port, address, range) => {
  expect(createAddressRules([entry])(toolEgress).forbids(hostname, port, address)).toBe(range)
})

test.each([
  '1.1.1.1',
  '8.8.8.8',
  '172.32.0.1',
  '2606:4700:4700::1111',
  '64:ff9b::808:808',
  '2002:808:808::1',
  '::ffff:8.8.8.8',
])('every list allows the public address %s', (address) => {
  expect(createAddressRules([])(toolEgress).forbids('a.example', '443', address)).toBeUndefined()
})

test.each([
  'localhost',
  '10.0.0.1',
  '10.0.0.0/33',
  'example.com/8',
  'localhost:0',
  'localhost:70000',
  ':80',
  '::1:80x',
  'a b:80',
])('the entry %s is an error that names it', (entry) => {
  expect(() => createAddressRules([entry])).toThrow(`"${entry}"`)
})
