import { createSign } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Clock } from '../../../../../src/service/platform/clock.ts'
import { verifies } from '../../../../requirements.ts'
import { authority } from '../../../../support/start-receiver.ts'
import { startService, type TestService } from '../../../../support/start-service.ts'
import { openHook, refusesAllElse, send, type Header, type OpenedHook } from './deliver.ts'
import { issue, toDer, type Issued } from '../../../../support/make-certificates.ts'
import { startKeyServer } from '../../../../support/start-key-server.ts'

const subject = 'messages.provider.example'
const dayMs = 24 * 60 * 60 * 1000

let ahead = 0
const clock: Clock = { now: () => new Date(Date.now() + ahead) }
const root = issue({ name: 'root.example', isAuthority: true, days: 3_650 })
const intermediate = issue({
  name: 'intermediate.example',
  issuer: root,
  isAuthority: true,
  days: 3_650,
})
const leaf = issue({ name: subject, issuer: intermediate, bits: 2048 })
const otherLeaf = issue({ name: subject, issuer: intermediate, bits: 2048 })

let shared: TestService
beforeAll(async () => {
  shared = await startService({
    keep: true,
    egressAllow: ['127.0.0.0/8'],
    extraCa: `${authority}\n${root.certificate}`,
    clock,
  })
})
afterAll(() => shared.close())

const webhookId = '1JE4291016473214C'

/** As PayPal signs: identity, time, webhook and checksum of a delivery, with bars between. */
const paypal = (hosts: string[], issuerHosts: string[] = []) => ({
  signature: {
    kind: 'rsa',
    header: 'PayPal-Transmission-Sig',
    signed: '{header.paypal-transmission-id}|{timestamp}|{config.webhook_id}|{body_crc32}',
    timestamp: { in: 'header', name: 'PayPal-Transmission-Time', format: 'date' },
    certificate: {
      in: 'header',
      name: 'PayPal-Cert-Url',
      hosts,
      subject,
      issuer_hosts: issuerHosts,
    },
  },
  delivery_id: { in: 'header', name: 'PayPal-Transmission-Id' },
})
const config = { webhook_id: webhookId }

let transmissions = 0
const sign = (body: string, privateKey: string, at: Date, address: string): Header[] => {
  const id = `t-${(transmissions += 1)}-071f7d20`
  const time = at.toISOString().replace(/\.\d+Z/, 'Z')
  const content = `${id}|${time}|${webhookId}|${crc32(body)}`
  return [
    ['content-type', 'application/json'],
    ['paypal-transmission-id', id],
    ['paypal-transmission-time', time],
    ['paypal-cert-url', address],
    ['paypal-transmission-sig', createSign('sha256').update(content).sign(privateKey, 'base64')],
  ]
}

const deliver = (hook: OpenedHook, { privateKey }: Issued, address: string, text = 'forged') => {
  const body = JSON.stringify({ text })
  return send(hook.url, sign(body, privateKey, clock.now(), address), body)
}

it('fires for what a certificate of the provider signed, and nothing else', async () => {
  verifies('triggers.hook.certificate', 'triggers.hook.signature')
  const keys = await startKeyServer((path) =>
    path === '/certs/1' ? leaf.certificate + intermediate.certificate : 404,
  )
  const hook = await openHook(shared, paypal([keys.host]), { config })
  await refusesAllElse({
    hook,
    key: leaf.privateKey,
    otherKey: otherLeaf.privateKey,
    sign: (body, key, at) => sign(body, key, at, `${keys.url}/certs/1`),
    // Which of several certificates signed is nothing that is signed.
    unsigned: ['content-type', 'paypal-cert-url'],
  })
  expect(keys.asked).toEqual(['/certs/1'])
})

