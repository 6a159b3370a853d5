import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { verifies } from '../../requirements.ts'
import { findFreePort } from '../../support/find-free-port.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { openNotesApi } from '../../support/notes-api.ts'
import { openServiceDatabase } from '../../support/open-service-database.ts'
import { createSharedDatabase } from '../../support/shared-database.ts'
import { engine, startService } from '../../support/start-service.ts'
import { json, startUpstream } from '../../support/start-upstream.ts'

it('figures of requests, calls, queues and the process are served on a listener of their own', async () => {
  verifies('telemetry.metrics')
  const port = await findFreePort()
  const upstream = await startUpstream((request, response) =>
    json(response, request.url === '/notes' ? 200 : 404, {}),
  )
  const service = await startService({
    egressAllow: [upstream.host],
    metrics: { host: '127.0.0.1', port },
  })
  await importToolkit(service, { slug: 'open', source: { openapi: openNotesApi(upstream.url) } })
  const execute = (slug: string, given: Record<string, unknown>) =>
    service.client.tools.execute({
      params: { tool_slug: slug },
      body: { arguments: given, user_id: 'ada-the-user' },
    })
  await execute('OPEN_LIST_NOTES', {})
  await execute('OPEN_LIST_NOTES', {})
  await execute('OPEN_GET_NOTE', { id: 'the-secret-note' })
  await fetch(`${service.url}/nowhere`)

  const answer = await fetch(`http://127.0.0.1:${port}/metrics`)
  const text = await answer.text()
  expect(answer.headers.get('content-type')).toContain('text/plain; version=0.0.4')
  const lines = text.split('\n')
  const expected = [
    'plugboard_requests_total{operation="tools.execute",status="200"} 3',
    'plugboard_requests_total{operation="none",status="404"} 1',
    'plugboard_request_seconds_count{operation="tools.execute"} 3',
    'plugboard_tool_calls_total{toolkit="open",outcome="success"} 2',
    'plugboard_tool_calls_total{toolkit="open",outcome="error"} 1',
    'plugboard_upstream_seconds_count{outcome="2xx"} 2',
    'plugboard_upstream_seconds_count{outcome="4xx"} 1',
    'plugboard_jobs{queue="retention",state="dead"} 0',
    'plugboard_jobs_oldest_due_seconds{queue="retention"} 0',
  ]
  expect(expected.filter((line) => !lines.includes(line))).toEqual([])
  for (const name of [
    'process_resident_memory_bytes',
    'nodejs_eventloop_lag_p99_seconds',
    'plugboard_credential_refreshes_total',
    'plugboard_webhook_deliveries_total',
    'plugboard_retention_deleted_rows_total',
    'plugboard_retention_overdue_seconds',
  ])
    expect(text).toContain(`# TYPE ${name} `)
  expect(
    lines.some((line) => line.startsWith('plugboard_database_connections{state="open"}')),
  ).toBe(engine === 'postgres')
  // Nothing of users, arguments or projects: whoever may see figures may not see those.
  expect(text).not.toMatch(/ada-the-user|the-secret-note|pr_|ca_/)
  expect((await fetch(`http://127.0.0.1:${port}/api/v3/tools`)).status).toBe(404)
  expect((await fetch(`http://127.0.0.1:${port}/metrics`, { method: 'POST' })).status).toBe(405)
  await expect(startService({ metrics: { host: '127.0.0.1', port } })).rejects.toThrow(
    `cannot be served on 127.0.0.1:${port}, as PLUGBOARD_METRICS_HOST and PLUGBOARD_METRICS_PORT say`,
  )
  expect((await fetch(`${service.url}/metrics`)).status).toBe(404)

  await service.close()
  await expect(fetch(`http://127.0.0.1:${port}/metrics`)).rejects.toThrow()
})

it('the queue that moves projects under a root key has figures while that key is the current one', async () => {
  verifies('telemetry.metrics')
  const { database } = await createSharedDatabase()
  const port = await findFreePort()
  const keys = ['1', '2'].map(
    (version) => `${version}:${Buffer.alloc(32, Number(version)).toString('base64')}`,
  )
  const figures = async (rootKeys: string) => {
    const service = await startService({ database, rootKeys, metrics: { host: '127.0.0.1', port } })
    const lines = (await (await fetch(`http://127.0.0.1:${port}/metrics`)).text())
      .split('\n')
      .filter((line) => /^plugboard_jobs.*projects\.rewrap/.test(line))
    await service.close()
    return lines.map((line) => line.replace(/ .*/, '')).toSorted()
  }
  const linesOf = (version: string) => [
    `plugboard_jobs_oldest_due_seconds{queue="projects.rewrap.${version}"}`,
    ...['dead', 'delayed', 'due', 'running'].map(
      (state) => `plugboard_jobs{queue="projects.rewrap.${version}",state="${state}"}`,
    ),
  ]
  expect(await figures(keys.join(','))).toEqual(linesOf('1'))
  expect(await figures(keys.toReversed().join(','))).toEqual(linesOf('2'))
})

it('what a migration has left to be done is a figure, and gone when it is done', async () => {
  verifies('telemetry.metrics')
  const { database } = await createSharedDatabase()
  const port = await findFreePort()
  const service = await startService({ database, metrics: { host: '127.0.0.1', port } })
  const figures = async () =>
    (await (await fetch(`http://127.0.0.1:${port}/metrics`)).text())
      .split('\n')
      .filter((line) => line.startsWith('plugboard_online_step_rows'))
  expect(await figures()).toEqual([])
  // As the migration of another version has left it.
  const { handle } = await openServiceDatabase(database)
  await sql`insert into online_steps (name, migration, table_name, position, rows)
    values ('sessions_kind', '0998_later', 'sessions', '', 12)`.execute(handle)
  await expect
    .poll(figures)
    .toEqual(['plugboard_online_step_rows{step="sessions_kind",table="sessions"} 12'])
  await sql`delete from online_steps`.execute(handle)
  await expect.poll(figures).toEqual([])
  await service.close()
})
