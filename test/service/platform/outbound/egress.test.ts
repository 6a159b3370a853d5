import { expect, test } from 'vitest'
import { createAddressRules } from '../../../../src/service/platform/outbound/create-address-rules.ts'
import {
  parseAllowEntry,
  type Egress,
  type EgressPurpose,
  type Resolve,
} from '../../../../src/service/platform/outbound/index.ts'
import { verifies } from '../../../requirements.ts'
import { startProxy } from '../../../support/start-proxy.ts'
import { failureOf, startOutbound, textOf, toolEgress, type TestRequest } from './start-outbound.ts'
import { startServer } from './start-server.ts'

const egressOf = (purpose: EgressPurpose, projectId = 'pr_one', toolkit?: string): Egress => ({
  purpose,
  projectId,
  toolkit,
})

const leadingTo =
  (address: string): Resolve =>
  (_name, _options, done) =>
    done(null, [{ address, family: 4 }])

const fileOfShop: Egress = { ...toolEgress, purpose: 'file' }

test.each<[string, Egress, boolean]>([
  // Without purposes: every one but file and import.
  ['10.0.0.0/8', egressOf('tool'), true],
  ['10.0.0.0/8', egressOf('mcp'), true],
  ['10.0.0.0/8', egressOf('oauth'), true],
  ['10.0.0.0/8', egressOf('webhook'), true],
  ['10.0.0.0/8', egressOf('file'), false],
  ['10.0.0.0/8', egressOf('import'), false],
  ['file@10.0.0.0/8', egressOf('file'), true],
  ['file@10.0.0.0/8', egressOf('tool'), false],
  ['file+import@crm.internal:443', egressOf('import'), true],
  ['pr_one=10.0.0.0/8', egressOf('tool'), true],
  ['pr_one=10.0.0.0/8', egressOf('tool', 'pr_two'), false],
  ['pr_one=10.0.0.0/8', egressOf('file'), false],
  ['pr_one:crm=[fd00::1]:443', egressOf('tool', 'pr_one', 'crm'), true],
  ['pr_one:crm=[fd00::1]:443', egressOf('tool', 'pr_one', 'wiki'), false],
  ['pr_one:crm=[fd00::1]:443', egressOf('webhook', 'pr_one'), false],
  ['pr_one:crm=file@fd00::/8', egressOf('file', 'pr_one', 'crm'), true],
  ['pr_one:crm=file@fd00::/8', egressOf('file', 'pr_two', 'crm'), false],
  ['*:CRM=crm.internal:443', egressOf('tool', 'pr_two', 'crm'), true],
  ['*:crm=crm.internal:443', egressOf('tool', 'pr_two', 'wiki'), false],
])('the entry %s and %j: %s', (entry, egress, covers) => {
  verifies('outbound.purposes')
  expect(parseAllowEntry(entry).covers(egress)).toBe(covers)
})

test.each([
  ['files@10.0.0.0/8', 'the unknown purpose "files"'],
  ['tool+@10.0.0.0/8', 'the unknown purpose ""'],
  ['@10.0.0.0/8', 'the unknown purpose ""'],
  ['crm=10.0.0.0/8', 'the id of a project'],
  ['*=10.0.0.0/8', 'the id of a project'],
  ['pr_one:=10.0.0.0/8', 'the id of a project'],
  ['pr_one:a b=10.0.0.0/8', 'the id of a project'],
  ['pr_one:crm=webhook@crm.internal:443', 'webhooks belong to a project'],
  ['pr_one=crm.internal', 'host:port'],
  ['file@10.0.0.0/40', 'CIDR'],
  ['http://crm.internal:443', 'CIDR'],
])('the entry %s is an error that names it and says why', (entry, reason) => {
  verifies('outbound.purposes.syntax')
  expect(() => createAddressRules([entry])).toThrow(`"${entry}"`)
  expect(() => createAddressRules([entry])).toThrow(reason)
})

test('a socket that one purpose opened serves no other, and the refusal names the entry to add', async () => {
  verifies('outbound.purposes', 'outbound.refusals')
  const server = await startServer()
  const url = `http://intranet.example:${server.port}/admin`
  const outbound = startOutbound({
    allow: [`intranet.example:${server.port}`],
    resolve: leadingTo('127.0.0.1'),
  })

  await outbound.send({ method: 'GET', url })
  const refused = await failureOf(outbound, { url, egress: fileOfShop })
  await outbound.send({ method: 'GET', url, egress: egressOf('mcp', 'pr_two') })

  expect(refused.kind).toBe('blocked')
  expect(refused.message).toContain(
    `not public (loopback); the operator can allow it by adding "pr_test:shop=file@intranet.example:${server.port}" to PLUGBOARD_EGRESS_ALLOW`,
  )
  expect(server.requests).toHaveLength(2)

  const named = /adding "(.+?)"/.exec(refused.message)?.[1] ?? ''
  const allowing = startOutbound({ allow: [named], resolve: leadingTo('127.0.0.1') })
  expect(textOf(await allowing.send({ method: 'GET', url, egress: fileOfShop }))).toBe('ok')
  expect(
    await failureOf(allowing, { url, egress: { ...fileOfShop, projectId: 'pr_other' } }),
  ).toMatchObject({ kind: 'blocked' })
})

