import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createClient } from '../../../src/client/index.ts'
import { createProject, fillProject, serveNotes } from '../../support/fill-project.ts'
import { openServiceDatabase } from '../../support/open-service-database.ts'
import { createPostgresDatabase } from '../../support/postgres-database.ts'
import { startDatabaseProxy } from '../../support/start-database-proxy.ts'
import { createSharedDatabase } from '../../support/shared-database.ts'
import { engine, startService } from '../../support/start-service.ts'
import { startUpstream } from '../../support/start-upstream.ts'
import { isThorough } from '../../support/thorough.ts'
import { admin, rootKeys } from './admin-cli.ts'

const cli = fileURLToPath(new URL('../../../src/cli/index.ts', import.meta.url))

const createTarget = async (): Promise<string> => {
  const { url, drop } = await createPostgresDatabase()
  onTestFinished(drop)
  return url
}

const postgres = (url: string) => ({ engine: 'postgres' as const, url, maximumConnections: 5 })

/** Moves a folder until the command sends a statement, and kills its process. */
const moveUntil = async (
  statement: string,
  { folder, to, skip = 0 }: { folder: string; to: string; skip?: number },
): Promise<void> => {
  const proxy = await startDatabaseProxy(new URL(to))
  const come = proxy.silenceAt(statement, skip)
  const child = spawn(
    process.execPath,
    [cli, 'admin', 'move', '--data', folder, '--to', proxy.url],
    {
      cwd: tmpdir(),
      env: { PATH: process.env['PATH'] ?? '', PLUGBOARD_ROOT_KEYS: rootKeys },
    },
  )
  const stderr = text(child.stderr)
  const exit = once(child, 'exit')
  await Promise.race([come, exit])
  child.kill('SIGKILL')
  expect(await exit, await stderr).toEqual([null, 'SIGKILL'])
  await proxy.takeAway()
}

const logs = 12_000

/** One of everything, many log entries, and jobs as a process leaves them that was killed. */
const fillFolder = async () => {
  const upstream = await startUpstream(serveNotes)
  const { database } = await createSharedDatabase()
  const folder = 'folder' in database ? database.folder : ''
  const service = await startService({ database, egressAllow: [upstream.host] })
  const project = await createProject(service, 'Moved')
  const filled = await fillProject(project, upstream, 'moved')
  await service.close()
  const { handle, close } = await openServiceDatabase(database)
  await sql`
    with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${logs})
    insert into tool_executions (id, project_id, tool_slug, toolkit_slug, user_id, status, started_at, duration_ms)
    select 'log_' || n, ${project.id}, 'MOVED_TOOL', 'movednotes', 'zoë 🚢', 'success', '2026-01-01T00:00:00.000Z', n / 7.0
    from numbers`.execute(handle)
  for (const [id, state, attempt, error] of [
    ['waits', 'waiting', 2, null],
    ['was held', 'running', 1, null],
    ['is dead', 'dead', 9, 'It gave up'],
  ] as const)
    await sql`
      insert into jobs (id, queue, data, state, attempt, run_at, set_at, error, created_at, failed_at, "key")
      values (${id}, 'trigger-hook', ${JSON.stringify({ id })}, ${state}, ${attempt},
        '2999-06-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z', ${error}, '2026-01-01T00:00:00.000Z',
        ${error === null ? null : '2026-11-01T00:00:00.000Z'}, 'one')`.execute(handle)
  const { rows: jobs } = await sql<{ queue: string; state: string }>`
    select queue, state from jobs`.execute(handle)
  await close()
  return { upstream, database, folder, project, filled, jobs }
}

