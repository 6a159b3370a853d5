import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifies } from '../../requirements.ts'
import { createProject } from '../../support/fill-project.ts'
import { createSharedDatabase } from '../../support/shared-database.ts'
import { startService, type TestService } from '../../support/start-service.ts'

let service: TestService
beforeAll(async () => {
  service = await startService({ keep: true, egressAllow: ['127.0.0.1:8443'] })
})
afterAll(() => service.close())

const webhook_url = 'https://192.0.2.1/hooks'
// A documentation address is not public either, so tests of what passes use one that is.
const publicUrl = 'https://1.1.1.1/hooks'
const path = '/api/v3/webhook_subscriptions'
const message = ['svc.trigger.message'] as const
const create = (body: Record<string, unknown> = {}) =>
  service.request('POST', path, {
    body: { webhook_url: publicUrl, enabled_events: message, ...body },
  })
const patch = (id: string, body: unknown) => service.request('PATCH', `${path}/${id}`, { body })

describe('a subscription', () => {
  it('is created with a secret that only this answer shows', async () => {
    verifies(
      'webhooks.create',
      'webhooks.create.secret',
      'webhooks.secret.form',
      'webhooks.get',
      'webhooks.version',
    )
    const { status, body } = await create({
      enabled_events: [
        'svc.trigger.message',
        'svc.connected_account.expired',
        'svc.trigger.message',
      ],
    })
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.stringMatching(/^ws_[0-9A-Za-z]{16,}$/),
      webhook_url: publicUrl,
      version: 'V3',
      enabled_events: ['svc.trigger.message', 'svc.connected_account.expired'],
      secret: expect.stringMatching(/^whsec_[0-9A-Za-z+/]+=*$/),
      disabled_at: null,
      created_at: expect.stringMatching(/Z$/),
      updated_at: expect.stringMatching(/Z$/),
    })
    expect(Buffer.from(body.secret.slice('whsec_'.length), 'base64')).toHaveLength(32)
    const got = await service.request('GET', `${path}/${body.id}`)
    expect(got).toMatchObject({
      status: 200,
      body: { ...body, secret: expect.stringMatching(/^\*\*\*.{4}$/) },
    })
    expect((await create()).body.secret).not.toBe(body.secret)
  })

  it('has one of three payload versions', async () => {
    verifies('webhooks.version')
    for (const version of ['V1', 'V2', 'V3'])
      expect(await create({ version })).toMatchObject({ status: 201, body: { version } })
    for (const version of ['V4', 'v3', 3]) expect((await create({ version })).status).toBe(400)
  })

  it('takes event types of the list alone, at least one', async () => {
    verifies('webhooks.enabled-events')
    for (const enabled_events of [
      [],
      ['svc.unknown'],
      ['*'],
      'svc.trigger.message',
      ['toString'],
      null,
    ]) {
      const { status, body } = await create({ enabled_events })
      expect(status, JSON.stringify(enabled_events)).toBe(400)
      expect(body.error.errors[0]).toContain('body.enabled_events')
    }
  })

  it('takes event types that its payload version can carry', async () => {
    verifies('webhooks.supported-versions')
    const refused = await create({
      version: 'V1',
      enabled_events: ['svc.trigger.message', 'svc.connected_account.expired'],
    })
    expect(refused).toMatchObject({
      status: 400,
      body: {
        error: {
          message: expect.stringContaining('svc.connected_account.expired'),
          suggested_fix: expect.stringContaining('V3'),
        },
      },
    })
    const { body } = await create({ enabled_events: ['svc.connected_account.active'] })
    expect((await patch(body.id, { version: 'V2' })).status).toBe(400)
    expect((await patch(body.id, { version: 'V2', enabled_events: message })).status).toBe(200)
    expect((await patch(body.id, { enabled_events: ['svc.trigger.disabled'] })).status).toBe(400)
    expect((await service.request('GET', `${path}/${body.id}`)).body).toMatchObject({
      version: 'V2',
      enabled_events: message,
    })
  })

  it('delivers over HTTPS only', async () => {
    verifies('webhooks.https')
    const { body } = await create()
    for (const url of [
      'http://1.1.1.1/',
      'HTTP://1.1.1.1/',
      'ftp://1.1.1.1/',
      'https://',
      '/hooks',
      'hooks.example',
      '',
      'https://1.1.1.1/\u0001x',
      'https://1.1.1.1/a b',
      null,
      7,
    ]) {
      for (const answer of [
        await create({ webhook_url: url }),
        await patch(body.id, { webhook_url: url }),
      ]) {
        expect(answer.status, String(url)).toBe(400)
        expect(answer.body.error.errors[0]).toContain('body.webhook_url')
      }
    }
  })

  it('delivers to public addresses only, besides those that the operator allows', async () => {
    verifies('webhooks.outbound')
    const { body } = await create({ webhook_url: 'https://127.0.0.1:8443/hooks' })
    expect(body.webhook_url).toBe('https://127.0.0.1:8443/hooks')
    for (const url of [
      webhook_url,
      'https://127.0.0.1/',
      'https://10.0.0.8/',
      'https://[::1]/',
      'https://[::ffff:127.0.0.1]/',
      'https://2130706433/',
      'https://169.254.169.254/',
      'https://ada:pass@1.1.1.1/',
    ]) {
      for (const answer of [
        await create({ webhook_url: url }),
        await patch(body.id, { webhook_url: url }),
      ]) {
        expect(answer.status, url).toBe(400)
        expect(answer.body.error).toMatchObject({
          slug: 'invalid_request',
          errors: [expect.stringContaining('body.webhook_url')],
        })
      }
    }
  })

  it('is listed with the others, newest first, in pages', async () => {
    verifies('webhooks.list', 'webhooks.create.secret')
    const { client } = await createProject(service, 'Listed')
    const made = []
    for (const path of ['/a', '/b', '/c'])
      made.push(
        await client.webhookSubscriptions.create({
          body: { webhook_url: `https://1.1.1.1${path}`, enabled_events: [...message] },
        }),
      )
    const first = await client.webhookSubscriptions.list({ query: { limit: 2 } })
    expect(first).toMatchObject({ total_items: 3, total_pages: 2, current_page: 1 })
    const second = await client.webhookSubscriptions.list({ query: { cursor: first.next_cursor } })
    const listed = [...first.items, ...second.items]
    expect(listed.map(({ id }) => id)).toEqual(made.map(({ id }) => id).toReversed())
    for (const { secret } of made) expect(JSON.stringify(listed)).not.toContain(secret)
    expect((await service.request('GET', `${path}?limit=1001`)).status).toBe(400)
  })

  it('changes in the supplied fields', async () => {
    verifies('webhooks.update', 'webhooks.create.secret')
    const { body } = await create()
    const changed = await patch(body.id, { webhook_url: 'https://1.1.1.1/other' })
    expect(changed).toMatchObject({
      status: 200,
      body: {
        ...body,
        webhook_url: 'https://1.1.1.1/other',
        secret: expect.stringMatching(/^\*\*\*/),
        updated_at: expect.any(String),
      },
    })
    expect((await patch(body.id, { version: 'V1' })).body).toMatchObject({
      webhook_url: 'https://1.1.1.1/other',
      version: 'V1',
      enabled_events: message,
    })
    expect(
      (await patch(body.id, { version: 'V3', enabled_events: ['svc.trigger.disabled'] })).body,
    ).toMatchObject({ version: 'V3', enabled_events: ['svc.trigger.disabled'] })
  })

  it('is not updated by a body without a field of it', async () => {
    verifies('webhooks.update.one-field')
    const { body } = await create()
    for (const changes of [{}, { secret: 'whsec_mine' }]) {
      const { status, body: answer } = await patch(body.id, changes)
      expect(status).toBe(400)
      expect(answer.error.errors).toEqual([
        expect.stringContaining('webhook_url, enabled_events and version'),
      ])
    }
  })

  it('is gone when it is deleted', async () => {
    verifies('webhooks.delete')
    const { body } = await create()
    expect(await service.request('DELETE', `${path}/${body.id}`)).toMatchObject({
      status: 200,
      body: { success: true },
    })
    expect((await service.request('GET', `${path}/${body.id}`)).status).toBe(404)
    expect((await service.request('DELETE', `${path}/${body.id}`)).status).toBe(404)
  })

  it('that is unknown, or of another project, is 404', async () => {
    verifies('webhooks.unknown', 'webhooks.isolation', 'webhooks.delete.statuses')
    const { body } = await create()
    const { key } = await createProject(service, 'Stranger')
    for (const [method, suffix, sent] of [
      ['GET', ''],
      ['PATCH', '', { version: 'V3' }],
      ['DELETE', ''],
      ['POST', '/rotate_secret'],
      ['GET', '/deliveries'],
    ] as const) {
      const send = (id: string, headers: Record<string, string>) =>
        service.request(method, `${path}/${id}${suffix}`, { headers, ...(sent && { body: sent }) })
      const foreign = await send(body.id, { 'x-api-key': key })
      const unknown = await send('ws_unknown', { 'x-api-key': service.apiKey })
      expect([foreign.status, unknown.status], method + suffix).toEqual([404, 404])
      expect(foreign.body.error.message.replace(body.id, '')).toBe(
        unknown.body.error.message.replace('ws_unknown', ''),
      )
      expect((await send('nonsense', { 'x-api-key': service.apiKey })).status).toBe(
        method === 'DELETE' ? 404 : 400,
      )
    }
    expect(
      (await service.request('GET', path, { headers: { 'x-api-key': key } })).body.total_items,
    ).toBe(0)
    expect((await service.request('GET', `${path}/${body.id}`)).status).toBe(200)
  })
})

