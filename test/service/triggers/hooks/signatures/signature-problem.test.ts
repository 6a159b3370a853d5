import { createHmac } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { expect, it } from 'vitest'
import type { HookSignature } from '../../../../../src/contract/import-trigger-signature.ts'
import { triggerWebhook } from '../../../../../src/contract/import-trigger-webhook.ts'
import { signatureProblem } from '../../../../../src/service/triggers/hooks/signatures/signature-problem.ts'
import { verifies } from '../../../../requirements.ts'

type Case = {
  signature: Record<string, unknown>
  secret: string
  headers: Record<string, string>
  body: string
  at: number
  url?: string
  search?: string
}

const nowSeconds = 1_700_000_000
const hmac = (
  algorithm: string,
  key: string | Buffer,
  text: string,
  encoding: 'hex' | 'base64' = 'hex',
) => createHmac(algorithm, key).update(text).digest(encoding)

const standardSecret = `whsec_${Buffer.alloc(24, 9).toString('base64')}`
const standardBody = '{"type":"note.made"}'
const slackBody =
  'token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c'

/** An event of SendGrid, with the line break that belongs to it. */
const sendGridBody = `${JSON.stringify([
  {
    email: 'hello@world.com',
    event: 'dropped',
    reason: 'Bounced Address',
    sg_event_id: 'ZHJvcC0xMDk5NDkxOS1MUnpYbF9OSFN0T0doUTRrb2ZTbV9BLTA',
    sg_message_id: 'LRzXl_NHStOGhQ4kofSm_A.filterdrecv-p3mdw1-756b745b58-kmzbl-18-5F5FC76C-9.0',
    'smtp-id': '<LRzXl_NHStOGhQ4kofSm_A@ismtpd0039p1iad1.sendgrid.net>',
    timestamp: 1600112492,
  },
])}\r\n`

const twilio = {
  kind: 'hmac',
  header: 'X-Twilio-Signature',
  algorithm: 'sha1',
  encoding: 'base64',
  signed: '{url}{query}{form_sorted}',
  body_digest: { in: 'query', name: 'bodySHA256' },
}

/**
 * Those of GitHub, Slack, Twilio and SendGrid are the examples of their documentation and
 * libraries; the others are made as theirs describes.
 */