it('refuses certificates of other hosts, names and authorities, and those that have expired', async () => {
  verifies('triggers.hook.certificate')
  const foreignRoot = issue({ name: 'root.example', isAuthority: true })
  const notAnAuthority = issue({ name: 'no-authority.example', issuer: intermediate })
  const certificates: Record<string, Issued> = {
    other: issue({ name: 'messages.provider.example.attacker.example', issuer: intermediate }),
    self: issue({ name: subject }),
    foreign: issue({ name: subject, issuer: foreignRoot }),
    leaf: issue({ name: subject, issuer: notAnAuthority }),
    short: issue({ name: subject, issuer: intermediate, bits: 1024 }),
    good: leaf,
  }
  const chains = [intermediate, notAnAuthority, foreignRoot]
    .map((each) => each.certificate)
    .join('')
  const publish = (path: string) => {
    const { certificate } = certificates[path.slice(1)] ?? {}
    return certificate === undefined ? 'no certificate' : certificate + chains
  }
  const keys = await startKeyServer(publish)
  const foreign = await startKeyServer(publish)
  const hook = await openHook(shared, paypal([keys.host]), { config })

  const forgeries: [string, string, Issued][] = [
    ['trusted authority', `${keys.url}/self`, certificates['self'] ?? leaf],
    ['trusted authority', `${keys.url}/foreign`, certificates['foreign'] ?? leaf],
    ['trusted authority', `${keys.url}/leaf`, certificates['leaf'] ?? leaf],
    [`not issued to ${subject}`, `${keys.url}/other`, certificates['other'] ?? leaf],
    ['2048 bits', `${keys.url}/short`, certificates['short'] ?? leaf],
    ['no certificate', `${keys.url}/none`, leaf],
    ['not at a host of the provider', `${foreign.url}/good`, leaf],
    ['not at a host of the provider', `https://${keys.host}@${foreign.host}/good`, leaf],
    ['not at a host of the provider', `https://a@${keys.host}/good`, leaf],
    ['not at a host of the provider', `${keys.url.replace('https', 'http')}/good`, leaf],
    ['not at a host of the provider', 'file:///etc/passwd', leaf],
    ['no address of a certificate', `good`, leaf],
    ['no address of a certificate', `${keys.url}/${'x'.repeat(2_000)}`, leaf],
  ]
  for (const [why, address, issued] of forgeries) {
    const { status, text } = await deliver(hook, issued, address)
    expect([status, text], address).toEqual([401, expect.stringContaining(why)])
  }
  expect(foreign.asked).toEqual([])

  expect((await deliver(hook, leaf, `${keys.url}/good`, 'signed')).status).toBe(200)
  // Before the clock jumps, which jobs would be waiting for.
  expect(await hook.fired(1)).toEqual([{ text: 'signed' }])
  for (const days of [31, -1]) {
    ahead = days * dayMs
    const { status, text } = await deliver(hook, leaf, `${keys.url}/good`)
    ahead = 0
    expect([status, text], `${days} days`).toEqual([401, expect.stringContaining('expired')])
  }
  expect(await hook.fired(1)).toEqual([{ text: 'signed' }])
})

it('fetches an intermediate certificate that is left out from the declared host of the authority', async () => {
  verifies('triggers.hook.certificate')
  const authorities = await startKeyServer(
    (path) => (path === '/intermediate.crt' ? toDer(intermediate) : 404),
    { plain: true },
  )
  const alone = issue({
    name: subject,
    issuer: intermediate,
    bits: 2048,
    issuerAddress: `${authorities.url}/intermediate.crt`,
  })
  const keys = await startKeyServer(() => alone.certificate)
  const narrow = await openHook(shared, paypal([keys.host]), { config })
  const refused = await deliver(narrow, alone, `${keys.url}/1`)
  expect([refused.status, refused.text]).toEqual([
    401,
    expect.stringContaining('no trusted authority'),
  ])
  expect(authorities.asked).toEqual([])

  const hook = await openHook(shared, paypal([keys.host], [authorities.host]), { config })
  for (const text of ['one', 'two'])
    expect((await deliver(hook, alone, `${keys.url}/1`, text)).status).toBe(200)
  expect(await hook.fired(2)).toEqual([{ text: 'one' }, { text: 'two' }])
  // Both hooks have their own project, and each fetched the certificate once.
  expect([keys.asked.length, authorities.asked.length]).toEqual([2, 1])
})

it('can neither take nor refuse a delivery while certificates cannot be fetched, and asks no more than so often', async () => {
  verifies('triggers.hook.keys.unavailable')
  const keys = await startKeyServer(() => 500)
  const hook = await openHook(shared, paypal([keys.host]), { config })
  const answers = new Set<string>()
  for (let index = 0; index < 30; index += 1) {
    const { status, headers } = await deliver(hook, leaf, `${keys.url}/${index}`)
    answers.add(`${status} ${String(headers['retry-after'])}`)
  }
  expect([...answers]).toEqual(['503 30'])
  expect(keys.asked).toHaveLength(20)
})
