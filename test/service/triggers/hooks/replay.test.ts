import { createHash, createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { verifies } from '../../../requirements.ts'
import { followEvents } from '../../../support/follow-events.ts'
import { createSharedDatabase } from '../../../support/shared-database.ts'
import type { TestService } from '../../../support/start-service.ts'
import { startSharedService, startSource } from '../../../support/start-source.ts'
import { openHook, send, type Header } from './signatures/deliver.ts'
import { noteShared, push, startProvider } from './start-provider.ts'

let shared: TestService
beforeAll(async () => {
  shared = await startSharedService()
})
afterAll(() => shared.close())

const secret = 'secret of the hook'
const fromConfig = { secret: { from: 'config', path: 'secret' }, payload: { text: 'text' } }
const options = { config: { secret } }
const hmac = (content: string, encoding: 'hex' | 'base64' = 'hex', algorithm = 'sha256') =>
  createHmac(algorithm, secret).update(content).digest(encoding)
const seconds = () => Math.floor(Date.now() / 1000)

const accepted = 'Accepted'
const repeated = 'This delivery was accepted before'
const json: Header = ['content-type', 'application/json']

it('fires once for what is signed, whatever id somebody who recorded it sends it with', async () => {
  verifies('triggers.hook.replay')
  const hook = await openHook(
    shared,
    {
      ...fromConfig,
      signature: { kind: 'hmac', header: 'x-hub-signature-256', prefix: 'sha256=' },
      delivery_id: { in: 'header', name: 'x-github-delivery' },
    },
    options,
  )
  const deliver = async (text: string, ...ids: string[]) => {
    const body = JSON.stringify({ text })
    const signature: Header = ['x-hub-signature-256', `sha256=${hmac(body)}`]
    const given = ids.map((id): Header => ['x-github-delivery', id])
    return (await send(hook.url, [json, signature, ...given], body)).text
  }
  expect(await deliver('first', 'd1')).toBe(accepted)
  // The provider's own redelivery, and a recorded one: with another id, without, and with two.
  for (const ids of [['d1'], ['d2'], [], ['d3', 'd4']])
    expect(await deliver('first', ...ids), ids.join()).toBe(repeated)
  expect(await deliver('other content', 'd1')).toBe(repeated)
  // Nobody can use up an id, or a content, that the provider has yet to send.
  expect(await deliver('second', 'd2')).toBe(accepted)
  expect(await deliver('other content', 'd5')).toBe(accepted)
  const texts = (await hook.fired(3)).map(({ text }) => text)
  expect(texts).toEqual(['first', 'other content', 'second'])
})

it('fires for a repetition of the same event where the signature tells the two apart', async () => {
  verifies('triggers.hook.replay')
  const hook = await openHook(
    shared,
    {
      ...fromConfig,
      signature: {
        kind: 'hmac',
        header: 'x-signature',
        signed: '{timestamp}.{body}',
        timestamp: { in: 'header', name: 'x-timestamp' },
      },
      delivery_id: { in: 'header', name: 'x-delivery' },
    },
    options,
  )
  const body = JSON.stringify({ text: 'door opened' })
  const deliver = async (id: string, at: number) => {
    const headers: Header[] = [
      json,
      ['x-delivery', id],
      ['x-timestamp', String(at)],
      ['x-signature', hmac(`${at}.${body}`)],
    ]
    return (await send(hook.url, headers, body)).text
  }
  const now = seconds()
  expect(await deliver('d1', now)).toBe(accepted)
  expect(await deliver('d2', now)).toBe(repeated)
  // The provider tries again, and signs each attempt anew.
  expect(await deliver('d1', now + 1)).toBe(repeated)
  expect(await deliver('d3', now + 2)).toBe(accepted)
  expect(await hook.fired(2)).toEqual([{ text: 'door opened' }, { text: 'door opened' }])
})

it('knows a delivery whose id is signed when its body is read or written in another way', async () => {
  verifies('triggers.hook.replay')
  const inBody = await openHook(
    shared,
    {
      ...fromConfig,
      signature: { kind: 'hmac', header: 'x-signature' },
      delivery_id: { in: 'body', name: 'id' },
    },
    options,
  )
  const body = JSON.stringify({ id: 'e1', text: 'first' })
  const signature: Header = ['x-signature', hmac(body)]
  expect((await send(inBody.url, [json, signature], body)).text).toBe(accepted)
  for (const type of ['application/x-www-form-urlencoded', 'text/plain'])
    expect((await send(inBody.url, [['content-type', type], signature], body)).text).toBe(repeated)

  const form = await openHook(
    shared,
    {
      ...fromConfig,
      payload: { text: 'Body' },
      signature: {
        kind: 'hmac',
        header: 'x-twilio-signature',
        signed: '{url}{form_sorted}',
        algorithm: 'sha1',
        encoding: 'base64',
      },
    },
    options,
  )
  const signed = hmac(`${form.url}BodyhelloFromada`, 'base64', 'sha1')
  const deliver = async (fields: string) =>
    (
      await send(
        form.url,
        [
          ['content-type', 'application/x-www-form-urlencoded'],
          ['x-twilio-signature', signed],
        ],
        fields,
      )
    ).text
  expect(await deliver('From=ada&Body=hello')).toBe(accepted)
  for (const same of [
    'Body=hello&From=ada',
    'From=ada&Body=hell%6F',
    'From=ada&From=ada&Body=hello',
  ])
    expect(await deliver(same), same).toBe(repeated)
  expect(await form.fired(1)).toEqual([{ text: 'hello' }])
})

it('knows a token that holds the digest of its body, and fires for others with the same body', async () => {
  verifies('triggers.hook.replay', 'triggers.hook.jwt')
  const hook = await openHook(
    shared,
    {
      ...fromConfig,
      signature: {
        kind: 'jwt',
        in: 'header',
        name: 'authorization',
        prefix: 'Bearer ',
        algorithms: ['HS256'],
        body_digest: { claim: 'payload_hash' },
      },
      delivery_id: { in: 'header', name: 'x-delivery' },
    },
    options,
  )
  const body = JSON.stringify({ text: 'called' })
  const deliver = async (jti: string, id: string) => {
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const payload_hash = createHash('sha256').update(body).digest('hex')
    const claims = { jti, exp: seconds() + 300, payload_hash }
    const content = `${encode({ alg: 'HS256' })}.${encode(claims)}`
    const signature = createHmac('sha256', secret).update(content).digest('base64url')
    const headers: Header[] = [
      json,
      ['authorization', `Bearer ${content}.${signature}`],
      ['x-delivery', id],
    ]
    return (again = id) =>
      send(hook.url, [...headers.slice(0, 2), ['x-delivery', again]], body).then(({ text }) => text)
  }
  const first = await deliver('j1', 'd1')
  expect(await first()).toBe(accepted)
  expect(await first('d2')).toBe(repeated)
  expect(await (await deliver('j2', 'd2'))()).toBe(accepted)
  expect(await hook.fired(2)).toEqual([{ text: 'called' }, { text: 'called' }])
})

it('goes by the id alone where nothing covers the content', async () => {
  verifies('triggers.hook.replay')
  const hook = await openHook(
    shared,
    {
      ...fromConfig,
      signature: { kind: 'token', in: 'header', name: 'x-token' },
      delivery_id: { in: 'header', name: 'x-delivery' },
    },
    options,
  )
  const deliver = async (id: string) =>
    (
      await send(
        hook.url,
        [json, ['x-token', secret], ['x-delivery', id]],
        JSON.stringify({ text: 'ping' }),
      )
    ).text
  expect([await deliver('d1'), await deliver('d2'), await deliver('d1')]).toEqual([
    accepted,
    accepted,
    repeated,
  ])
  expect(await hook.fired(2)).toEqual([{ text: 'ping' }, { text: 'ping' }])
})

it('is accepted once when the same content comes with several ids at the same time', async () => {
  verifies('triggers.hook.replay')
  const database = await createSharedDatabase()
  const provider = await startProvider()
  const { service, upsert } = await startSource(provider.upstream, {
    triggers: [noteShared()],
    database: database.database,
  })
  const events = followEvents(service)
  await upsert('NOTES_NOTE_SHARED')
  await vi.waitFor(() => expect(provider.hooks.size).toBe(1), { timeout: 60_000 })
  const [hook] = provider.hooks.values()
  if (!hook) throw new Error('Nothing is registered')
  const texts = await Promise.all(
    Array.from({ length: 8 }, async (_, number) =>
      (await push(hook, { delivery: `at once ${number}` })).text(),
    ),
  )
  expect(texts.toSorted()).toEqual([accepted, ...Array.from({ length: 7 }, () => repeated)])
  // One for its content and one for its id; the other ids left nothing.
  expect(await database.query('select * from trigger_items')).toHaveLength(2)
  const all = await events.until((found) => found.length > 0)
  expect(all.map(({ type }) => type)).toEqual(['svc.trigger.message'])
})
