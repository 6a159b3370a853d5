import {
  constants,
  createHash,
  createHmac,
  generateKeyPairSync,
  sign as signBytes,
  type KeyObject,
} from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { verifies } from '../../../../requirements.ts'
import type { TestService } from '../../../../support/start-service.ts'
import { startSharedService } from '../../../../support/start-source.ts'
import { openHook, refusesAllElse, send, type Header } from './deliver.ts'

let shared: TestService
beforeAll(async () => {
  shared = await startSharedService()
})
afterAll(() => shared.close())

const json: Header = ['content-type', 'application/json']
const seconds = (at: Date) => String(Math.floor(at.getTime() / 1000))
const der = (key: KeyObject) => key.export({ type: 'spki', format: 'der' })
const pem = (key: KeyObject) => String(key.export({ type: 'spki', format: 'pem' }))

it('fires for what Ed25519 signed, as Discord does, and answers its pings', async () => {
  verifies('triggers.hook.signature', 'triggers.hook.handshake.constant', 'triggers.hook.accepted')
  const pair = generateKeyPairSync('ed25519')
  const other = generateKeyPairSync('ed25519')
  const hook = await openHook(
    shared,
    {
      signature: {
        kind: 'ed25519',
        header: 'X-Signature-Ed25519',
        signed: '{timestamp}{body}',
        timestamp: { in: 'header', name: 'X-Signature-Timestamp' },
      },
      secret: { from: 'auth_config', path: 'public_key' },
      handshake: {
        method: 'POST',
        when: [{ in: 'body', name: 'type', equals: '1' }],
        answer: { json: { type: 1 } },
        signed: true,
      },
      accepted: { text: '{"type":5}', content_type: 'application/json' },
    },
    // The last 32 bytes are the key, as the developer portal shows it.
    { auth: 'API_KEY', shared: { public_key: der(pair.publicKey).subarray(-32).toString('hex') } },
  )
  const sign = (body: string, key: KeyObject, at: Date): Header[] => [
    json,
    ['x-signature-timestamp', seconds(at)],
    ['x-signature-ed25519', signBytes(null, Buffer.from(seconds(at) + body), key).toString('hex')],
  ]
  const ping = '{"type":1}'
  const pong = await send(hook.url, sign(ping, pair.privateKey, new Date()), ping)
  expect([pong.status, pong.text]).toEqual([200, ping])
  const forged = await send(hook.url, sign(ping, other.privateKey, new Date()), ping)
  expect(forged.status).toBe(401)

  const event = '{"type":2,"text":"first"}'
  const accepted = await send(hook.url, sign(event, pair.privateKey, new Date()), event)
  expect([accepted.status, accepted.text, accepted.headers['content-type']]).toEqual([
    200,
    '{"type":5}',
    'application/json',
  ])
  const refused = await send(hook.url, sign(event, other.privateKey, new Date()), event)
  expect([refused.status, refused.text]).toEqual([401, ''])
  expect(await hook.fired(1)).toEqual([{ type: 2, text: 'first' }])
})

const ed25519 = generateKeyPairSync('ed25519')
const p256 = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const p384 = generateKeyPairSync('ec', { namedCurve: 'P-384' })
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })

const timed = {
  header: 'X-Signature',
  signed: '{timestamp}.{body}',
  timestamp: { in: 'header', name: 'X-Time' },
}
type Kind = {
  signature: Record<string, unknown>
  publicKey: string
  sign: (content: Buffer, key: KeyObject) => string
  pair: () => { publicKey: KeyObject; privateKey: KeyObject }
  privateKey: KeyObject
}
const kinds: Record<string, Kind> = {
  'Ed25519 with a key in base64': {
    signature: { kind: 'ed25519', encoding: 'base64' },
    publicKey: der(ed25519.publicKey).subarray(-32).toString('base64'),
    sign: (content, key) => signBytes(null, content, key).toString('base64'),
    pair: () => generateKeyPairSync('ed25519'),
    privateKey: ed25519.privateKey,
  },
  'ECDSA with P-256 in DER, as SendGrid': {
    signature: { kind: 'ecdsa' },
    publicKey: der(p256.publicKey).toString('base64'),
    sign: (content, key) => signBytes('sha256', content, key).toString('base64'),
    pair: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }),
    privateKey: p256.privateKey,
  },
  'ECDSA with P-384, both numbers one behind the other': {
    signature: { kind: 'ecdsa', curve: 'P-384', algorithm: 'sha384', structure: 'raw' },
    publicKey: pem(p384.publicKey),
    sign: (content, key) =>
      signBytes('sha384', content, { key, dsaEncoding: 'ieee-p1363' }).toString('base64'),
    pair: () => generateKeyPairSync('ec', { namedCurve: 'P-384' }),
    privateKey: p384.privateKey,
  },
  'RSA with a key in PEM on one line': {
    signature: { kind: 'rsa', algorithm: 'sha512', encoding: 'base64url' },
    publicKey: pem(rsa.publicKey).replaceAll('\n', String.raw`\n`),
    sign: (content, key) => signBytes('sha512', content, key).toString('base64url'),
    pair: () => generateKeyPairSync('rsa', { modulusLength: 2048 }),
    privateKey: rsa.privateKey,
  },
  'RSA-PSS': {
    signature: { kind: 'rsa', padding: 'pss', encoding: 'hex' },
    publicKey: pem(rsa.publicKey),
    sign: (content, key) =>
      signBytes('sha256', content, {
        key,
        padding: constants.RSA_PKCS1_PSS_PADDING,
        saltLength: 32,
      }).toString('hex'),
    pair: () => generateKeyPairSync('rsa', { modulusLength: 2048 }),
    privateKey: rsa.privateKey,
  },
}

