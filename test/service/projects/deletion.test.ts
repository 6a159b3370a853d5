import { setTimeout } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createClient } from '../../../src/client/index.ts'
import { verifies } from '../../requirements.ts'
import { accountOwner, serveNotes, createProject, fillProject } from '../../support/fill-project.ts'
import { createSharedDatabase, type SharedDatabase } from '../../support/shared-database.ts'
import { engine, startService, type TestService } from '../../support/start-service.ts'
import { startUpstream } from '../../support/start-upstream.ts'

const owner = '/api/v3/org/owner/project'

/**
 * Tables that no request writes to for longer than a job takes, or only requests of projects with
 * many tools, logos or an embedding model.
 */
const notFilled = [
  'hook_removals',
  'import_requests',
  'logos',
  'search_enrichments',
  'search_index_blocks',
  'search_indexes',
  'search_project_use_cases',
  'search_vectors',
  'session_plan_facts',
  'session_plan_users',
  'toolkit_changes',
  'usage_days',
  'usage_hours',
  'webhook_deliveries',
]

describe('a deleted project', () => {
  it('leaves nothing in any table, and no data key', { timeout: 300_000 }, async () => {
    verifies('projects.delete', 'projects.delete.data', 'projects.delete.data-key')
    const upstream = await startUpstream(serveNotes)
    const shared = await createSharedDatabase()
    const service = await startService({ database: shared.database, egressAllow: [upstream.host] })
    const project = await createProject(service, 'Doomed')
    const kept = await createProject(service, 'Kept')
    const filled = await fillProject(project, upstream, 'doomed')
    await fillProject(kept, upstream, 'kept')
    expect((await fetch(filled.file)).status).toBe(200)
    for (const { id } of [project, kept])
      expect(await ownersIn(shared, id)).toContain(JSON.stringify(accountOwner))
    const tables = [...new Set((await projectColumns(shared)).map(({ table }) => table))]
    // Calls are noted for plans a moment after their answer.
    const empty = async () => {
      const [first, second] = [
        await tablesThatHold(shared, project.id),
        await tablesThatHold(shared, kept.id),
      ]
      return tables.filter((table) => !first.includes(table) || !second.includes(table)).toSorted()
    }
    await expect
      .poll(empty, { timeout: 60_000, message: 'have fillProject write to these too' })
      .toEqual(notFilled)
    const tablesOfKept = await tablesThatHold(shared, kept.id)

    const answer = await service.request('DELETE', `${owner}/${project.id}`, {
      headers: { 'x-org-api-key': service.orgApiKey },
    })
    expect(answer).toMatchObject({ status: 200, body: { status: 'success' } })

    const [row] = await shared.query(
      `select data_key, config, name from projects where id = '${project.id}'`,
    )
    expect(row).toMatchObject({ data_key: '', config: '{}' })
    expect(row?.['name']).not.toContain('Doomed')
    expect((await fetch(filled.file)).status).toBe(404)
    await expect.poll(() => tablesThatHold(shared, project.id), { timeout: 60_000 }).toEqual([])
    expect(await ownersIn(shared, project.id)).toEqual([])
    expect(await tablesThatHold(shared, kept.id)).toEqual(tablesOfKept)
    expect(
      await kept.client.connectedAccounts.list({ query: { user_ids: ['kept-ada'] } }),
    ).toMatchObject({ total_items: 1, items: [{ status: 'ACTIVE' }] })
  })

  it('is answered as unknown, and its name is free again', async () => {
    verifies('projects.delete')
    const service = await startService()
    const headers = { 'x-org-api-key': service.orgApiKey }
    const project = await createProject(service, 'Short life')
    expect((await service.request('DELETE', `${owner}/${project.id}`, { headers })).status).toBe(
      200,
    )
    for (const [method, path] of [
      ['GET', ''],
      ['DELETE', ''],
      ['POST', '/regenerate_api_key'],
    ] as const) {
      expect(
        (await service.request(method, `${owner}/${project.id}${path}`, { headers })).status,
      ).toBe(404)
    }
    expect((await service.request('GET', `${owner}/list`, { headers })).body).toMatchObject({
      total_items: 1,
      data: [{ name: 'default' }],
    })
    expect((await createProject(service, 'Short life')).id).not.toBe(project.id)
  })

  it('may be deleted with its own key, which is then no key', async () => {
    verifies('projects.delete', 'projects.delete.keys', 'projects.owner.own-project')
    const service = await startService()
    const { body } = await service.request('GET', `${owner}/list`)
    expect((await service.request('DELETE', `${owner}/${body.data[0].id}`)).status).toBe(200)
    for (const headers of keysOf(service)) {
      for (const path of ['/api/v3/toolkits', '/api/v3/org/project/config', `${owner}/list`])
        expect((await service.request('GET', path, { headers })).status).toBe(401)
    }
    expect(
      (
        await service.request('PATCH', '/api/v3/org/project/config', {
          body: { display_name: 'Ghost' },
        })
      ).status,
    ).toBe(401)
  })
})

