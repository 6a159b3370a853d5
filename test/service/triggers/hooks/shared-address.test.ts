import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { triggerWebhook } from '../../../../src/contract/import-trigger-webhook.ts'
import { verifies } from '../../../requirements.ts'
import { followEvents } from '../../../support/follow-events.ts'
import type { TestService } from '../../../support/start-service.ts'
import { openSource, startSharedService } from '../../../support/start-source.ts'
import { json, startUpstream } from '../../../support/start-upstream.ts'
import { noteShared } from './start-provider.ts'

const within = { timeout: 60_000, interval: 20 }
let shared: TestService
beforeAll(async () => {
  shared = await startSharedService()
})
afterAll(() => shared.close())

/** As Slack: one address for an application, which gets the events of all of its teams. */
const slack = (slug: string, event: string, more: Record<string, unknown> = {}) => ({
  ...noteShared({
    register: undefined,
    unregister: undefined,
    address: 'auth_config',
    account: { in: 'body', name: 'team_id', equals: '{account.account_id}' },
    secret: { from: 'auth_config', path: 'signing_secret' },
    signature: { kind: 'hmac', header: 'X-Slack-Signature', prefix: 'v0=' },
    handshake: {
      method: 'POST',
      when: [{ in: 'body', name: 'type', equals: 'url_verification' }],
      challenge: { in: 'body', name: 'challenge' },
      signed: true,
    },
    when: [
      { in: 'body', name: 'event.type', equals: event },
      { in: 'body', name: 'event.channel', equals: '{config.channel}' },
    ],
    delivery_id: { in: 'body', name: 'event_id' },
    payload: 'event',
    ...more,
  }),
  slug,
})

const open = async () => {
  const upstream = await startUpstream((_request, response) => json(response, 500, {}))
  const source = await openSource(shared, upstream, {
    triggers: [slack('NOTES_MESSAGE', 'message'), slack('NOTES_REACTION', 'reaction')],
    auth: 'API_KEY',
  })
  const { client } = source.service
  const events = followEvents(source.service)
  const application = async (signing_secret: string) => {
    const { auth_config } = await client.authConfigs.create({
      body: {
        toolkit: { slug: 'notes' },
        auth_config: { shared_credentials: { signing_secret } },
      },
    })
    return auth_config.id
  }
  const connect = async (authConfigId: string, user: string, team?: string) => {
    const val = { generic_api_key: `key of ${user}`, ...(team && { account_id: team }) }
    const { id } = await client.connectedAccounts.create({
      body: {
        auth_config: { id: authConfigId },
        connection: { user_id: user, state: { authScheme: 'API_KEY', val } },
      },
    })
    return id
  }
  const urlOf = async (id: string): Promise<string> =>
    JSON.parse((await source.show(id)).trigger_data ?? '{}').hook_url
  const fired = () =>
    events.events
      .filter(({ type }) => type === 'svc.trigger.message')
      .map(({ metadata, data }) => `${metadata.user_id} ${String(data['text'])}`)
      .toSorted()
  return { ...source, client, application, connect, urlOf, fired }
}

let deliveries = 0
const send = async (url: string, secret: string, content: Record<string, unknown>) => {
  const body = JSON.stringify({ event_id: `e${(deliveries += 1)}`, ...content })
  const response = await fetch(url, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'x-slack-signature': `v0=${createHmac('sha256', secret).update(body).digest('hex')}`,
    },
  })
  return [response.status, await response.text()]
}
const message = (team: string, text: string, type = 'message', channel = 'general') => ({
  team_id: team,
  event: { type, channel, text },
})

