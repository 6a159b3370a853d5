import { expect, it } from 'vitest'
import { rotationKey } from '../../../src/service/mcp/store.ts'
import { userKeyOf } from '../../../src/service/plans/learned/observations.ts'
import { createSecrets, parseKeyRing } from '../../../src/service/platform/secrets/index.ts'
import { verifies } from '../../requirements.ts'
import { runCli } from '../../cli/run-cli.ts'
import { createProject, fillProject, serveNotes } from '../../support/fill-project.ts'
import { readRetention } from '../../support/retention.ts'
import { createSharedDatabase, type SharedDatabase } from '../../support/shared-database.ts'
import { engine, startService } from '../../support/start-service.ts'
import { startUpstream } from '../../support/start-upstream.ts'
import { admin, rootKeys, settingsOf } from '../admin/admin-cli.ts'

const tables = await readRetention()

/** Tables that say nothing of a user, or whose rows go with those of another table. */
const ofNobody = [
  'api_keys',
  'connection_choices', // with their account
  'connection_confirmations', // with their account
  'file_chunks', // with their file
  'first_start',
  'hook_removals', // until the provider has removed the hook
  'job_schedules',
  'jobs', // until they have run
  'list_counts', // totals, without those of zero
  'mcp_server_toolkits',
  'online_steps',
  'organizations',
  'project_users', // until their last account and session are gone
  'projects',
  'schema_versions',
  'search_block_parts',
  'session_plan_users', // by a keyed hash, which `plans` forgets
  'tools',
  'usage_positions',
]

type Column = { table: string; column: string }

const textColumns = async ({ query }: SharedDatabase): Promise<Column[]> =>
  (
    await query(
      engine === 'postgres'
        ? `select case when c.table_schema = 'pgboss' then 'pgboss.' else '' end || c.table_name as table, c.column_name as column
           from information_schema.columns c join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name
           where c.table_schema in ('public', 'pgboss') and t.table_type = 'BASE TABLE' and c.data_type in ('text', 'character varying', 'jsonb')`
        : `select m.name as "table", c.name as "column" from sqlite_master m join pragma_table_info(m.name) c where m.type = 'table' and m.name not like 'sqlite_%'`,
    )
  ).map((row) => ({ table: String(row['table']), column: String(row['column']) }))

/** Tables with a text that contains this one. */
const tablesWith = async (shared: SharedDatabase, text: string, columns: Column[]) => {
  const found: string[] = []
  for (const [table, those] of Map.groupBy(columns, (each) => each.table)) {
    const name = table
      .split('.')
      .map((part) => `"${part}"`)
      .join('.')
    const contains = those.map(({ column }) => `cast("${column}" as text) like '%${text}%'`)
    const rows = await shared.query(`select 1 from ${name} where ${contains.join(' or ')} limit 1`)
    if (rows.length > 0) found.push(table)
  }
  return found.toSorted()
}

it('every table says which of its rows are about a user', async () => {
  const shared = await createSharedDatabase()
  const names = new Set((await textColumns(shared)).map(({ table }) => table))
  const declared = new Set(tables.map(({ table }) => table))
  expect(
    [...names]
      .filter((table) => !/^(pgboss\.|kysely_)/.test(table) && !declared.has(table))
      .toSorted(),
  ).toEqual(ofNobody.filter((table) => names.has(table)))
  // A column of this name is always the user's.
  const withUserId = new Set(
    (await textColumns(shared))
      .filter(({ column }) => column === 'user_id')
      .map(({ table }) => table),
  )
  expect(
    [...withUserId].filter((name) => tables.find(({ table }) => table === name)?.user?.by !== 'id'),
  ).toEqual([])
})