test('a socket that one project opened serves no other', async () => {
  verifies('outbound.purposes')
  const server = await startServer()
  const url = `http://intranet.example:${server.port}/`
  const outbound = startOutbound({
    allow: [`pr_one:crm=intranet.example:${server.port}`],
    resolve: leadingTo('127.0.0.1'),
  })

  await outbound.send({ method: 'GET', url, egress: egressOf('tool', 'pr_one', 'crm') })
  expect(
    await failureOf(outbound, { url, egress: egressOf('tool', 'pr_two', 'crm') }),
  ).toMatchObject({ kind: 'blocked' })
  expect(
    await failureOf(outbound, { url, egress: egressOf('tool', 'pr_one', 'wiki') }),
  ).toMatchObject({ kind: 'blocked' })
  expect(server.requests).toHaveLength(1)
})

test('a redirect leads to no address that another purpose may reach', async () => {
  verifies('outbound.purposes')
  const inside = await startServer()
  const files = await startServer((response) => {
    response.writeHead(302, { location: inside.url }).end()
  })
  const outbound = startOutbound({ allow: [`file+tool@${files.authority}`, inside.authority] })

  expect(await failureOf(outbound, { url: files.url, egress: fileOfShop })).toMatchObject({
    kind: 'blocked',
    host: inside.authority,
  })
  expect(inside.connections()).toBe(0)
  expect(textOf(await outbound.send({ method: 'GET', url: files.url }))).toBe('ok')
})

test('spellings of an IPv6 address are as allowed as the address', async () => {
  verifies('outbound.purposes')
  const outbound = startOutbound({ allow: ['[::1]:9', 'file@[fd00::7]:9', 'file@127.0.0.0/8'] })

  await expect(outbound.check('http://[::1]:9/', fileOfShop)).rejects.toThrow(
    '"pr_test:shop=file@[::1]:9"',
  )
  await expect(outbound.check('http://[0:0:0:0:0:0:0:1]:9/')).resolves.toBeUndefined()
  await expect(outbound.check('http://[fd00:0:0::7]:9/', fileOfShop)).resolves.toBeUndefined()
  await expect(outbound.check('http://[fd00::7]:9/')).rejects.toMatchObject({ kind: 'blocked' })
  await expect(outbound.check('http://[::ffff:127.0.0.1]/', fileOfShop)).resolves.toBeUndefined()
  await expect(outbound.check('http://[::ffff:127.0.0.1]/')).rejects.toMatchObject({
    kind: 'blocked',
  })
})

test('a proxy is reached for the purposes of its entry alone', async () => {
  verifies('outbound.purposes')
  const [target, proxy] = [await startServer(), await startProxy()]
  const outbound = startOutbound({ allow: [target.authority, `mcp@${proxy.host}`] })
  const call = { method: 'GET', url: target.url, proxy: { url: proxy.url } }

  await outbound.send({ ...call, egress: egressOf('mcp') })
  expect(await failureOf(outbound, call)).toMatchObject({
    kind: 'blocked',
    host: proxy.host,
    message: expect.stringContaining(`tool@${proxy.host}`),
  })

  const named = { ...call, proxy: { url: proxy.url.replace('127.0.0.1', 'localhost') } }
  expect(await failureOf(outbound, named)).toMatchObject({
    kind: 'blocked',
    message: expect.stringContaining(`tool@localhost:${proxy.host.split(':')[1]}`),
  })
  expect(proxy.tunnels).toHaveLength(1)
})

test('no credential goes over plain http, unless an entry names the server', async () => {
  verifies('outbound.plain-http')
  const server = await startServer()
  const proxy = await startProxy()
  const outbound = startOutbound({ allow: [`tool@${proxy.host}`], resolve: leadingTo('8.8.8.8') })
  const refusal = {
    kind: 'blocked',
    host: 'api.example',
    message: expect.stringMatching(/plain http.+adding "pr_test:shop=\w+@api\.example:80"/),
  }

  const carrying: Partial<TestRequest>[] = [
    { headers: { Authorization: 'Bearer hunter2' } },
    { headers: { 'x-key': 'hunter2' }, sensitiveHeaders: ['X-Key'] },
    { hasCredentialInUrl: true },
    { egress: { ...toolEgress, purpose: 'oauth' } },
    { headers: { cookie: 'hunter2' }, proxy: { url: proxy.url } },
  ]
  for (const given of carrying) {
    expect(
      await failureOf(outbound, { url: 'http://api.example/?key=hunter2', ...given }),
    ).toMatchObject(refusal)
  }
  expect(
    await failureOf(outbound, { url: 'http://8.8.8.8/', headers: { cookie: 'hunter2' } }),
  ).toMatchObject({ kind: 'blocked' })
  expect(proxy.tunnels).toEqual([])
  // What carries none may go, and what does may over https.
  await expect(outbound.check('http://api.example/')).resolves.toBeUndefined()
  await expect(
    outbound.check('https://api.example/', { ...toolEgress, purpose: 'oauth' }),
  ).resolves.toBeUndefined()

  const listing = startOutbound({
    allow: [`tool@api.example:${server.port}`],
    resolve: leadingTo('127.0.0.1'),
  })
  const url = `http://api.example:${server.port}/`
  expect(
    textOf(
      await listing.send({ method: 'GET', url, headers: { authorization: 'Bearer hunter2' } }),
    ),
  ).toBe('ok')
  expect(server.requests[0]?.headers.authorization).toBe('Bearer hunter2')
})

test('an http server that cannot be resolved counts as unlisted', async () => {
  verifies('outbound.plain-http')
  const outbound = startOutbound({
    allow: ['known.example:80'],
    resolve: (_name, _options, done) => done(new Error('no'), []),
  })
  const oauth: Egress = { ...toolEgress, purpose: 'oauth' }

  await expect(outbound.check('http://gone.example/', oauth)).rejects.toThrow('plain http')
  await expect(outbound.check('http://known.example/', oauth)).resolves.toBeUndefined()
})