it.each(Object.entries(kinds))(
  'fires for what is signed by %s, and nothing else',
  async (...args) => {
    verifies('triggers.hook.signature')
    const [, { signature, publicKey, sign, pair, privateKey }] = args
    const hook = await openHook(shared, { signature: { ...timed, ...signature, key: publicKey } })
    await refusesAllElse({
      hook,
      key: privateKey,
      otherKey: pair().privateKey,
      sign: (body, key, at) => [
        json,
        ['x-time', seconds(at)],
        ['x-signature', sign(Buffer.from(`${seconds(at)}.${body}`), key)],
      ],
    })
  },
)

it('fires for what Twilio signs: the address and the sorted form, or the digest of JSON', async () => {
  verifies('triggers.hook.signature')
  const hook = await openHook(
    shared,
    {
      signature: {
        kind: 'hmac',
        header: 'X-Twilio-Signature',
        algorithm: 'sha1',
        encoding: 'base64',
        signed: '{url}{query}{form_sorted}',
        body_digest: { in: 'query', name: 'bodySHA256' },
      },
      secret: { from: 'account', path: 'generic_api_key' },
      accepted: { status: 204 },
    },
    { auth: 'API_KEY' },
  )
  const token = 'key-0123456789abcdef'
  const signature = (content: string, key = token): Header => [
    'x-twilio-signature',
    createHmac('sha1', key).update(content).digest('base64'),
  ]
  const form: Header = ['content-type', 'application/x-www-form-urlencoded']
  const body = 'To=%2B18005551212&MediaUrl=b&Body=caf%C3%A9+au+lait&MediaUrl=a&MediaUrl=b&From='
  const sorted = 'Bodycafé au laitFromMediaUrlaMediaUrlbTo+18005551212'
  const good = await send(hook.url, [form, signature(hook.url + sorted)], body)
  expect([good.status, good.text]).toEqual([204, ''])

  const content = '{"text":"as JSON"}'
  const digest = createHash('sha256').update(content).digest('hex')
  const query = `?bodySHA256=${digest}`
  const signed = signature(hook.url + query)
  for (const [what, url, headers, given] of [
    ['another form', hook.url, [form, signature(hook.url + sorted)], body.replace('800', '801')],
    ['the form of another address', hook.url, [form, signature(`${hook.url}0${sorted}`)], body],
    ['a query beside the form', `${hook.url}?a=1`, [form, signature(hook.url + sorted)], body],
    ['another token', hook.url, [form, signature(hook.url + sorted, `${token}0`)], body],
    ['no form', hook.url, [json, signature(hook.url)], body],
    ['other JSON', hook.url + query, [json, signed], content.replace('as', 'is')],
    ['JSON as a form', hook.url + query, [form, signed], ''],
    ['another digest', hook.url + query.replace(digest, 'f'.repeat(64)), [json, signed], content],
    ['no digest', hook.url, [json, signature(hook.url)], content],
  ] satisfies [string, string, Header[], string][])
    expect((await send(url, headers, given)).status, what).toBe(401)

  expect((await send(hook.url + query, [json, signed], content)).status).toBe(204)
  expect(await hook.fired(2)).toEqual([
    { To: '+18005551212', MediaUrl: 'b', Body: 'café au lait', From: '' },
    { text: 'as JSON' },
  ])
})

it('verifies an HMAC of which secrets are rotated, and answers the HEAD of Trello', async () => {
  verifies('triggers.hook.signature', 'triggers.hook.handshake.constant')
  const hook = await openHook(
    shared,
    {
      signature: { ...timed, kind: 'hmac', format: 'pairs', prefix: 'v1' },
      secret: { from: 'config', path: 'secrets' },
      handshake: { method: 'HEAD', answer: 'empty' },
    },
    { config: { secrets: ['new', 'old'] } },
  )
  const head = await send(hook.url, [], '', 'HEAD')
  expect([head.status, head.text]).toEqual([200, ''])
  expect((await send(hook.url, [], '', 'GET')).status).toBe(405)
  const hmac = (body: string, key: string, at: Date) =>
    createHmac('sha256', key)
      .update(`${seconds(at)}.${body}`)
      .digest('hex')
  await refusesAllElse({
    hook,
    key: 'new',
    otherKey: 'guessed',
    sign: (body, key, at) => [
      json,
      ['x-time', seconds(at)],
      ['x-signature', `v1=${hmac(body, key, at)}`],
    ],
  })
  const now = new Date()
  const body = '{"text":"signed twice"}'
  const headers: Header[] = [
    json,
    ['x-time', seconds(now)],
    ['x-signature', `v1=${hmac(body, 'gone', now)}, v1=${hmac(body, 'old', now)}`],
  ]
  expect((await send(hook.url, headers, body)).status).toBe(200)
  expect(await hook.fired(3)).toContainEqual({ text: 'signed twice' })
})
