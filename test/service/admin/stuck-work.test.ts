import { expect, it } from 'vitest'
import { createClient } from '../../../src/client/index.ts'
import { deliveryStore } from '../../../src/service/webhooks/deliveries/store.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { openNotesApi } from '../../support/notes-api.ts'
import { openServiceDatabase } from '../../support/open-service-database.ts'
import { createSharedDatabase } from '../../support/shared-database.ts'
import { startNode } from '../../support/start-node.ts'
import { startService } from '../../support/start-service.ts'
import { json, startUpstream } from '../../support/start-upstream.ts'
import { admin, settingsOf } from './admin-cli.ts'

it('a call whose outcome a kill left unknown is listed, and runs again or never, as one says', async () => {
  const freed = Promise.withResolvers<void>()
  const upstream = await startUpstream(async (_, response) => {
    await freed.promise
    json(response, 200, { id: '1' })
  })
  const shared = await createSharedDatabase()
  const environment = { ...settingsOf(shared), PLUGBOARD_EGRESS_ALLOW: upstream.host }
  const first = await startNode(environment)
  const shownKey = () => /pbk_\w+/.exec(first.stdout())?.[0]
  await expect.poll(shownKey).toBeDefined()
  const apiKey = shownKey() ?? ''
  const client = createClient({ baseUrl: first.url, apiKey, retries: 0 })
  await importToolkit(
    { client },
    { slug: 'notes', source: { openapi: openNotesApi(upstream.url) } },
  )
  const execute = (url: string, key: string) =>
    fetch(`${url}/api/v3/tools/execute/NOTES_LIST_NOTES`, {
      method: 'POST',
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify({ user_id: 'ada', arguments: {} }),
    })
  const cut = Promise.allSettled([execute(first.url, 'one'), execute(first.url, 'two')])
  await expect.poll(() => upstream.received.length).toBe(2)
  await first.kill()
  await cut
  freed.resolve()
  const beside = await openServiceDatabase(shared.database)
  await beside.handle
    .withTables<{ once: { lease_until: string } }>()
    .updateTable('once')
    .set({ lease_until: '2020-01-01T00:00:00.000Z' })
    .execute()

  const service = await startService({ database: shared.database, egressAllow: [upstream.host] })
  const settings = settingsOf(shared, service)
  const { answer } = await admin(['calls', 'unknown'], settings)
  const calls: { id: string; about: string }[] = answer.calls
  expect(calls).toHaveLength(2)
  for (const { about } of calls) expect(about).toMatch(/^tools\.execute [A-Z][A-Z0-9_]+ req_\w+$/)
  // A hash may begin with a hyphen, which commands take for an option.
  expect(calls.every(({ id }) => id.startsWith('call_'))).toBe(true)
  expect((await execute(service.url, 'one')).status).toBe(409)

  for (const { id } of calls)
    expect(await admin(['calls', 'resolve', id, '--as', 'executed'], settings)).toMatchObject({
      code: 0,
      answer: { may_run_again: false },
    })
  expect(
    await admin(['calls', 'resolve', calls[0]?.id ?? '', '--as', 'not-executed'], settings),
  ).toMatchObject({ code: 1, stderr: expect.stringContaining('No call with an unknown outcome') })
  const told = await execute(service.url, 'one')
  expect([told.status, await told.text()]).toEqual([
    409,
    expect.stringContaining('already executed'),
  ])
  expect(upstream.received).toHaveLength(2)

  await beside.handle
    .withTables<{ once: { name: string; outcome: string | null } }>()
    .updateTable('once')
    .set({ outcome: null })
    .where(
      'name',
      'in',
      calls.map(({ id }) => id.slice('call_'.length)),
    )
    .execute()
  for (const { id } of calls)
    expect(await admin(['calls', 'resolve', id, '--as', 'not-executed'], settings)).toMatchObject({
      code: 0,
    })
  expect((await execute(service.url, 'two')).status).toBe(200)
  expect(upstream.received).toHaveLength(3)
  expect((await admin(['calls', 'unknown'], settings)).answer).toEqual({ calls: [] })
})

