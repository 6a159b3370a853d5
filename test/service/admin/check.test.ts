import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { sealedColumns } from '../../../src/service/admin/sealed-columns.ts'
import { createProject, fillProject, serveNotes } from '../../support/fill-project.ts'
import { openServiceDatabase } from '../../support/open-service-database.ts'
import { createSharedDatabase } from '../../support/shared-database.ts'
import { engine, startService } from '../../support/start-service.ts'
import { startUpstream } from '../../support/start-upstream.ts'
import { admin, settingsOf } from './admin-cli.ts'

/** Encrypted for places that are no record of their own, or that another check reads. */
const otherwise = new Set([
  'file_chunks.content',
  'once.outcome',
  'projects.data_key',
  'session_files.content',
  'toolkits.mcp',
])

it('a check finds what was damaged, and nothing else', async () => {
  const upstream = await startUpstream(serveNotes)
  const shared = await createSharedDatabase()
  const service = await startService({ database: shared.database, egressAllow: [upstream.host] })
  const project = await createProject(service, 'Checked')
  const filled = await fillProject(project, upstream, 'checked')
  await service.close()
  const settings = settingsOf(shared)
  const check = async () => {
    const { code, answer, stderr } = await admin(['check'], settings)
    const found: { check: string; problems: number; found: string }[] = answer?.findings ?? []
    return { code, stderr, found: found.filter(({ problems }) => problems > 0) }
  }
  expect(await check()).toEqual({ code: 0, stderr: '', found: [] })

  const { handle } = await openServiceDatabase(shared.database)
  const columns = await shared.query(
    engine === 'postgres'
      ? `select table_name as "table", column_name as "column" from information_schema.columns where table_schema = 'public' and data_type = 'text'`
      : `select m.name as "table", c.name as "column" from sqlite_master m join pragma_table_info(m.name) c where m.type = 'table' and m.name not like 'sqlite_%'`,
  )
  const declared = new Set(sealedColumns.map(({ table, column }) => `${table}.${column}`))
  const missing: string[] = []
  for (const { table, column } of columns) {
    const name = `${String(table)}.${String(column)}`
    const sealed = await shared.query(
      `select "${String(column)}" as text from "${String(table)}" where cast("${String(column)}" as text) like 'v1.%' limit 20`,
    )
    const isSealed = sealed.some(({ text }) => /^v1\.[\w-]+\.[\w-]{38,}$/.test(String(text)))
    if (isSealed && !declared.has(name) && !otherwise.has(name)) missing.push(name)
  }
  expect(missing).toEqual([])

  await sql`update connected_accounts set "values" = 'v1.damaged.text' where id = ${filled.account}`.execute(
    handle,
  )
  await sql`update list_counts set count = count + 1 where counter = 'tool_executions//'`.execute(
    handle,
  )
  await sql`insert into project_users (project_id, id) values (${project.id}, 'has nothing')`.execute(
    handle,
  )
  await sql`update user_tickets set expires_at = '2999-01-01T00:00:00.000Z'`.execute(handle)
  await sql`update session_results set project_id = 'pr_gone'`.execute(handle)

  const damaged = await check()
  expect(damaged.code).toBe(1)
  expect(damaged.found).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ check: 'projects of session_results' }),
      { check: 'encrypted records', problems: 1, found: `connected_accounts ${filled.account}` },
      { check: 'counters', problems: 1, found: expect.stringMatching(/^tool_executions\/\/: /) },
      { check: 'users', problems: 1, found: '' },
      {
        check: 'due times',
        problems: 1,
        found: expect.stringMatching(/^user_tickets\.expires_at/),
      },
    ]),
  )
  expect(damaged.found).toHaveLength(5)
})