const cases: Record<string, Case> = {
  GitHub: {
    signature: { kind: 'hmac', header: 'X-Hub-Signature-256', prefix: 'sha256=' },
    secret: "It's a Secret to Everybody",
    headers: {
      'x-hub-signature-256':
        'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
    },
    body: 'Hello, World!',
    at: nowSeconds,
  },
  Slack: {
    signature: {
      kind: 'hmac',
      header: 'X-Slack-Signature',
      prefix: 'v0=',
      signed: 'v0:{timestamp}:{body}',
      timestamp: { in: 'header', name: 'X-Slack-Request-Timestamp' },
    },
    secret: '8f742231b10e8888abcd99yyyzzz85a5',
    headers: {
      'x-slack-signature': 'v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503',
      'x-slack-request-timestamp': '1531420618',
    },
    body: slackBody,
    at: 1_531_420_618,
  },
  Stripe: {
    signature: {
      kind: 'hmac',
      header: 'Stripe-Signature',
      format: 'pairs',
      prefix: 'v1',
      signed: '{timestamp}.{body}',
      timestamp: { in: 'pairs', name: 't' },
    },
    secret: 'whsec_test',
    headers: {
      'stripe-signature': `t=${nowSeconds},v1=${'0'.repeat(64)},v1=${hmac('sha256', 'whsec_test', `${nowSeconds}.{"id":"evt_1"}`)},v0=ignored`,
    },
    body: '{"id":"evt_1"}',
    at: nowSeconds,
  },
  'Standard Webhooks': {
    signature: {
      kind: 'hmac',
      header: 'webhook-signature',
      format: 'list',
      prefix: 'v1,',
      encoding: 'base64',
      signed: '{header.webhook-id}.{timestamp}.{body}',
      timestamp: { in: 'header', name: 'webhook-timestamp' },
      secret_encoding: 'base64',
      secret_prefix: 'whsec_',
    },
    secret: standardSecret,
    headers: {
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(nowSeconds),
      'webhook-signature': `v1,bm90IHRoaXMgb25l ${new Webhook(standardSecret).sign('msg_1', new Date(nowSeconds * 1000), standardBody)}`,
    },
    body: standardBody,
    at: nowSeconds,
  },
  Shopify: {
    signature: { kind: 'hmac', header: 'X-Shopify-Hmac-Sha256', encoding: 'base64' },
    secret: 'hush',
    headers: { 'x-shopify-hmac-sha256': hmac('sha256', 'hush', '{"id":1}', 'base64') },
    body: '{"id":1}',
    at: nowSeconds,
  },
  'an upper-case SHA-1 over address and content': {
    signature: { kind: 'hmac', header: 'x-signature', algorithm: 'sha1', signed: '{url}{body}' },
    secret: 'hush',
    headers: {
      'x-signature': hmac('sha1', 'hush', 'https://tools.example/hooks/hk_1{"id":1}').toUpperCase(),
    },
    body: '{"id":1}',
    at: nowSeconds,
  },
  GitLab: {
    signature: { kind: 'token', in: 'header', name: 'X-Gitlab-Token' },
    secret: 'hush',
    headers: { 'x-gitlab-token': 'hush' },
    body: '{}',
    at: nowSeconds,
  },
  'Twilio, with a form': {
    signature: twilio,
    secret: '12345',
    url: 'https://mycompany.com/myapp.php',
    search: '?foo=1&bar=2',
    headers: {
      'content-type': 'application/x-www-form-urlencoded; charset=UTF-8',
      'x-twilio-signature': 'RSOYDt4T1cUTdK1PDd93/VVr8B8=',
    },
    body: 'To=%2B18005551212&From=%2B14158675309&Digits=1234&CallSid=CA1234567890ABCDE&Caller=%2B14158675309',
    at: nowSeconds,
  },
  'Twilio, with JSON': {
    signature: twilio,
    secret: '12345',
    url: 'https://mycompany.com/myapp.php',
    search:
      '?foo=1&bar=2&bodySHA256=0a1ff7634d9ab3b95db5c9a2dfe9416e41502b283a80c7cf19632632f96e6620',
    headers: {
      'content-type': 'application/json',
      'x-twilio-signature': 'a9nBmqA0ju/hNViExpshrM61xv4=',
    },
    body: '{"property": "value", "boolean": true}',
    at: nowSeconds,
  },
  SendGrid: {
    signature: {
      kind: 'ecdsa',
      header: 'X-Twilio-Email-Event-Webhook-Signature',
      signed: '{timestamp}{body}',
      timestamp: { in: 'header', name: 'X-Twilio-Email-Event-Webhook-Timestamp' },
    },
    secret:
      'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE83T4O/n84iotIvIW4mdBgQ/7dAfSmpqIM8kF9mN1flpVKS3GRqe62gw+2fNNRaINXvVpiglSI8eNEc6wEA3F+g==',
    headers: {
      'x-twilio-email-event-webhook-signature':
        'MEUCIGHQVtGj+Y3LkG9fLcxf3qfI10QysgDWmMOVmxG0u6ZUAiEAyBiXDWzM+uOe5W0JuG+luQAbPIqHh89M15TluLtEZtM=',
      'x-twilio-email-event-webhook-timestamp': '1600112502',
    },
    body: sendGridBody,
    at: 1_600_112_502,
  },
  HubSpot: {
    signature: {
      kind: 'hmac',
      header: 'X-HubSpot-Signature-v3',
      encoding: 'base64',
      signed: '{method}{url}{query}{body}{timestamp}',
      timestamp: { in: 'header', name: 'X-HubSpot-Request-Timestamp', format: 'milliseconds' },
    },
    secret: 'hush',
    headers: {
      'x-hubspot-request-timestamp': `${nowSeconds}123`,
      'x-hubspot-signature-v3': hmac(
        'sha256',
        'hush',
        `POSThttps://tools.example/hooks/hk_1[{"eventId":1}]${nowSeconds}123`,
        'base64',
      ),
    },
    body: '[{"eventId":1}]',
    at: nowSeconds,
  },
  Box: {
    signature: {
      kind: 'hmac',
      header: ['BOX-SIGNATURE-PRIMARY', 'BOX-SIGNATURE-SECONDARY'],
      encoding: 'base64',
      signed: '{body}{timestamp}',
      timestamp: { in: 'header', name: 'BOX-DELIVERY-TIMESTAMP', format: 'date' },
    },
    secret: 'hush',
    headers: {
      'box-delivery-timestamp': '2023-11-14T14:13:20-08:00',
      'box-signature-primary': hmac('sha256', 'other', '{}', 'base64'),
      'box-signature-secondary': hmac(
        'sha256',
        'hush',
        '{"type":"webhook_event"}2023-11-14T14:13:20-08:00',
        'base64',
      ),
    },
    body: '{"type":"webhook_event"}',
    at: nowSeconds,
  },
  Linear: {
    signature: {
      kind: 'hmac',
      header: 'Linear-Signature',
      timestamp: { in: 'body', name: 'webhookTimestamp', format: 'milliseconds' },
    },
    secret: 'hush',
    headers: {
      'linear-signature': hmac('sha256', 'hush', `{"webhookTimestamp":${nowSeconds}000}`),
    },
    body: `{"webhookTimestamp":${nowSeconds}000}`,
    at: nowSeconds,
  },
  PagerDuty: {
    signature: { kind: 'hmac', header: 'X-PagerDuty-Signature', format: 'pairs', prefix: 'v1' },
    secret: 'hush',
    headers: {
      'x-pagerduty-signature': `v1=${hmac('sha256', 'other', '{"id":1}')},v1=${hmac('sha256', 'hush', '{"id":1}')}`,
    },
    body: '{"id":1}',
    at: nowSeconds,
  },
  LinkedIn: {
    signature: { kind: 'hmac', header: 'X-LI-Signature', signed: 'hmacsha256={body}' },
    secret: 'hush',
    headers: { 'x-li-signature': hmac('sha256', 'hush', 'hmacsha256={"id":1}') },
    body: '{"id":1}',
    at: nowSeconds,
  },
  Pipedrive: {
    signature: {
      kind: 'token',
      in: 'header',
      name: 'Authorization',
      prefix: 'Basic ',
      basic_user: 'plugboard',
    },
    secret: 'hush',
    headers: { authorization: `Basic ${Buffer.from('plugboard:hush').toString('base64')}` },
    body: '{}',
    at: nowSeconds,
  },
}