describe.skipIf(engine === 'sqlite')('on another node, within a second', () => {
  it('a regenerated key fails and the new one works', async () => {
    verifies('projects.regenerate.every-node')
    const [one, two] = await startTwoNodes()
    const project = await createProject(one, 'On two nodes')
    const there = createClient({ baseUrl: two.url, apiKey: project.key, retries: 0 })
    await there.toolkits.list({})

    const { body } = await one.request('POST', `${owner}/${project.id}/regenerate_api_key`, {
      headers: { 'x-org-api-key': one.orgApiKey },
    })

    expect(
      (await two.request('GET', '/api/v3/toolkits', { headers: { 'x-api-key': body.api_key.key } }))
        .status,
    ).toBe(200)
    await setTimeout(1000)
    await expect(there.toolkits.list({})).rejects.toMatchObject({ status: 401 })
    await expect(project.client.toolkits.list({})).rejects.toMatchObject({ status: 401 })
  })

  it('every key of a deleted project fails', async () => {
    verifies('projects.delete.keys')
    const [one, two] = await startTwoNodes()
    const headers = { 'x-org-api-key': one.orgApiKey }
    const id = (await one.request('GET', `${owner}/list`, { headers })).body.data[0].id
    const keys = keysOf(one)
    for (const key of keys)
      expect((await two.request('GET', '/api/v3/toolkits', { headers: key })).status).toBe(200)

    expect((await one.request('DELETE', `${owner}/${id}`, { headers })).status).toBe(200)

    await setTimeout(1000)
    for (const node of [one, two])
      for (const key of keys)
        expect((await node.request('GET', '/api/v3/toolkits', { headers: key })).status).toBe(401)
  })
})

const keysOf = ({ apiKey, userApiKey }: TestService): Record<string, string>[] => [
  { 'x-api-key': apiKey },
  { 'x-user-api-key': userApiKey },
]

const startTwoNodes = async () => {
  const { database } = await createSharedDatabase()
  return [await startService({ database }), await startService({ database })] as const
}

/**
 * Where rows say whose they are. Events stay: they are what the removal is told by, and go after 30
 * days.
 */
const projectColumns = async ({
  query,
}: SharedDatabase): Promise<{ table: string; column: string }[]> => {
  const rows = await query(
    engine === 'postgres'
      ? `select table_name, column_name from information_schema.columns where table_schema = 'public' and column_name in ('project_id', 'owner_id', 'scope')`
      : `select m.name as table_name, c.name as column_name from sqlite_master m join pragma_table_info(m.name) c where m.type = 'table' and c.name in ('project_id', 'owner_id', 'scope')`,
  )
  return rows
    .map((row) => ({ table: String(row['table_name']), column: String(row['column_name']) }))
    .filter(({ table }) => table !== 'events')
}

/** Every table with a row of the project. */
/** What accounts keep of whose they are. */
const ownersIn = async (shared: SharedDatabase, projectId: string): Promise<unknown[]> =>
  (
    await shared.query(
      `select identity from connected_accounts where project_id = '${projectId}' and verification = 'verified' and verified_at is not null`,
    )
  ).map(({ identity }) => identity)

const tablesThatHold = async (shared: SharedDatabase, projectId: string): Promise<string[]> => {
  const held: string[] = []
  for (const { table, column } of await projectColumns(shared)) {
    if (
      (await shared.query(`select 1 from "${table}" where "${column}" = '${projectId}' limit 1`))
        .length > 0
    )
      held.push(table)
  }
  return held.toSorted()
}