it('dead deliveries since a time are sent again, and a key is made when none is known', async () => {
  const shared = await createSharedDatabase()
  const service = await startService({ database: shared.database })
  const settings = settingsOf(shared, service)
  const made = await admin(['keys', 'create', '--kind', 'project', '--name', 'lost'], settings)
  expect(made).toMatchObject({ code: 0, answer: { key: expect.stringMatching(/^pbk_/) } })
  const client = createClient({ baseUrl: service.url, apiKey: made.answer.key, retries: 0 })
  const { id: subscription } = await client.webhookSubscriptions.create({
    body: { webhook_url: 'https://1.1.1.1/hooks', enabled_events: ['svc.trigger.message'] },
  })
  const listed = await admin(['keys', 'list'], settings)
  expect(listed.answer.keys).toContainEqual(
    expect.objectContaining({ id: made.answer.id, name: 'lost' }),
  )
  expect(JSON.stringify(listed.answer)).not.toContain(made.answer.key)

  const leaked = await admin(['keys', 'create', '--name', 'leaked'], settings)
  const ask = async () =>
    (await fetch(`${service.url}/api/v3/tools`, { headers: { 'x-api-key': leaked.answer.key } }))
      .status
  expect(await ask()).toBe(200)
  expect(await admin(['keys', 'revoke', leaked.answer.id], settings)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('--yes'),
  })
  expect(await ask()).toBe(200)
  expect(await admin(['keys', 'revoke', leaked.answer.id, '--yes'], settings)).toMatchObject({
    code: 0,
    answer: { revoked: leaked.answer.id, name: 'leaked' },
  })
  await expect.poll(ask).toBe(401)
  expect(await admin(['keys', 'revoke', leaked.answer.id, '--yes'], settings)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('There is no key'),
  })
  expect(await admin(['jobs', 'discard', 'retention'], settings)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('All jobs of retention'),
  })

  const store = deliveryStore((await openServiceDatabase(shared.database)).handle)
  const hours = Array.from({ length: 5 }, (_, hour) => hour)
  for (const hour of hours)
    await store.insert({
      id: `wd_${hour}`,
      project_id: made.answer.project,
      subscription_id: subscription,
      event_id: `evt_${hour}`,
      event_type: 'svc.trigger.message',
      status: 'dead',
      attempts: '[]',
      next_attempt_at: null,
      created_at: `2026-11-21T1${hour}:00:00.000Z`,
    })

  const since = ['deliveries', 'recover', '--since', '2026-11-21T14:00:00+02:00']
  expect(await admin([...since, '--subscription', 'ws_none'], settings)).toMatchObject({
    answer: { recovered: 0 },
  })
  expect(await admin(since, settings)).toMatchObject({ code: 0, answer: { recovered: 3 } })
  const dead = await client.webhookSubscriptions.listDeliveries({
    params: { id: subscription },
    query: { status: 'dead' },
  })
  // Those without an event go once they are sent, so the older ones alone stay as they were.
  expect(dead.items.map(({ id }) => id).filter((id) => ['wd_0', 'wd_1'].includes(id))).toEqual([
    'wd_1',
    'wd_0',
  ])
  expect(await admin(['deliveries', 'recover', '--since', 'monday'], settings)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('since'),
  })
})

it('dead jobs are listed, retried and discarded', async () => {
  const shared = await createSharedDatabase()
  const service = await startService({ database: shared.database })
  const settings = settingsOf(shared, service)
  expect((await admin(['jobs', 'list'], settings)).answer).toEqual({ dead: [] })
  expect(await admin(['jobs', 'retry', 'no-such-queue'], settings)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Name one of'),
  })
  expect(await admin(['jobs', 'discard', 'retention', 'job_x'], settings)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('No dead job'),
  })
  expect((await admin(['jobs', 'retry', 'retention'], settings)).answer).toEqual({
    queue: 'retention',
    retried: 0,
  })
})
