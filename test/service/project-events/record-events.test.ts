import { expect, it, onTestFinished } from 'vitest'
import { verifies } from '../../requirements.ts'
import { createSharedDatabase } from '../../support/shared-database.ts'
import { serveNotes, createProject, fillProject } from '../../support/fill-project.ts'
import { startService } from '../../support/start-service.ts'
import { startUpstream } from '../../support/start-upstream.ts'
import { message, rootKeys, writeBeside } from './write-beside.ts'

const startFilled = async () => {
  const upstream = await startUpstream(serveNotes)
  const shared = await createSharedDatabase()
  const service = await startService({
    database: shared.database,
    rootKeys,
    egressAllow: [upstream.host],
  })
  const project = await createProject(service, 'Watched')
  return {
    shared,
    service,
    project,
    filled: await fillProject(project, upstream, 'own'),
    beside: await writeBeside(shared.database),
  }
}

it(
  'what parts of the service publish reaches the streams of the project',
  { timeout: 300_000 },
  async () => {
    verifies('events.types')
    const { service, project, filled, beside } = await startFilled()
    const account = {
      connected_account_id: filled.account,
      auth_config_id: filled.authConfig,
      user_id: filled.user,
    }
    const metadata = {
      ...account,
      log_id: null,
      trigger_slug: filled.triggerType,
      trigger_id: filled.trigger,
    }
    const nothing = {
      log_id: null,
      trigger_slug: null,
      trigger_id: null,
      connected_account_id: null,
      auth_config_id: null,
      user_id: null,
    }
    const { dataKey } = await beside.project(project.id)
    const payload = dataKey.encrypt(JSON.stringify({ note: 'new' }), {
      record: filled.trigger,
      field: 'payload',
    })
    const leaving = new AbortController()
    onTestFinished(() => leaving.abort())
    const stream = await project.client.triggerInstances.events(
      { query: { after: 0 } },
      { signal: leaving.signal },
    )

    await beside.publish('account.expired', project.id, { id: 'ca_gone' })
    const changed = {
      toolkit: { slug: filled.toolkit },
      accepted: false,
      added: ['A'],
      changed: [],
      removed: [],
    }
    const published = {
      'svc.connected_account.active': [
        await beside.publish('account.active', project.id, { id: filled.account }),
        { ...nothing, ...account },
        { id: filled.account, status: 'ACTIVE', toolkit: { slug: filled.toolkit } },
      ],
      'svc.connected_account.expired': [
        await beside.publish('account.expired', project.id, { id: filled.account }),
        { ...nothing, ...account },
        { id: filled.account, status: 'EXPIRED', toolkit: { slug: filled.toolkit } },
      ],
      'svc.trigger.message': [
        await beside.publish('trigger.message', project.id, { metadata, payload }),
        metadata,
        { note: 'new' },
      ],
      'svc.trigger.disabled': [
        await beside.publish('trigger.disabled', project.id, {
          metadata,
          reason: 'The source failed for 5 days',
        }),
        metadata,
        { reason: 'The source failed for 5 days' },
      ],
      'svc.toolkit.changed': [
        await beside.publish('toolkit.changed', project.id, changed),
        nothing,
        changed,
      ],
      'svc.webhook_subscription.disabled': [
        await beside.publish('webhook_subscription.disabled', project.id, { id: filled.webhook }),
        nothing,
        { id: filled.webhook },
      ],
    }

    const decided = async (
      happened: 'requested' | 'approved' | 'denied' | 'used' | 'expired',
      status: string,
      more: object = {},
    ) => [
      await beside.publish(`approval.${happened}`, project.id, {
        id: filled.approval,
        session: filled.session,
      }),
      { ...nothing, connected_account_id: filled.account, user_id: filled.user },
      {
        approval_id: filled.approval,
        session_id: filled.session,
        status,
        tool_slug: expect.stringContaining('DELETE_NOTE'),
        toolkit: filled.toolkit,
        expires_at: expect.any(String),
        ...more,
      },
    ]
    Object.assign(published, {
      'svc.approval.requested': await decided('requested', 'pending', {
        approval_url: `${service.url}/approve/${filled.approval}`,
        code: expect.stringMatching(/^\w{4}-\w{4}$/),
      }),
      'svc.approval.approved': await decided('approved', 'approved'),
      'svc.approval.denied': await decided('denied', 'denied'),
      'svc.approval.used': await decided('used', 'used'),
      'svc.approval.expired': await decided('expired', 'expired'),
    })

    const seen: Record<string, unknown> = {}
    for await (const { type, data } of stream) {
      expect(data.type).toBe(type)
      if (data.id === (published as Record<string, unknown[]>)[type]?.[0])
        seen[type] = [data.id, data.metadata, data.data]
      if (Object.keys(seen).length === 11) break
    }
    expect(seen).toEqual(published)
  },
)

it(
  'an event is kept encrypted, for a day, and goes with its project',
  { timeout: 300_000 },
  async () => {
    verifies('events.stored-encrypted')
    const shared = await createSharedDatabase()
    const yesterday = { now: () => new Date(Date.now() - 25 * 60 * 60 * 1000) }
    const before = await startService({ database: shared.database, rootKeys })
    const project = await createProject(before, 'Watched')
    await (
      await writeBeside(shared.database, yesterday)
    ).append(project.id, message('a secret of the user'))
    await (await writeBeside(shared.database)).append(project.id, message('a secret of the user'))
    const rows = () => shared.query('select * from project_events')
    // Random ids and ciphertexts hold short words by chance.
    expect(JSON.stringify(await rows())).not.toMatch(/secret of the user|\bada\b/)
    expect(await rows()).toHaveLength(2)
    await before.close()

    const service = await startService({
      database: shared.database,
      rootKeys,
      clock: { now: () => new Date(Date.now() + 10 * 60 * 1000) },
    })
    await expect
      .poll(async () => (await rows()).map(({ sequence }) => Number(sequence)), { timeout: 60_000 })
      .toEqual([2])

    await service.request('DELETE', `/api/v3/org/owner/project/${project.id}`, {
      headers: { 'x-org-api-key': before.orgApiKey },
    })
    await expect
      .poll(
        async () => [
          ...(await rows()),
          ...(await shared.query('select * from project_event_heads')),
        ],
        { timeout: 60_000 },
      )
      .toEqual([])
  },
)
