import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Hono } from 'hono'
import { Webhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'
import { describe, expect, expectTypeOf, it, onTestFinished, test } from 'vitest'
import {
  PlugboardError,
  signWebhook,
  verifyWebhook,
  type WebhookEvent,
} from '../../src/webhooks/index.ts'
import { verifies } from '../requirements.ts'
import { bodies, id, metadata, payload } from './deliveries.ts'

const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`
const otherSecret = `whsec_${Buffer.alloc(24, 2).toString('base64')}`
const body = JSON.stringify(bodies.V3)
const url = 'https://receiver.example/hook'

const deliver = async (secrets: string | string[] = secret, at?: Date) => ({
  headers: await signWebhook({ id, body, at }, secrets),
  body,
})

const errorOf = async (verified: Promise<unknown>): Promise<PlugboardError> => {
  const error = await verified.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof PlugboardError)) throw new Error(`Not refused: ${String(error)}`)
  return error
}

describe('what others sign', () => {
  const signers = { standardwebhooks: new Webhook(secret), svix: new SvixWebhook(secret) }

  it.each(Object.entries(signers))(
    '%s signs, verifyWebhook accepts, and the other way round',
    async (_name, signer) => {
      verifies('receiving.verify')
      const now = new Date()
      const headers = {
        'Webhook-Id': id,
        'Webhook-Timestamp': String(Math.floor(now.getTime() / 1000)),
        'Webhook-Signature': signer.sign(id, now, body),
      }
      expect(await verifyWebhook({ headers, body }, secret)).toMatchObject({ id, data: payload })

      const ours = await deliver()
      expect(() => signer.verify(ours.body, { ...ours.headers })).not.toThrow()
      expect(() => signer.verify(`${ours.body} `, { ...ours.headers })).toThrow()
    },
  )
})

test.each(['V1', 'V2', 'V3'] as const)(
  'tells an event of a %s body in the form of V3, with the body beside it',
  async (version) => {
    verifies('receiving.verify')
    const text = JSON.stringify(bodies[version])
    const event = await verifyWebhook(
      { headers: await signWebhook({ id, body: text }, secret), body: text },
      secret,
    )

    // V1 says neither whose account it is nor when it happened.
    const { timestamp, ...told } = event
    expect(told).toEqual({
      id,
      type: 'svc.trigger.message',
      metadata: version === 'V1' ? { ...metadata, user_id: null } : metadata,
      data: payload,
      version,
      body: bodies[version],
    })
    expect(Date.parse(timestamp)).not.toBeNaN()
  },
)

test('the types of events are told apart by type and by version', () => {
  verifies('receiving.verify')
  const read = (event: WebhookEvent): unknown => {
    if (event.type === 'svc.trigger.disabled')
      expectTypeOf(event.data.reason).toEqualTypeOf<string | undefined>()
    if (event.version === 'V1') expectTypeOf(event.type).toEqualTypeOf<'svc.trigger.message'>()
    if (event.type === 'svc.trigger.message')
      expectTypeOf(event.data).toEqualTypeOf<Record<string, unknown>>()
    return event
  }
  expect(read).toBeTypeOf('function')
})

describe('each form of a request', () => {
  it('a fetch Request, and a Hono one', async () => {
    verifies('receiving.verify.requests')
    const { headers } = await deliver()
    expect(
      await verifyWebhook(new Request(url, { method: 'POST', headers, body }), secret),
    ).toMatchObject({ id })

    const app = new Hono().post('/hook', async (context) =>
      context.json((await verifyWebhook(context.req.raw, secret)).data),
    )
    expect(await (await app.request('/hook', { method: 'POST', headers, body })).json()).toEqual(
      payload,
    )
  })

  it('a Node request: unread, with a raw body, and with a body read as bytes', async () => {
    verifies('receiving.verify.requests')
    const { headers } = await deliver()
    const readers: Record<string, (request: IncomingMessage) => Promise<object>> = {
      '/unread': async (request) => request,
      '/raw': async (request) =>
        Object.assign(request, {
          rawBody: Buffer.from(await readAll(request)),
          body: { parsed: true },
        }),
      '/bytes': async (request) =>
        Object.assign(request, { body: Buffer.from(await readAll(request)) }),
    }
    const server = createServer(async (request, response) => {
      const read = await readers[request.url ?? '']?.(request)
      response.end(
        JSON.stringify(read && (await verifyWebhook(read as IncomingMessage, secret)).data),
      )
    }).listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await new Promise((resolve) => server.once('listening', resolve))
    const { port } = server.address() as AddressInfo
    for (const path of Object.keys(readers)) {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
        method: 'POST',
        headers: { ...headers },
        body,
      })
      expect(await answer.json(), path).toEqual(payload)
    }
  })

  it('headers and body, as text or bytes', async () => {
    verifies('receiving.verify.requests')
    const { headers } = await deliver()
    const inOtherLetters = {
      'WEBHOOK-ID': [id],
      'Webhook-Timestamp': headers['webhook-timestamp'],
      'webhook-signature': [headers['webhook-signature']],
    }
    for (const given of [headers, new Headers({ ...headers }), inOtherLetters]) {
      expect(await verifyWebhook({ headers: given, body }, secret)).toMatchObject({ id })
      expect(
        await verifyWebhook({ headers: given, body: Buffer.from(body) }, secret),
      ).toMatchObject({ id })
    }
  })
})

const readAll = async (request: IncomingMessage): Promise<string> => {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) text += String(chunk)
  return text
}

describe('what cannot be trusted', () => {
  it('is refused with what is wrong, and without the secret', async () => {
    verifies('receiving.verify.refusals')
    const { headers } = await deliver()
    const signature = headers['webhook-signature']
    const used = new Request(url, { method: 'POST', headers, body })
    await used.text()
    const ago = (seconds: number) => new Date(Date.now() - seconds * 1000)
    const refused: [string, RegExp, Parameters<typeof verifyWebhook>][] = [
      [
        'webhook_header',
        /webhook-id is missing/,
        [{ headers: { ...headers, 'webhook-id': '' }, body }, secret],
      ],
      [
        'webhook_header',
        /webhook-timestamp is missing/,
        [
          new Request(url, {
            method: 'POST',
            headers: { 'webhook-id': id, 'webhook-signature': signature },
            body,
          }),
          secret,
        ],
      ],
      [
        'webhook_header',
        /webhook-signature is missing/,
        [
          {
            headers: { 'webhook-id': id, 'webhook-timestamp': headers['webhook-timestamp'] },
            body,
          },
          secret,
        ],
      ],
      [
        'webhook_header',
        /not a Unix time in seconds: "soon"/,
        [{ headers: { ...headers, 'webhook-timestamp': 'soon' }, body }, secret],
      ],
      [
        'webhook_timestamp',
        /signed 30[123] seconds ago; at most 300/,
        [await deliver(secret, ago(302)), secret],
      ],
      ['webhook_timestamp', /in the future/, [await deliver(secret, ago(-400)), secret]],
      [
        'webhook_timestamp',
        /at most 10 are/,
        [await deliver(secret, ago(20)), secret, { toleranceSeconds: 10 }],
      ],
      ['webhook_signature', /matches the secret/, [await deliver(), otherSecret]],
      [
        'webhook_signature',
        /matches any of 2 secrets/,
        [{ headers, body: body.replace('bug', 'rug') }, [secret, otherSecret]],
      ],
      [
        'webhook_signature',
        /"evt_2"/,
        [{ headers: { ...headers, 'webhook-id': 'evt_2' }, body }, secret],
      ],
      [
        'webhook_signature',
        /evt_1/,
        [
          {
            headers: {
              ...headers,
              'webhook-timestamp': String(Number(headers['webhook-timestamp']) - 1),
            },
            body,
          },
          secret,
        ],
      ],
      ...[
        'v1,',
        'v1',
        'v2,abc',
        'v1,%%%',
        signature.slice(0, -4),
        signature.replace('v1,', 'v1a,'),
      ].map((wrong): [string, RegExp, Parameters<typeof verifyWebhook>] => [
        'webhook_signature',
        /evt_1/,
        [{ headers: { ...headers, 'webhook-signature': wrong }, body }, secret],
      ]),
      ['webhook_body', /already read/, [used, secret]],
      ['webhook_body', /parsed before/, [{ headers, body: bodies.V3 } as never, secret]],
      [
        'webhook_body',
        /larger than 20 bytes/,
        [new Request(url, { method: 'POST', headers, body }), secret, { maximumBytes: 20 }],
      ],
      ['misconfigured', /^The secret is not set/, [await deliver(), undefined]],
      ['misconfigured', /^The secret is not set/, [await deliver(), []]],
      ['misconfigured', /^Secret 2 of 2/, [await deliver(), [secret, 'whsec_not base64']]],
    ]
    for (const [slug, message, input] of refused) {
      const error = await errorOf(verifyWebhook(...input))
      expect([error.slug, error.message]).toEqual([slug, expect.stringMatching(message)])
      expect(error.suggestedFix).toBeTruthy()
      expect(
        JSON.stringify([error.message, error.stack, error.suggestedFix, error.errors]),
      ).not.toMatch(/AQEBAQ|AgICAg|not base64/)
    }
  })

  it('is refused where a right signature stands on what no service sends', async () => {
    verifies('receiving.verify.refusals')
    for (const text of ['[1]', 'not json', '{"type":"x"}', '']) {
      const headers = await signWebhook({ id, body: text }, secret)
      expect((await errorOf(verifyWebhook({ headers, body: text }, secret))).slug, text).toBe(
        'webhook_body',
      )
    }
  })
})

test('of several secrets and several signatures one pair must fit', async () => {
  verifies('receiving.verify.rotation')
  const fresh = `whsec_${Buffer.alloc(64, 3).toString('base64')}`
  expect(await verifyWebhook(await deliver([fresh, secret]), secret)).toMatchObject({ id })
  expect(await verifyWebhook(await deliver([fresh, secret]), fresh)).toMatchObject({ id })
  expect(await verifyWebhook(await deliver(secret), [fresh, secret])).toMatchObject({ id })
  expect((await errorOf(verifyWebhook(await deliver([fresh, secret]), otherSecret))).slug).toBe(
    'webhook_signature',
  )
})
