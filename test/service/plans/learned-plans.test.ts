import { expect, it, vi } from 'vitest'
import { createClient, type Client } from '../../../src/client/index.ts'
import { verifies } from '../../requirements.ts'
import { createProject } from '../../support/fill-project.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { openNotesApi } from '../../support/notes-api.ts'
import { openServiceDatabase } from '../../support/open-service-database.ts'
import { createSharedDatabase } from '../../support/shared-database.ts'
import { startService } from '../../support/start-service.ts'
import { json, startUpstream } from '../../support/start-upstream.ts'

/** A service with one toolkit, which refuses early notes, and a time that can be moved on. */
const start = async () => {
  const upstream = await startUpstream(({ body }, response) => {
    const text = (JSON.parse(body || '{}') as { text?: string }).text ?? ''
    json(response, text.startsWith('early') ? 422 : 200, { text })
  })
  const shared = await createSharedDatabase()
  let offset = 0
  const clock = { now: () => new Date(Date.now() + offset) }
  const open = () =>
    startService({ database: shared.database, egressAllow: [upstream.host], clock })
  let service = await open()
  const keys = { apiKey: service.apiKey, orgApiKey: service.orgApiKey }
  await importToolkit(service, { slug: 'notes', source: { openapi: openNotesApi(upstream.url) } })
  const clientOf = (apiKey = keys.apiKey) =>
    createClient({ baseUrl: service.url, apiKey, orgApiKey: keys.orgApiKey, retries: 0 })
  return {
    upstream,
    query: shared.query,
    url: () => service.url,
    client: clientOf,
    /**
     * Restarts the service a quarter of an hour later, and waits until everything is learned from.
     */
    learn: async () => {
      await service.close()
      offset += 15 * 60_000
      service = await open()
      await vi.waitFor(
        async () => expect(await shared.query('select 1 from session_plan_steps')).toEqual([]),
        { timeout: 60_000, interval: 100 },
      )
    },
  }
}

const openSession = async (client: Client, user: string, rules: object = {}) => ({
  params: {
    session_id: (await client.sessions.create({ body: { user_id: user, ...rules } })).session_id,
  },
})

/** Makes a note too early, lists the notes, and makes it again. */
const work = async (client: Client, user: string) => {
  const session = await openSession(client, user)
  const execute = async (tool_slug: string, given: Record<string, unknown>) =>
    (await client.sessions.execute({ ...session, body: { tool_slug, arguments: given } })).error
  expect(await execute('NOTES_CREATE_NOTE', { text: `early secret of ${user}` })).toContain('422')
  expect(await execute('NOTES_LIST_NOTES', {})).toBeNull()
  const many = await client.sessions.executeMeta({
    ...session,
    body: {
      slug: 'SVC_MULTI_EXECUTE_TOOL',
      arguments: {
        tools: [{ tool_slug: 'notes_create_note', arguments: { text: `secret of ${user}` } }],
      },
    },
  })
  expect(many.data).toMatchObject({ succeeded: 1 })
}

const search = async (client: Client, user: string, useCase: string, rules: object = {}) => {
  const session = await openSession(client, user, rules)
  const answer = await client.sessions.search({
    ...session,
    body: { queries: [{ use_case: useCase }] },
  })
  const meta = await client.sessions.executeMeta({
    ...session,
    body: { slug: 'SVC_SEARCH_TOOLS', arguments: { queries: [{ use_case: useCase }] } },
  })
  expect(meta.data['results']).toEqual(answer.results)
  return { ...answer, result: answer.results[0] }
}

const planFields = [
  'plan_id',
  'recommended_plan_steps',
  'known_pitfalls',
  'difficulty',
  'execution_guidance',
  'reference_workbench_snippets',
  'memory',
]