const parse = (signature: Record<string, unknown>): HookSignature => {
  const parsed = triggerWebhook.parse({ signature, secret: { from: 'config', path: 'secret' } })
  if (!parsed.signature) throw new Error('The signature was not read')
  return parsed.signature
}

const problem = ({ signature, secret, headers, body, at, url, search = '' }: Case) =>
  signatureProblem(
    parse(signature),
    {
      method: 'POST',
      headers,
      repeated: new Set(),
      query: Object.fromEntries(new URLSearchParams(search)),
      search,
      body: Buffer.from(body),
    },
    {
      secrets: secret === '' ? [] : [secret],
      url: url ?? 'https://tools.example/hooks/hk_1',
      now: new Date(at * 1000),
      values: {},
      owner: { projectId: 'pr_1', toolkit: 'notes' },
      providerKeys: {
        keySet: () => Promise.reject(new Error('Nothing is fetched here')),
        certificate: () => Promise.reject(new Error('Nothing is fetched here')),
      },
    },
  )

/** Each letter and digit as another one. */
const garbled = (text: string) =>
  text.replaceAll(/[0-9a-z]/gi, (each) => (each === 'a' ? 'b' : 'a'))

it.each(Object.entries(cases))(
  'verifies what %s signed, and nothing else',
  async (_name, given) => {
    verifies('triggers.hook.signature')
    expect(await problem(given)).toBeUndefined()
    expect(await problem({ ...given, secret: `${given.secret.slice(0, -1)}~` })).toBeTypeOf(
      'string',
    )
    expect(await problem({ ...given, secret: '' })).toContain('secret')
    expect(await problem({ ...given, headers: {} })).toBeTypeOf('string')
    const signatures = Object.entries(given.headers).filter(
      // What a rotation leaves out may hold anything.
      ([name]) => !['content-type', 'box-signature-primary'].includes(name),
    )
    for (const [name, value] of signatures) {
      const altered = { ...given, headers: { ...given.headers, [name]: garbled(value) } }
      expect(await problem(altered), name).toBeTypeOf('string')
    }
    if (given.signature['kind'] !== 'token') {
      // Behind the name of a form's last field, where one more blank is a part of its value.
      expect(await problem({ ...given, body: `${given.body} ` })).toContain('not match')
      expect(await problem({ ...given, body: given.body.replace(/[a-z]/, '_') })).toBeTypeOf(
        'string',
      )
    }
    if (given.search !== undefined)
      expect(await problem({ ...given, search: given.search.replace('1', '2') })).toBeTypeOf(
        'string',
      )
    if ('timestamp' in given.signature) {
      for (const off of [-302, 302])
        expect(await problem({ ...given, at: given.at + off })).toContain('timestamp')
      expect(await problem({ ...given, at: given.at + 299 })).toBeUndefined()
    }
  },
)