it('an application has one address, whose deliveries go to the instances of the account they name', async () => {
  verifies('triggers.hook.shared')
  const { upsert, application, connect, urlOf, fired, client } = await open()
  const app = await application('of the app')
  const [ada, bob, eve] = [
    await connect(app, 'ada', 'T1'),
    await connect(app, 'bob', 'T2'),
    await connect(app, 'eve', 'T1'),
  ]
  const instance = (slug: string, account: string, config = {}) =>
    upsert(slug, { connected_account_id: account, trigger_config: config })
  const adas = await instance('NOTES_MESSAGE', ada)
  const ids = [
    adas,
    await instance('NOTES_MESSAGE', bob),
    await instance('NOTES_MESSAGE', eve, { channel: 'random' }),
    await instance('NOTES_REACTION', ada),
  ]
  const urls = new Set(await Promise.all(ids.map(urlOf)))
  expect(urls.size).toBe(1)
  const [url = ''] = urls

  expect(await send(url, 'of the app', { type: 'url_verification', challenge: 'c1' })).toEqual([
    200,
    'c1',
  ])
  expect((await send(url, 'guessed', message('T1', 'forged')))[0]).toBe(401)
  expect((await send(url, 'of the app', message('T1', 'to ada')))[0]).toBe(200)
  const random = message('T1', 'to both', 'message', 'random')
  expect((await send(url, 'of the app', random))[0]).toBe(200)
  expect((await send(url, 'of the app', message('T2', 'to bob')))[0]).toBe(200)
  expect((await send(url, 'of the app', message('T1', 'a reaction', 'reaction')))[0]).toBe(200)
  for (const content of [message('T3', 'to nobody'), { event: random.event }])
    expect(await send(url, 'of the app', content)).toEqual([200, 'No trigger fires for this event'])
  const expected = ['ada a reaction', 'ada to ada', 'ada to both', 'bob to bob', 'eve to both']
  await vi.waitFor(() => expect(fired()).toEqual(expected), within)

  // What is left of an address stays in use, and a new instance gets the same one.
  await client.triggerInstances.delete({ params: { id: adas } })
  await client.connectedAccounts.delete({ params: { nanoid: bob } })
  expect((await send(url, 'of the app', message('T1', 'again', 'message', 'random')))[0]).toBe(200)
  expect(await send(url, 'of the app', message('T2', 'gone'))).toEqual([
    200,
    'No trigger fires for this event',
  ])
  await vi.waitFor(() => expect(fired()).toEqual([...expected, 'eve again'].toSorted()), within)
  for (const id of ids.slice(2))
    await client.triggerInstances.setStatus({ params: { id }, body: { status: 'disable' } })
  expect((await send(url, 'of the app', message('T1', 'to nobody')))[0]).toBe(410)
  for (const id of ids.slice(2)) await client.triggerInstances.delete({ params: { id } })
  expect((await send(url, 'of the app', message('T1', 'to nobody')))[0]).toBe(404)
  expect(await urlOf(await instance('NOTES_MESSAGE', ada))).toBe(url)
})

it('another application has another address and secret, also for the same account', async () => {
  verifies('triggers.hook.shared')
  const { upsert, application, connect, urlOf, fired } = await open()
  const urls: string[] = []
  for (const [secret, user] of [
    ['of one', 'ada'],
    ['of another', 'bob'],
  ] as const) {
    const account = await connect(await application(secret), user, 'T1')
    urls.push(await urlOf(await upsert('NOTES_MESSAGE', { connected_account_id: account })))
  }
  const [one = '', another = ''] = urls
  expect(one).not.toBe(another)
  expect((await send(one, 'of another', message('T1', 'forged')))[0]).toBe(401)
  expect((await send(another, 'of one', message('T1', 'forged')))[0]).toBe(401)
  expect((await send(one, 'of one', message('T1', 'hello')))[0]).toBe(200)
  await vi.waitFor(() => expect(fired()).toEqual(['ada hello']), within)
})

it('an account without the value that deliveries name is 422, and what cannot be shared is refused', async () => {
  verifies('triggers.hook.shared', 'triggers.types.import')
  const { upsert, application, connect } = await open()
  const account = await connect(await application('s'), 'ada')
  await expect(upsert('NOTES_MESSAGE', { connected_account_id: account })).rejects.toMatchObject({
    status: 422,
    message: expect.stringContaining('{account.account_id}'),
  })
  const place = { in: 'body', name: 'team_id', equals: '{account.team_id}' }
  const token = { kind: 'token', in: 'header', name: 'x' }
  for (const webhook of [
    { account: place },
    { address: 'auth_config', register: { request: { path: '/hooks' } } },
    { address: 'auth_config', signature: token, secret: { from: 'account', path: 'x' } },
  ])
    expect(triggerWebhook.safeParse(webhook).success, JSON.stringify(webhook)).toBe(false)
})