describe('the secret of a subscription', () => {
  it('is new after a rotation, and shown then', async () => {
    verifies('webhooks.rotate', 'webhooks.create.secret')
    const { body } = await create()
    const rotated = await service.request('POST', `${path}/${body.id}/rotate_secret`)
    expect(rotated).toMatchObject({
      status: 200,
      body: { id: body.id, secret: expect.stringMatching(/^whsec_/) },
    })
    expect(Object.keys(rotated.body).toSorted()).toEqual(['id', 'secret'])
    expect(rotated.body.secret).not.toBe(body.secret)
    expect((await service.request('GET', `${path}/${body.id}`)).body.secret).toBe(
      `***${rotated.body.secret.slice(-4)}`,
    )
  })

  it('is new once for each of several rotations at the same time', async () => {
    verifies('webhooks.rotate')
    const { body } = await create()
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => service.request('POST', `${path}/${body.id}/rotate_secret`)),
    )
    expect(new Set(answers.map((answer) => answer.body.secret)).size).toBe(5)
  })

  it('does not lie in the database in clear, neither the new nor the old', async () => {
    verifies('webhooks.secret.stored')
    const shared = await createSharedDatabase()
    const alone = await startService({ database: shared.database })
    const { id, secret } = await alone.client.webhookSubscriptions.create({
      body: { webhook_url: publicUrl, enabled_events: [...message] },
    })
    const rotated = await alone.client.webhookSubscriptions.rotateSecret({ params: { id } })
    const rows = JSON.stringify(await shared.query('select * from webhook_subscriptions'))
    expect(rows).toContain(id)
    for (const text of [secret, rotated.secret])
      expect(rows).not.toContain(text.slice('whsec_'.length))
  })
})