it('takes a secret that is in the body, and binds content that is no form by its digest', async () => {
  verifies('triggers.hook.signature')
  const figma: Case = {
    signature: { kind: 'token', in: 'body', name: 'passcode' },
    secret: 'hush',
    headers: { 'content-type': 'application/json' },
    body: '{"passcode":"hush"}',
    at: nowSeconds,
  }
  expect(await problem(figma)).toBeUndefined()
  expect(await problem({ ...figma, body: '{"passcode":"hust"}' })).toContain('passcode')
  expect(await problem({ ...figma, body: '{}' })).toContain('no body passcode')

  const form = cases['Twilio, with a form']
  if (!form) throw new Error('The case is gone')
  const asJson = { ...form, headers: { ...form.headers, 'content-type': 'application/json' } }
  expect(await problem(asJson)).toContain('no query bodySHA256')
})

it('reads each name of a form once, so that many of them do not stop the service', async () => {
  verifies('triggers.hook.signature')
  const form = cases['Twilio, with a form']
  if (!form) throw new Error('The case is gone')
  const body = Array.from({ length: 150_000 }, (_, index) => `${index.toString(36)}=`).join('&')
  expect(await problem({ ...form, body })).toBe('The signature does not match the content')
})

it('accepts one way to write a signature only, and each of several secrets', async () => {
  verifies('triggers.hook.signature')
  const { Shopify: given } = cases
  const signature = given?.headers['x-shopify-hmac-sha256'] ?? ''
  if (!given) throw new Error('The case is gone')
  const last = signature.at(-2) ?? ''
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
  const twin = alphabet[alphabet.indexOf(last) + 1] ?? ''
  const respelt = `${signature.slice(0, -2)}${twin}=`
  expect(Buffer.from(respelt, 'base64')).toEqual(Buffer.from(signature, 'base64'))
  for (const text of [respelt, ` ${signature}`, `${signature.slice(0, 4)}\t${signature.slice(4)}`])
    expect(await problem({ ...given, headers: { 'x-shopify-hmac-sha256': text } })).toBeTypeOf(
      'string',
    )
})

it('is refused by the import where it does not say what it signs', () => {
  verifies('triggers.types.import')
  const certificate = {
    in: 'header',
    name: 'c',
    hosts: ['a.example'],
    subject: 'a.example',
  }
  const jwt = { kind: 'jwt', in: 'header', name: 'authorization' }
  const signatures = [
    { kind: 'hmac', header: 'x', signed: 'nothing' },
    { kind: 'hmac', header: 'x', signed: '{timestamp}.{body}' },
    { kind: 'hmac', header: 'x', signed: '{id}.{body}' },
    { kind: 'hmac', header: 'x', signed: '{header.a b}.{body}' },
    { kind: 'hmac', header: 'x', timestamp: { in: 'header', name: 't' } },
    { kind: 'hmac', header: 'x', signed: '{url}', body_digest: { in: 'query', name: 'd' } },
    { kind: 'hmac', header: 'x', key: 'public' },
    { kind: 'rsa', header: 'x', key: 'k', certificate: { ...certificate } },
    { kind: 'rsa', header: 'x', certificate: { ...certificate, hosts: [] } },
    { kind: 'rsa', header: 'x', certificate: { ...certificate, hosts: ['https://a.example'] } },
    { kind: 'rsa', header: 'x', algorithm: 'sha1' },
    { ...jwt, algorithms: ['none'] },
    { ...jwt, algorithms: ['HS256', 'RS256'] },
    { ...jwt, algorithms: ['HS256'], key: 'public' },
    { ...jwt, algorithms: ['HS256'], jwks: 'https://keys.example/', audience: 'a' },
    { ...jwt, algorithms: ['RS256'], jwks: 'https://keys.example/' },
    { ...jwt, algorithms: ['RS256'], jwks: 'http://keys.example/', audience: 'a' },
    { kind: 'dsa', header: 'x' },
  ]
  for (const signature of signatures)
    expect(
      triggerWebhook.safeParse({ signature, secret: { from: 'config', path: 'secret' } }).success,
      JSON.stringify(signature),
    ).toBe(false)
  const token = { kind: 'token', in: 'header', name: 'x' }
  const key = { kind: 'ed25519', header: 'x', key: '00'.repeat(32) }
  const register = { request: { path: '/hooks' } }
  const refused = {
    'no secret': { signature: token },
    'a secret of no registration': { signature: token, secret: { from: 'generated' } },
    'a generated public key': {
      register,
      signature: { kind: 'ed25519', header: 'x' },
      secret: { from: 'generated' },
    },
    'a key and a secret': { signature: key, secret: { from: 'config', path: 'secret' } },
    'a renewal of what does not end': { register, renew: register },
  }
  for (const [name, webhook] of Object.entries(refused))
    expect(triggerWebhook.safeParse(webhook).success, name).toBe(false)
  expect(triggerWebhook.safeParse({ signature: key }).success).toBe(true)
})
