import {
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
import { openHook, refusesAllElse, send, type Header, type OpenedHook } from './deliver.ts'
import { startKeyServer } from '../../../../support/start-key-server.ts'

let shared: TestService
beforeAll(async () => {
  shared = await startSharedService()
})
afterAll(() => shared.close())

const json: Header = ['content-type', 'application/json']
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const seconds = (at = new Date()) => Math.floor(at.getTime() / 1000)

type Sign = (content: string) => Buffer

/** A token made by hand, so that it can also be what no library would make. */
const token = (header: Record<string, unknown>, claims: Record<string, unknown>, sign: Sign) => {
  const content = `${encode({ typ: 'JWT', ...header })}.${encode(claims)}`
  return `${content}.${sign(content).toString('base64url')}`
}

const hs256 =
  (secret: string | Buffer): Sign =>
  (content) =>
    createHmac('sha256', secret).update(content).digest()
const rs256 =
  (key: KeyObject): Sign =>
  (content) =>
    signBytes('sha256', Buffer.from(content), key)
const es256 =
  (key: KeyObject): Sign =>
  (content) =>
    signBytes('sha256', Buffer.from(content), { key, dsaEncoding: 'ieee-p1363' })
const eddsa =
  (key: KeyObject): Sign =>
  (content) =>
    signBytes(null, Buffer.from(content), key)

const deliver = (hook: OpenedHook, given: string, text = 'forged') =>
  send(hook.url, [json, ['authorization', given]], JSON.stringify({ text }))

it('fires for a token that is signed with the secret of the application, as monday.com sends it', async () => {
  verifies('triggers.hook.jwt', 'triggers.hook.secret')
  const hook = await openHook(
    shared,
    {
      signature: {
        kind: 'jwt',
        in: 'header',
        name: 'Authorization',
        algorithms: ['HS256'],
        audience: '{url}',
      },
      secret: { from: 'auth_config', path: 'client_secret' },
      handshake: {
        method: 'POST',
        when: [{ in: 'body', name: 'challenge' }],
        challenge: { in: 'body', name: 'challenge' },
        answer: { json: { challenge: '{challenge}' } },
      },
    },
    { auth: 'API_KEY', shared: { client_secret: 'application-secret' } },
  )
  const claims = () => ({ accountId: 1, aud: hook.url, iat: seconds(), exp: seconds() + 300 })
  const good = hs256('application-secret')
  const refused: [string, string][] = [
    ['another secret', token({ alg: 'HS256' }, claims(), hs256('guessed'))],
    ['no signature', token({ alg: 'none' }, claims(), () => Buffer.alloc(0))],
    ['"None"', token({ alg: 'None' }, claims(), good)],
    ['HS512', token({ alg: 'HS512' }, claims(), good)],
    ['another audience', token({ alg: 'HS256' }, { ...claims(), aud: `${hook.url}/` }, good)],
    ['no audience', token({ alg: 'HS256' }, { ...claims(), aud: undefined }, good)],
    ['no end', token({ alg: 'HS256' }, { ...claims(), exp: undefined }, good)],
    ['the past', token({ alg: 'HS256' }, { ...claims(), exp: seconds() - 31 }, good)],
    ['the future', token({ alg: 'HS256' }, { ...claims(), nbf: seconds() + 60 }, good)],
    ['a critical header', token({ alg: 'HS256', crit: ['x'], x: 1 }, claims(), good)],
    ['a scheme', `Bearer ${token({ alg: 'HS256' }, claims(), good)}`],
    ['nothing', ''],
    ['no token', 'a.b.c'],
  ]
  for (const [what, given] of refused) expect((await deliver(hook, given)).status, what).toBe(401)
  const [header = '', payload = '', signature = ''] = token({ alg: 'HS256' }, claims(), good).split(
    '.',
  )
  const forged = encode({ ...claims(), accountId: 2 })
  expect((await deliver(hook, [header, forged, signature].join('.'))).status).toBe(401)
  const valid = [header, payload, signature].join('.')
  const twice = await send(
    hook.url,
    [json, ['authorization', valid], ['authorization', valid]],
    '{"text":"twice"}',
  )
  expect([twice.status, twice.text]).toEqual([401, expect.stringContaining('or several')])
  const challenge = await send(hook.url, [json], '{"challenge":"c1"}')
  expect([challenge.status, challenge.text]).toEqual([200, '{"challenge":"c1"}'])
  expect((await deliver(hook, valid, 'signed')).status).toBe(200)
  expect(await hook.fired(1)).toEqual([{ text: 'signed' }])
})

it('fires for a token with the digest of its content, and nothing that differs by a byte', async () => {
  verifies('triggers.hook.jwt', 'triggers.hook.signature')
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const hook = await openHook(shared, {
    signature: {
      kind: 'jwt',
      in: 'header',
      name: 'X-Verification',
      prefix: 'Bearer ',
      algorithms: ['ES256'],
      key: String(pair.publicKey.export({ type: 'spki', format: 'pem' })),
      issuer: ['https://one.example', 'https://two.example'],
      max_age_seconds: 300,
      body_digest: { claim: 'request_body_sha256' },
    },
  })
  await refusesAllElse({
    hook,
    key: pair.privateKey,
    otherKey: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey,
    sign: (body, key, at) => [
      json,
      [
        'x-verification',
        `bearer ${token(
          { alg: 'ES256' },
          {
            iss: 'https://two.example',
            iat: seconds(at),
            request_body_sha256: createHash('sha256').update(body).digest('hex'),
          },
          es256(key),
        )}`,
      ],
    ],
  })
})

it('fetches the keys of a provider, not for every delivery, and trusts no other', async () => {
  verifies('triggers.hook.jwt', 'triggers.hook.keys.unavailable')
  const first = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const next = generateKeyPairSync('ed25519')
  const other = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const jwk = (key: KeyObject, kid: string) => ({ ...key.export({ format: 'jwk' }), kid })
  // What is published as a secret is none.
  const oct = { kty: 'oct', kid: 'oct', k: Buffer.from('published').toString('base64url') }
  let published: unknown = 500
  const keys = await startKeyServer(() =>
    published === 500 ? 500 : JSON.stringify({ keys: published }),
  )
  const hook = await openHook(
    shared,
    {
      signature: {
        kind: 'jwt',
        in: 'header',
        name: 'Authorization',
        prefix: 'Bearer ',
        algorithms: ['RS256', 'EdDSA'],
        jwks: `${keys.url}/certs`,
        issuer: 'https://accounts.example',
        audience: '{config.audience}',
        claims: { email: '{config.service_account}', email_verified: 'true' },
      },
    },
    { config: { audience: 'hooks', service_account: 'push@example.com' } },
  )
  const claims = {
    iss: 'https://accounts.example',
    aud: 'hooks',
    email: 'push@example.com',
    email_verified: true,
    iat: seconds(),
    exp: seconds() + 300,
  }
  const signed = (header: Record<string, unknown>, sign: Sign, changes = {}) =>
    `Bearer ${token(header, { ...claims, ...changes }, sign)}`
  const good = signed({ alg: 'RS256', kid: '1' }, rs256(first.privateKey))
  expect((await deliver(hook, good)).status).toBe(503)
  for (const content of [{ no: 'list' }, 'text']) {
    published = content
    expect((await deliver(hook, good)).status).toBe(503)
  }

  published = [oct, jwk(first.publicKey, '1'), jwk(next.publicKey, '2')]
  const pem = String(first.publicKey.export({ type: 'spki', format: 'pem' }))
  const forgeries: [string, string][] = [
    ['another key', signed({ alg: 'RS256', kid: '1' }, rs256(other.privateKey))],
    ['the public key as a secret', signed({ alg: 'HS256', kid: '1' }, hs256(pem))],
    ['a published secret', signed({ alg: 'HS256', kid: 'oct' }, hs256('published'))],
    ['a key of another kind', signed({ alg: 'EdDSA', kid: '1' }, eddsa(next.privateKey))],
    ['no algorithm', signed({ alg: 'none', kid: '1' }, () => Buffer.alloc(0))],
    ['an undeclared algorithm', signed({ alg: 'RS512', kid: '1' }, rs256(first.privateKey))],
    [
      'a key in the token',
      signed({ alg: 'RS256', jwk: jwk(other.publicKey, '1') }, rs256(other.privateKey)),
    ],
    [
      'an address of keys in the token',
      signed({ alg: 'RS256', jku: 'https://attacker.example/' }, rs256(other.privateKey)),
    ],
    ['an unknown key', signed({ alg: 'RS256', kid: '9' }, rs256(first.privateKey))],
    ...(
      [
        ['another issuer', { iss: 'https://accounts.example.attacker' }],
        ['another audience', { aud: 'others' }],
        ['another account', { email: 'attacker@example.com' }],
        ['an unverified account', { email_verified: false }],
        ['no account', { email: undefined }],
      ] as const
    ).map(([what, changes]): [string, string] => [
      what,
      signed({ alg: 'RS256', kid: '1' }, rs256(first.privateKey), changes),
    ]),
  ]
  for (const [what, given] of forgeries) expect((await deliver(hook, given)).status, what).toBe(401)
  const asked = keys.asked.length
  expect((await deliver(hook, good, 'one')).status).toBe(200)
  expect(
    (await deliver(hook, signed({ alg: 'EdDSA', kid: '2' }, eddsa(next.privateKey)), 'two')).status,
  ).toBe(200)
  expect(await hook.fired(2)).toEqual([{ text: 'one' }, { text: 'two' }])
  // Unknown keys and forgeries cause no more requests than there are minutes.
  expect(keys.asked).toHaveLength(asked)
  expect(asked).toBe(4)
})
