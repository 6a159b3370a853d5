import { expect, it } from 'vitest'
import { verifyWebhook } from '../../../src/webhooks/index.ts'
import { verifies } from '../../requirements.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { openNotesApi } from '../../support/notes-api.ts'
import { authority, startReceiver } from '../../support/start-receiver.ts'
import { startService } from '../../support/start-service.ts'
import { fastClock, instancesOf, noteMade, startNotes } from '../../support/start-source.ts'
import { json } from '../../support/start-upstream.ts'
import { oauthToolkit, startTokenProvider } from '../../support/start-token-provider.ts'

const patience = { timeout: 60_000, interval: 20 }
const accept = () => ({ status: 204 })
/** The clocks of these tests are not those of the receivers. */
const toleranceSeconds = 10 * 365 * 24 * 60 * 60

it(
  'that an account became active, and later expired, reaches a receiver with its signature',
  { timeout: 300_000 },
  async () => {
    verifies('webhooks.accounts', 'webhooks.sent.signed')
    const provider = await startTokenProvider()
    const receiver = await startReceiver(accept)
    const time = { now: Date.now() }
    const service = await startService({
      egressAllow: [provider.host, receiver.host],
      extraCa: authority,
      clock: { now: () => new Date(time.now) },
    })
    const { client } = service
    await importToolkit(service, oauthToolkit(provider))
    const { auth_config } = await client.authConfigs.create({
      body: {
        toolkit: { slug: 'notes' },
        auth_config: {
          type: 'use_custom_auth',
          credentials: { client_id: 'client', client_secret: 'client-secret-0123' },
        },
      },
    })
    const { secret } = await client.webhookSubscriptions.create({
      body: {
        webhook_url: receiver.url,
        enabled_events: ['svc.connected_account.active', 'svc.connected_account.expired'],
      },
    })
    const val = { ...provider.grant(), expires_in: 3600, status: 'ACTIVE' as const }
    const { id } = await client.connectedAccounts.create({
      body: {
        auth_config: { id: auth_config.id },
        connection: { user_id: 'ada', state: { authScheme: 'OAUTH2', val } },
      },
    })
    await expect.poll(() => receiver.received.length, patience).toBe(1)

    time.now += 2 * 60 * 60 * 1000
    provider.behave({
      answerToken: (response) => (json(response, 400, { error: 'invalid_grant' }), true),
    })
    await client.tools.execute({
      params: { tool_slug: 'NOTES_LIST_NOTES' },
      body: { user_id: 'ada', arguments: {} },
    })
    await expect.poll(() => receiver.received.length, patience).toBe(2)

    expect((await client.connectedAccounts.get({ params: { nanoid: id } })).status).toBe('EXPIRED')
    const told = await Promise.all(
      receiver.received.map((delivery) => verifyWebhook(delivery, secret, { toleranceSeconds })),
    )
    const metadata = {
      log_id: null,
      trigger_slug: null,
      trigger_id: null,
      connected_account_id: id,
      auth_config_id: auth_config.id,
      user_id: 'ada',
    }
    expect(told.map(({ body }) => body)).toEqual(
      (['ACTIVE', 'EXPIRED'] as const).map((status) => ({
        id: expect.stringMatching(/^evt_/),
        timestamp: expect.stringMatching(/Z$/),
        type: `svc.connected_account.${status.toLowerCase()}`,
        metadata,
        data: { id, status, toolkit: { slug: 'notes' } },
      })),
    )
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual(
      told.map((event) => event.id),
    )
    for (const delivery of receiver.received)
      await expect(
        verifyWebhook(delivery, `whsec_${Buffer.alloc(32).toString('base64')}`, {
          toleranceSeconds,
        }),
      ).rejects.toThrow()
  },
)

it(
  'that an instance was disabled, since its source only fails, reaches a receiver with the reason',
  { timeout: 300_000 },
  async () => {
    verifies('webhooks.trigger-disabled', 'webhooks.sent.signed')
    const notes = await startNotes(() => ({ status: 500, body: {} }))
    const receiver = await startReceiver(accept)
    const service = await startService({
      egressAllow: [notes.upstream.host, receiver.host],
      extraCa: authority,
      clock: fastClock(5_000),
    })
    const { client } = service
    await importToolkit(service, {
      slug: 'notes',
      source: { openapi: openNotesApi(notes.upstream.url) },
      triggers: [noteMade()],
    })
    const { secret } = await client.webhookSubscriptions.create({
      body: { webhook_url: receiver.url, enabled_events: ['svc.trigger.disabled'] },
    })
    const { upsert, show } = instancesOf(service)
    const id = await upsert('NOTES_NOTE_MADE')
    await expect.poll(() => receiver.received.length, patience).toBe(1)
    const [delivery] = receiver.received
    const event = delivery && (await verifyWebhook(delivery, secret, { toleranceSeconds }))
    expect(event).toMatchObject({
      type: 'svc.trigger.disabled',
      metadata: { trigger_id: id, trigger_slug: 'NOTES_NOTE_MADE', user_id: null },
      data: { reason: '10 polls in a row failed, the last one: The API answered 500' },
    })
    expect((await show(id)).disabled_at).toMatch(/Z$/)
  },
)
