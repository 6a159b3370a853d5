import { createHash, createHmac } from 'node:crypto'
import { expect, it } from 'vitest'
import { triggerWebhook } from '../../../../src/contract/import-trigger-webhook.ts'
import { respondToHandshake } from '../../../../src/service/triggers/hooks/respond-to-handshake.ts'
import { verifies } from '../../../requirements.ts'

type Request = {
  method?: 'GET' | 'HEAD' | 'POST'
  headers?: Record<string, string>
  query?: Record<string, string>
  body?: string
}

const url = 'https://tools.example/hooks/hk_1'
const secret = 'hush'

const answer = (
  handshake: Record<string, unknown>,
  { method = 'GET', headers = {}, query = {}, body = '' }: Request,
  known: string | undefined = secret,
) => {
  const webhook = triggerWebhook.parse({ handshake, secret: { from: 'config', path: 'secret' } })
  return respondToHandshake(
    webhook.handshake,
    { method, headers, repeated: new Set(), query, search: '', body: Buffer.from(body) },
    { config: {}, secret: known, url },
  )
}

const crc = {
  method: 'GET',
  when: [{ in: 'query', name: 'crc_token' }],
  challenge: { in: 'query', name: 'crc_token' },
  digest: { encoding: 'base64' },
  answer: { json: { response_token: 'sha256={digest}' } },
}

/** As the documentation of each describes it. */
const cases: Record<
  string,
  { handshake: Record<string, unknown>; request: Request; expected: unknown }
> = {
  Slack: {
    handshake: {
      method: 'POST',
      when: [{ in: 'body', name: 'type', equals: 'url_verification' }],
      challenge: { in: 'body', name: 'challenge' },
    },
    request: {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"token":"t","type":"url_verification","challenge":"3eZbrw1aBm2rZgRNFdxV2595E9CY3gmdALWMmHkvFXO7tYXAYM8P"}',
    },
    expected: { text: '3eZbrw1aBm2rZgRNFdxV2595E9CY3gmdALWMmHkvFXO7tYXAYM8P' },
  },
  'Microsoft Graph': {
    handshake: {
      method: 'POST',
      when: [{ in: 'query', name: 'validationToken' }],
      challenge: { in: 'query', name: 'validationToken' },
    },
    request: {
      method: 'POST',
      query: { validationToken: 'Validation: Testing client application reachability' },
    },
    expected: { text: 'Validation: Testing client application reachability' },
  },
  X: {
    handshake: crc,
    request: { query: { crc_token: 'challenge_string', nonce: 'n' } },
    expected: {
      json: {
        response_token: `sha256=${createHmac('sha256', secret).update('challenge_string').digest('base64')}`,
      },
    },
  },
  Okta: {
    handshake: {
      method: 'GET',
      when: [{ in: 'header', name: 'X-Okta-Verification-Challenge' }],
      challenge: { in: 'header', name: 'X-Okta-Verification-Challenge' },
      answer: { json: { verification: '{challenge}' } },
    },
    request: { headers: { 'x-okta-verification-challenge': 'my verification challenge' } },
    expected: { json: { verification: 'my verification challenge' } },
  },
  Wrike: {
    handshake: {
      method: 'POST',
      when: [{ in: 'body', name: 'requestType', equals: 'WebHook secret verification' }],
      challenge: { in: 'header', name: 'X-Hook-Secret' },
      digest: {},
      answer: { header: 'X-Hook-Secret', value: '{digest}' },
    },
    request: {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-hook-secret': 'b03ddf3ca2e7' },
      body: '{"requestType":"WebHook secret verification"}',
    },
    expected: {
      header: 'X-Hook-Secret',
      value: createHmac('sha256', secret).update('b03ddf3ca2e7').digest('hex'),
    },
  },
  Discord: {
    handshake: {
      method: 'POST',
      when: [{ in: 'body', name: 'type', equals: '0' }],
      answer: 'empty',
      status: 204,
    },
    request: {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"type":0}',
    },
    expected: { text: '' },
  },
  eBay: {
    handshake: {
      method: 'GET',
      when: [{ in: 'query', name: 'challenge_code' }],
      challenge: { in: 'query', name: 'challenge_code' },
      digest: { kind: 'hash', of: '{challenge}{secret}{url}' },
      answer: { json: { challengeResponse: '{digest}' } },
    },
    request: { query: { challenge_code: 'a8628072-3d33-45ee' } },
    expected: {
      json: {
        challengeResponse: createHash('sha256')
          .update(`a8628072-3d33-45ee${secret}${url}`)
          .digest('hex'),
      },
    },
  },
}

it.each(Object.entries(cases))(
  '%s gets the answer that it asks for',
  (_name, { handshake, request, expected }) => {
    verifies('triggers.hook.handshake', 'triggers.hook.handshake.digest')
    expect(answer(handshake, request)).toEqual(expected)
    expect(
      answer(handshake, { ...request, method: request.method === 'POST' ? 'GET' : 'POST' }),
    ).toBeUndefined()
    expect(answer(handshake, { ...request, headers: {}, query: {}, body: '{}' })).toBeUndefined()
  },
)

it('a digest is made of nothing that could be an event, and of no secret that is not known', () => {
  verifies('triggers.hook.handshake.digest')
  for (const crc_token of ['{"id":1}', 'v0:1:x', 'a&b=c', 'two words', 'x'.repeat(1_025)])
    expect(answer(crc, { query: { crc_token } }), crc_token).toBeUndefined()
  expect(answer(crc, { query: { crc_token: 'c' } }, '')).toBeUndefined()
})

it('one that cannot work is refused by the import', () => {
  verifies('triggers.hook.handshake.import')
  const echo = {
    method: 'POST',
    when: [{ in: 'header', name: 'x-secret' }],
    challenge: { in: 'header', name: 'x-secret' },
  }
  const signature = { kind: 'hmac', header: 'x-signature' }
  const given = { from: 'handshake', in: 'header', name: 'x-secret' }
  const config = { from: 'config', path: 'secret' }
  expect(triggerWebhook.safeParse({ handshake: echo, secret: given, signature }).success).toBe(true)
  const refused = {
    'a secret of no handshake': { secret: given, signature },
    'a secret of a handshake that is signed with it': {
      handshake: { ...echo, signed: true },
      secret: given,
      signature,
    },
    'a digest without a secret': { handshake: crc },
    'a digest of nothing': {
      handshake: { ...crc, digest: { of: 'always the same' } },
      secret: config,
    },
    'a secret in an hmac': {
      handshake: { ...crc, digest: { of: '{challenge}{secret}' } },
      secret: config,
    },
    'a signed one where nothing is': { handshake: { ...crc, signed: true }, secret: config },
    'a secret without a use': { secret: config },
    'a POST that nothing distinguishes': { handshake: { method: 'POST', answer: 'empty' } },
    'an answer without its challenge': { handshake: { method: 'GET' } },
    'a digest that is not answered': {
      handshake: { ...crc, answer: 'text' },
      secret: config,
    },
    'a header for browsers': {
      handshake: { ...echo, answer: { header: 'Set-Cookie' } },
    },
    'content with 204': { handshake: { ...echo, status: 204 } },
  }
  for (const [name, webhook] of Object.entries(refused))
    expect(triggerWebhook.safeParse(webhook).success, name).toBe(false)
})