describe('event types', () => {
  it('are the closed list, each with the versions that can carry it', async () => {
    verifies('webhooks.event-types')
    const { status, body } = await service.request('GET', `${path}/event_types`)
    expect(status).toBe(200)
    expect(
      body.items.map(({ event_type }: { event_type: string }) => event_type).toSorted(),
    ).toEqual([
      'svc.approval.approved',
      'svc.approval.denied',
      'svc.approval.expired',
      'svc.approval.requested',
      'svc.approval.used',
      'svc.connected_account.active',
      'svc.connected_account.expired',
      'svc.toolkit.changed',
      'svc.trigger.disabled',
      'svc.trigger.message',
      'svc.webhook_subscription.disabled',
    ])
    expect(body.items[0]).toEqual({
      event_type: 'svc.trigger.message',
      description: expect.any(String),
      supported_versions: ['V1', 'V2', 'V3'],
    })
    for (const { event_type, supported_versions } of body.items) {
      for (const version of supported_versions)
        expect((await create({ version, enabled_events: [event_type] })).status).toBe(201)
    }
  })
})

describe('a project', () => {
  it('shows the URL of its newest subscription', async () => {
    verifies('webhooks.project-record')
    const { client } = await createProject(service, 'Shown')
    const shown = async () => (await client.projects.list({})).data[0]?.webhook_url
    expect(await shown()).toBeNull()
    for (const path of ['/older', '/newer'])
      await client.webhookSubscriptions.create({
        body: { webhook_url: `https://1.1.1.1${path}`, enabled_events: [...message] },
      })
    expect(await shown()).toBe('https://1.1.1.1/newer')
  })
})