it('a plan is learned from three users, answered by both searches, and hidden where a rule excludes one of its tools', async () => {
  verifies(
    'plans.fields',
    'plans.memory',
    'plans.every-search',
    'plans.learned.users',
    'plans.learned.fits',
    'plans.learned.nothing-personal',
    'plans.learned.own-project',
    'plans.policy',
    'plans.learned.pitfalls',
    'plans.learned.no-data',
    'plans.deletion',
    'plans.learned.difficulty',
  )
  const world = await start()
  for (const user of ['ada', 'bob']) await work(world.client(), user)
  await world.learn()
  const before = await search(world.client(), 'dan', 'create a note')
  expect(before.result?.primary_tool_slugs[0]).toBe('NOTES_CREATE_NOTE')
  for (const field of planFields) expect(before.result).not.toHaveProperty(field)

  await work(world.client(), 'cyd')
  await world.learn()
  const client = world.client()
  const { result, tool_schemas, next_steps_guidance } = await search(client, 'dan', 'create a note')
  const pitfall =
    'NOTES_CREATE_NOTE failed with status 422 when it was called before NOTES_LIST_NOTES, and succeeded after it, for 3 users'
  expect(result).toMatchObject({
    plan_id: expect.stringMatching(/^plan_/),
    recommended_plan_steps: [
      'Run NOTES_LIST_NOTES (named "List notes")',
      'Run NOTES_CREATE_NOTE (named "Create a note")',
    ],
    known_pitfalls: [pitfall],
    // Every one of these tasks began with a failure.
    difficulty: 'hard',
    execution_guidance: expect.stringContaining('Learned from 3 tasks of 3 users'),
  })
  expect(result).not.toHaveProperty('memory')
  expect(result).not.toHaveProperty('reference_workbench_snippets')
  expect(Object.keys(tool_schemas)).toEqual(
    expect.arrayContaining(['NOTES_LIST_NOTES', 'NOTES_CREATE_NOTE']),
  )
  expect(next_steps_guidance.join(' ')).toContain('recommended_plan_steps')

  // Another thing to do is another plan, or none.
  expect((await search(client, 'dan', 'delete a note')).result).not.toHaveProperty('plan_id')

  // A session without one of its tools: no plan, and no word of that tool.
  const limited = await search(client, 'dan', 'create a note', {
    tools: { notes: { disable: ['NOTES_LIST_NOTES'] } },
  })
  expect(limited.result).not.toHaveProperty('plan_id')
  expect(limited.result?.memory).toEqual({
    notes: ['NOTES_CREATE_NOTE failed with status 422, for 3 users'],
  })
  expect(JSON.stringify(limited)).not.toContain('LIST_NOTES')
  const readOnly = await search(client, 'dan', 'create a note', { tags: ['readOnlyHint'] })
  expect(JSON.stringify(readOnly)).not.toMatch(/plan_id|CREATE_NOTE/)

  // Another project with the same toolkit knows nothing of it.
  const other = await createProject({ client, url: world.url() }, 'Other')
  await importToolkit(
    { client: other.client },
    { slug: 'notes', source: { openapi: openNotesApi(world.upstream.url) } },
  )
  for (const field of planFields)
    expect((await search(other.client, 'dan', 'create a note')).result).not.toHaveProperty(field)

  // Nothing of users, sessions, arguments or answers lies in the tables.
  const rows = await Promise.all(
    ['session_plan_facts', 'session_plan_users', 'session_plan_steps'].map((table) =>
      world.query(`select * from ${table}`),
    ),
  )
  expect(rows.map((list) => list.length > 0)).toEqual([true, true, false])
  expect(JSON.stringify(rows)).not.toMatch(/"(?:ada|bob|cyd)"|secret|early|trs_/)

  // What was learned is not answered while the project stores no data.
  await client.projects.updateConfig({ body: { log_visibility_setting: 'dont_store_data' } })
  await vi.waitFor(
    async () =>
      expect((await search(client, 'dan', 'create a note')).result).not.toHaveProperty('plan_id'),
    { timeout: 60_000 },
  )
  await client.projects.updateConfig({ body: { log_visibility_setting: 'show_all' } })
  await vi.waitFor(
    async () =>
      expect((await search(client, 'dan', 'create a note')).result?.plan_id).toBe(result?.plan_id),
    { timeout: 60_000 },
  )

  // A deleted project takes it along.
  const { data } = await client.projects.list({})
  const own = data.find(({ name }) => name === 'default')?.id ?? ''
  await client.projects.delete({ params: { nano_id: own } })
  await vi.waitFor(
    async () =>
      expect(
        await world.query(
          'select 1 from session_plan_facts union all select 1 from session_plan_users',
        ),
      ).toEqual([]),
    { timeout: 60_000 },
  )
}, 300_000)

it('a call succeeds though what it teaches cannot be written', async () => {
  verifies('plans.learned.never-fails-a-call')
  const lines: string[] = []
  const upstream = await startUpstream((_request, response) => json(response, 200, {}))
  const shared = await createSharedDatabase()
  const service = await startService({
    database: shared.database,
    egressAllow: [upstream.host],
    logLevel: 'warn',
    writeLog: { write: (line) => void lines.push(line) },
  })
  await importToolkit(service, { slug: 'notes', source: { openapi: openNotesApi(upstream.url) } })
  const beside = await openServiceDatabase(shared.database)
  await beside.handle.schema.alterTable('session_plan_steps').renameTo('away').execute()
  const session = await openSession(service.client, 'ada')
  expect(
    await service.client.sessions.execute({
      ...session,
      body: { tool_slug: 'NOTES_LIST_NOTES', arguments: {} },
    }),
  ).toMatchObject({ error: null })
  await service.close()
  expect(upstream.received).toHaveLength(1)
  expect(lines.join('')).toContain('Calls could not be recorded for plans')
})
