import { expect, test } from 'vitest'
import { startServer } from './start-server.ts'
import { failureOf, startOutbound } from './start-outbound.ts'

const loopback = [
  '127.0.0.1', '127.0.0.1.', '127.1', '127.0.1', '127.255.255.254', '2130706433', '017700000001', '0x7f000001', '0x7f.1', '0x7F.0.0.0x1',
  '0177.0.0.01', '0177.1', '127.0x0.00.1', '00000177.0.0.1', '%31%32%37.0.0.1', '127%2e0%2e0%2e1', '127。0。0。1', '127．0．0．1', '127｡0｡0｡1',
  '１２７.０.０.１', '①②⑦.⓪.⓪.①', '𝟏𝟐𝟕.𝟎.𝟎.𝟏', '0', '0.0.0.0', '0x0', '[::1]', '[::]', '[0:0:0:0:0:0:0:1]', '[0000::0001]',
  '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[0:0:0:0:0:ffff:127.0.0.1]', '[::FFFF:7F00:0001]', '[::127.0.0.1]', '[::ffff:0:127.0.0.1]',
  '[64:ff9b::127.0.0.1]', '[64:ff9b::7f00:1]', '[2002:7f00:1::]', '[2001:0:7f00:1::]', '[2001:0:808:808::80ff:fffe]',
  '[2606:4700::5efe:127.0.0.1]', '[2606:4700::200:5efe:7f00:1]', 'localhost', 'LOCALHOST', 'ｌocalhost', 'localhost.',
]

test.each(loopback)('does not reach this machine as %s', async host => {
  const server = await startServer()
  const outbound = startOutbound({ allow: [], resolve: (_name, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }]) })

  const error = await failureOf(outbound, { url: `http://${host}:${server.port}/` })

  expect(error).toMatchObject({ kind: 'blocked' })
  expect(error.message).toContain('not public')
  expect(server.connections()).toBe(0)
})

const otherRanges = [
  '10.0.0.1', '10.1', '0xa.1', '167772161', '012.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', '3232235777', '100.64.0.1',
  '169.254.169.254', '169.254.43518', '0xa9fea9fe', '0251.0376.0251.0376', '[::ffff:169.254.169.254]', '[fd00:ec2::254]', '100.100.100.200',
  '168.63.129.16', '192.0.0.192', '192.0.2.1', '198.18.0.1', '224.0.0.1', '240.0.0.1', '255.255.255.255', '192.88.99.1', '[fe80::1]', '[fec0::1]',
  '[fc00::1]', '[fd12:3456::1]', '[ff02::1]', '[100::1]', '[2001:db8::1]', '[3fff::1]', '[64:ff9b:1::7f00:1]', '[2002:a00:1::1]', '[4000::1]',
  '[5f00::1]', '[2001:2::1]',
]

test.each(otherRanges)('does not call %s', async host => {
  const outbound = startOutbound({ allow: [] })
  expect(await failureOf(outbound, { url: `http://${host}/` })).toMatchObject({ kind: 'blocked' })
})

test.each([
  '127.0.0.1', '10.0.0.1', '169.254.169.254', '::1', '::ffff:10.0.0.1', '64:ff9b::a9fe:a9fe', 'fd00::1', 'fe80::1%lo', '0.0.0.0', 'not an address',
])('does not call a name that leads to %s', async address => {
  const outbound = startOutbound({ allow: [], resolve: (_name, _options, done) => done(null, [{ address, family: address.includes(':') ? 6 : 4 }]) })
  const error = await failureOf(outbound, { url: 'https://api.example.com/?key=hunter2' })

  expect(error).toMatchObject({ kind: 'blocked', host: 'api.example.com' })
  expect(error.message).not.toContain(address)
  expect(error.message).not.toContain('hunter2')
})

test('refuses a name as soon as one of its addresses is forbidden', async () => {
  const server = await startServer()
  const addresses = [{ address: '127.0.0.1', family: 4 }, { address: '10.0.0.1', family: 4 }]
  const outbound = startOutbound({ allow: ['127.0.0.1/32'], resolve: (_name, _options, done) => done(null, addresses) })

  expect(await failureOf(outbound, { url: `http://mixed.example:${server.port}/` })).toMatchObject({ kind: 'blocked' })
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