it('an erased user is in no table, and others are where they were', async () => {
  verifies('users.erase', 'users.get')
  const upstream = await startUpstream(serveNotes)
  const shared = await createSharedDatabase()
  const service = await startService({ database: shared.database, egressAllow: [upstream.host] })
  const project = await createProject(service, 'Has the user')
  const other = await createProject(service, 'Has a user of the same name')
  const filled = await fillProject(project, upstream, 'canary')
  const { user } = filled
  const bystander = await project.client.sessions.create({ body: { user_id: 'bystander' } })
  const kept = await other.client.sessions.create({ body: { user_id: user } })
  const [row] = await shared.query(`select data_key from projects where id = '${project.id}'`)
  const dataKey = createSecrets(parseKeyRing(rootKeys)).open(project.id, String(row?.['data_key']))
  const userKey = userKeyOf({ dataKey }, user)
  await insertBeside(shared, project.id, user, userKey)

  const columns = await textColumns(shared)
  const byId = tables.filter((table) => table.user?.by === 'id').map(({ table }) => table)
  const settings = settingsOf(shared, service)
  await expect
    .poll(async () => {
      const found = await tablesWith(shared, user, columns)
      return byId.filter((table) => !found.includes(table))
    })
    .toEqual(['usage_hours'])

  const exported = await runCli(['admin', 'users', 'export', user, '--project', project.id], {
    environment: { PLUGBOARD_ROOT_KEYS: rootKeys, ...settings },
  })
  const lines: { kind: string; record: Record<string, unknown> }[] = exported.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const exportable = tables.filter((table) => table.user?.exports).map(({ table }) => table)
  const kinds = new Set(lines.map(({ kind }) => kind))
  expect(exportable.filter((table) => !kinds.has(table))).toEqual(['usage_hours'])
  const logged = lines.find(({ record }) => record['id'] === filled.log)
  expect(JSON.stringify(logged?.record['payload'])).toContain('"id":"1"')
  expect(exported.stdout).not.toMatch(/_hash"|"values"|key_hint|v1\.[\w-]{11}\./)
  expect(exported.stdout).not.toContain(bystander.session_id)
  expect(exported.stdout).not.toContain(kept.session_id)

  const answered: unknown[] = []
  for (let next: string | null | undefined; next !== null;) {
    const part = await project.client.users.get({
      params: { user_id: user },
      query: { limit: 3, ...(next !== undefined && { after: next }) },
    })
    expect(part.items.length).toBeLessThanOrEqual(3)
    answered.push(...part.items)
    next = part.next
  }
  expect(answered.length).toBeGreaterThanOrEqual(lines.length)
  expect(answered).toEqual(expect.arrayContaining(lines.filter(({ kind }) => kind === 'sessions')))

  const wrong = await admin(['users', 'erase', user, '--yes'], settings)
  expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining('several projects') })
  const erased = await admin(['users', 'erase', user, '--yes', '--project', project.id], settings)
  expect(erased).toMatchObject({
    code: 0,
    answer: { user_id: user, erased: { connected_accounts: expect.any(Number), sessions: 2 } },
  })

  // What the node had gathered in memory is written a moment later; a job erases it after a minute.
  const left = async () => {
    await project.client.users.erase({ params: { user_id: user } })
    const inProject = columns.filter(({ table }) => table !== 'list_counts')
    const rows = await tablesWith(shared, user, inProject)
    const totals = await shared.query(
      `select 1 from list_counts where scope = '${project.id}' and (value like '%${user}%' or counter like '%${user}%')`,
    )
    return { rows, totals: totals.length }
  }
  // The user of the other project, with a session, alone.
  await expect
    .poll(left, { timeout: 60_000 })
    .toEqual({ rows: ['project_users', 'sessions'], totals: 0 })
  const query = (sql: string) => shared.query(sql)
  for (const { table, user: of, scope } of tables) {
    if (of?.by === 'owner' && of.table === 'sessions')
      expect(
        await query(
          `select 1 from "${table}" where "${of.column}" in ('${filled.session}', '${filled.freeSession}')`,
        ),
        table,
      ).toEqual([])
    if (of?.by !== 'content' || of.field === undefined) continue
    const sealed = await query(
      `select * from "${table}" where "${scope ?? 'scope'}" = '${project.id}' and "${of.column}" is not null`,
    )
    const key = tables.find((each) => each.table === table)?.key[0] ?? ''
    for (const each of sealed) {
      const place = { record: String(each[key]), field: of.field }
      expect(dataKey.decrypt(String(each[of.column]), place), table).not.toContain(user)
    }
  }
  expect(await query(`select id, users from session_plan_facts order by id`)).toEqual([
    { id: 'fact_of_two', users: 1 },
  ])
  expect(await query(`select user_key from session_plan_users`)).toEqual([{ user_key: 'another' }])
  const rotated = await query(`select user_key from mcp_url_rotations`)
  expect(rotated).toEqual([{ user_key: rotationKey({ dataKey }, user) }])

  expect(
    (await project.client.sessions.get({ params: { session_id: bystander.session_id } }))
      .session_id,
  ).toBe(bystander.session_id)
  expect(
    (await other.client.sessions.get({ params: { session_id: kept.session_id } })).session_id,
  ).toBe(kept.session_id)
  const { total_items } = await project.client.connectedAccounts.list({
    query: { user_ids: ['canary-to-be-linked'] },
  })
  expect(total_items).toBe(1)
})

/** What needs many calls, or an hour, to come about. */
const insertBeside = async (
  { database }: SharedDatabase,
  project: string,
  user: string,
  userKey: string,
): Promise<void> => {
  const { openServiceDatabase } = await import('../../support/open-service-database.ts')
  const { sql } = await import('kysely')
  const { handle } = await openServiceDatabase(database)
  for (const [id, keys] of [
    ['fact_of_one', [userKey]],
    ['fact_of_two', [userKey, 'another']],
  ] as const) {
    await sql`insert into session_plan_facts (id, project_id, kind, tool_slug, content, users, seen, seen_with_failure, last_seen_at)
      values (${id}, ${project}, 'next', 'X', 'Y', ${keys.length}, 5, 0, '2027-01-01T00:00:00.000Z')`.execute(
      handle,
    )
    for (const key of keys)
      await sql`insert into session_plan_users (fact_id, project_id, user_key) values (${id}, ${project}, ${key})`.execute(
        handle,
      )
  }
  await sql`insert into usage_days (project_id, dimension, start, value, toolkit, status, duration_class, calls, duration_ms)
    values (${project}, 'user', '2026-11-23T00:00:00.000Z', ${user}, '', 'success', 1, 2, 3)`.execute(
    handle,
  )
}