describe.runIf(engine === 'sqlite' && process.env['TEST_DATABASE_URL'] !== undefined)(
  'a move to PostgreSQL',
  () => {
    it('carries everything, also when it was killed on the way', async () => {
      const { upstream, database, folder, project, filled, jobs } = await fillFolder()
      const to = await createTarget()

      await moveUntil('insert into "tool_executions"', { folder, to, skip: 2 })
      await expect(startService({ database: postgres(to) })).rejects.toThrow('is not complete')
      for (const command of [['check'], ['migrate', '--check'], ['keys', 'create']])
        expect(await admin(command, { DATABASE_URL: to })).toMatchObject({
          code: 1,
          stderr: expect.stringContaining('is not complete'),
        })
      await moveUntil('from "sessions"', { folder, to })
      const { handle } = await openServiceDatabase(postgres(to))
      await sql`update tool_executions set error = '' where id = 'log_7'`.execute(handle)
      expect(await admin(['move', '--data', folder, '--to', to], {})).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('tool_executions: other values'),
      })
      await sql`update tool_executions set error = null where id = 'log_7'`.execute(handle)
      const moved = await admin(['move', '--data', folder, '--to', to], {})

      const dead = jobs.filter(({ state }) => state === 'dead').length
      expect(moved).toMatchObject({
        code: 0,
        answer: {
          compared: 'equal',
          jobs: jobs.length - dead,
          dead_jobs: dead,
          jobs_of_no_queue: 0,
        },
      })
      expect(moved.answer.tables).toContainEqual({
        table: 'tool_executions',
        rows: expect.toSatisfy((rows: number) => rows > logs),
      })
      const settings = { DATABASE_URL: to }
      expect(await admin(['check'], settings)).toMatchObject({ code: 0, answer: { result: 'ok' } })
      expect((await admin(['jobs', 'list'], settings)).answer.dead).toContainEqual(
        expect.objectContaining({ queue: 'trigger-hook', error: 'It gave up' }),
      )
      const { rows: waiting } = await sql<{
        data: { data: string; attempts: number }
        start: Date
      }>`
        select data, start_after as start from pgboss.job where name = 'trigger-hook'`.execute(
        handle,
      )
      const of = (id: string) => waiting.find(({ data }) => data.data === JSON.stringify({ id }))
      expect(of('waits')?.data.attempts).toBe(2)
      expect(of('waits')?.start.getUTCFullYear()).toBe(2999)
      expect(of('was held')?.data.attempts).toBe(1)
      expect(of('was held')?.start.getTime()).toBeLessThanOrEqual(Date.now())

      await expect(startService({ database })).rejects.toThrow('was moved to PostgreSQL')
      const again = await admin(['move', '--data', folder, '--to', to], {})
      expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('was moved already') })

      const service = await startService({
        database: postgres(to),
        egressAllow: [upstream.host],
      })
      const client = createClient({ baseUrl: service.url, apiKey: project.key, retries: 0 })
      const executed = await client.tools.execute({
        params: { tool_slug: filled.tool },
        body: {
          user_id: filled.user,
          connected_account_id: filled.account,
          arguments: { id: '1' },
        },
      })
      expect(executed.successful).toBe(true)
      expect(JSON.stringify(upstream.received.at(-1)?.headers)).toContain(filled.secret)
      const { total_items: total } = await client.logs.list({ query: {} })
      expect(total).toBeGreaterThan(logs)
    })

    it.runIf(isThorough)(
      'refuses a database with anything else in it, and a folder that is used or changed',
      async () => {
        const { database } = await createSharedDatabase()
        const folder = 'folder' in database ? database.folder : ''
        const service = await startService({ database })
        const to = await createTarget()
        const used = await admin(['move', '--data', folder, '--to', to], {})
        expect(used).toMatchObject({ code: 1, stderr: expect.stringContaining('Another process') })
        await service.close()

        const other = await openServiceDatabase(postgres(to))
        await sql`create table somebody_elses (id text)`.execute(other.handle)
        const full = await admin(['move', '--data', folder, '--to', to], {})
        expect(full).toMatchObject({ code: 1, stderr: expect.stringContaining('is not empty') })
        await sql`drop table somebody_elses`.execute(other.handle)

        await moveUntil('insert into "projects"', { folder, to })
        const between = await startService({ database })
        await between.request('POST', '/api/v3/tool_router/session', {
          headers: { 'x-api-key': service.apiKey },
          body: { user_id: 'ada' },
        })
        await between.close()
        const changed = await admin(['move', '--data', folder, '--to', to], {})
        expect(changed).toMatchObject({ code: 1, stderr: expect.stringContaining('other data') })

        const nowhere = await admin(['move', '--data', join(folder, 'nothing'), '--to', to], {})
        expect(nowhere).toMatchObject({ code: 1, stderr: expect.stringContaining('no database') })
        await rm(join(folder, 'nothing'), { recursive: true, force: true })
      },
    )
  },
)
