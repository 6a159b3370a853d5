/**
 * Third-party events: a polled trigger and a pushed one, received by a handler in this process and
 * by a webhook endpoint.
 *
 *     node -C plugboard-source examples/triggers.ts
 *
 * Everything runs on this machine: `plugboard listen` takes the place of the webhook subscription
 * that delivers to your public URL in production.
 */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Plugboard } from 'plugboard'
import { PlugboardError, verifyWebhook } from 'plugboard/webhooks'
import { startListening } from './support/start-listening.ts'
import { startPlayground } from './support/start-playground.ts'
import { step } from './support/step.ts'
import { until } from './support/until.ts'

step("Start a service with a sample issue tracker, and connect ada's account")
await using service = await startPlayground()
const plugboard = new Plugboard({ baseUrl: service.url, apiKey: service.apiKey })
const { auth_config } = await plugboard.client.authConfigs.create({
  body: { toolkit: { slug: 'tracker' } },
})
await plugboard.client.connectedAccounts.create({
  body: {
    auth_config: { id: auth_config.id },
    connection: {
      user_id: 'ada',
      state: { authScheme: 'API_KEY', val: { generic_api_key: service.tracker.apiKey } },
    },
  },
})

step('Start a webhook endpoint: it verifies deliveries, and responds immediately')
let secret: string | undefined
const received = new Map<string, unknown>()
const endpoint = createServer(async (request, response) => {
  try {
    const event = await verifyWebhook(request, secret)
    // An event may be delivered twice, with the same id.
    if (event.type === 'svc.trigger.message') received.set(event.id, event.metadata.trigger_slug)
    response.writeHead(204).end()
  } catch (error) {
    const isRefused = error instanceof PlugboardError && error.slug.startsWith('webhook_')
    response.writeHead(isRefused ? 401 : 500).end()
    console.log(`Refused: ${isRefused ? error.message : String(error)}`)
  }
}).listen(0, '127.0.0.1')
await once(endpoint, 'listening')
const url = `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}/hook`
await using listening = await startListening(service, url)
secret = listening.secret
assert.equal((await fetch(url, { method: 'POST', body: '{}' })).status, 401)
console.log(`plugboard listen --forward-to ${url}`)

step('Subscribe a handler in this process')
const heard = new Map<string, unknown>()
await using subscription = await plugboard.triggers.subscribe(
  (event) => {
    heard.set(event.id, event.metadata.trigger_slug)
    console.log(`${event.metadata.trigger_slug}: ${JSON.stringify(event.data)}`)
  },
  { filters: { types: ['svc.trigger.message'], userIds: ['ada'] } },
)

step('Create two triggers: new issues are polled, comments are pushed')
const issues = await plugboard.triggers.create('TRACKER_ISSUE_CREATED', {
  userId: 'ada',
  config: { project: 'web', interval_seconds: 1 },
})
await plugboard.triggers.create('TRACKER_COMMENT_ADDED', { userId: 'ada' })
// The first poll records the existing items; only later ones are events.
await until(
  async () =>
    Object.keys((await plugboard.triggers.list({ trigger_ids: [issues.id] })).items[0]?.state ?? {})
      .length > 0,
)

step('Change something in the tracker')
const session = await plugboard.createSession('ada')
const created = await session.execute('TRACKER_CREATE_ISSUE', {
  project: 'web',
  title: 'The door of the office is broken',
})
assert(created.successful, created.error ?? '')
const commented = await session.execute('TRACKER_ADD_COMMENT_TO_ISSUE', {
  issue_id: created.data['id'],
  body: 'A carpenter comes tomorrow',
})
assert(commented.successful, commented.error ?? '')

step('Both received the events, each under one id')
const expected = ['TRACKER_COMMENT_ADDED', 'TRACKER_ISSUE_CREATED']
await until(async () => heard.size >= 2 && received.size >= 2)
assert.deepEqual([...heard.values()].toSorted(), expected)
assert.deepEqual(new Map([...received].toSorted()), new Map([...heard].toSorted()))
console.log(`Position of the subscription: ${subscription.lastEventId}`)
endpoint.close()
console.log('OK')
