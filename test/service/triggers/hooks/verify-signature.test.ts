import { createHmac } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { expect, it } from 'vitest'
import {
  triggerWebhook,
  type HookSignature,
} from '../../../../src/contract/import-trigger-webhook.ts'
import { signatureProblem } from '../../../../src/service/triggers/hooks/verify-signature.ts'
import { verifies } from '../../../requirements.ts'

type Case = {
  signature: Record<string, unknown>
  secret: string
  headers: Record<string, string>
  body: string
  at: number
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

/**
 * GitHub's and Slack's are the examples of their own documentation; the others are made as theirs
 * describes.
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
      signed: '{id}.{timestamp}.{body}',
      id_header: 'webhook-id',
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
    signature: { kind: 'token', header: 'X-Gitlab-Token' },
    secret: 'hush',
    headers: { 'x-gitlab-token': 'hush' },
    body: '{}',
    at: nowSeconds,
  },
}

const parse = (signature: Record<string, unknown>): HookSignature => {
  const parsed = triggerWebhook.parse({ signature, secret: { from: 'config', path: 'secret' } })
  if (!parsed.signature) throw new Error('The signature was not read')
  return parsed.signature
}

const problem = ({ signature, secret, headers, body, at }: Case) =>
  signatureProblem(
    parse(signature),
    { method: 'POST', headers, query: {}, body: Buffer.from(body) },
    { secret, url: 'https://tools.example/hooks/hk_1', now: new Date(at * 1000) },
  )

it.each(Object.entries(cases))('takes what %s signed, and nothing else', (_name, given) => {
  verifies('triggers.hook.signature')
  expect(problem(given)).toBeUndefined()
  expect(problem({ ...given, secret: `${given.secret.slice(0, -1)}~` })).toBeTypeOf('string')
  expect(problem({ ...given, secret: '' })).toContain('secret')
  expect(problem({ ...given, headers: {} })).toContain('no header')
  for (const name of Object.keys(given.headers)) {
    expect(
      problem({
        ...given,
        headers: {
          ...given.headers,
          [name]: `${given.headers[name]}`.replaceAll(/[0-9a-z]/gi, (each) =>
            each === 'a' ? 'b' : 'a',
          ),
        },
      }),
      name,
    ).toBeTypeOf('string')
  }
  if (given.signature['kind'] === 'hmac')
    expect(problem({ ...given, body: `${given.body} ` })).toContain('does not fit')
  if ('timestamp' in given.signature) {
    for (const off of [-301, 301])
      expect(problem({ ...given, at: given.at + off })).toContain('timestamp')
    expect(problem({ ...given, at: given.at + 299 })).toBeUndefined()
  }
})

it('is refused by the import where it does not say what it signs', () => {
  verifies('triggers.types.import')
  const signatures = [
    { kind: 'hmac', header: 'x', signed: 'nothing' },
    { kind: 'hmac', header: 'x', signed: '{timestamp}.{body}' },
    { kind: 'hmac', header: 'x', signed: '{id}.{body}' },
    { kind: 'hmac', header: 'x', timestamp: { in: 'header', name: 't' } },
    { kind: 'rsa', header: 'x' },
  ]
  for (const signature of signatures)
    expect(
      triggerWebhook.safeParse({ signature, secret: { from: 'config', path: 'secret' } }).success,
      JSON.stringify(signature),
    ).toBe(false)
  expect(triggerWebhook.safeParse({ signature: { kind: 'token', header: 'x' } }).success).toBe(
    false,
  )
  expect(
    triggerWebhook.safeParse({
      signature: { kind: 'token', header: 'x' },
      secret: { from: 'generated' },
    }).success,
  ).toBe(false)
})
