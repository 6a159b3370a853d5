import { expect, test } from 'vitest'
import { createClient, type Client } from '../../../src/client/index.ts'
import { createRootKey } from '../../../src/service/platform/secrets/index.ts'
import { verifies } from '../../requirements.ts'
import { serveNotes, createProject, fillProject } from '../../support/fill-project.ts'
import { openServiceDatabase } from '../../support/open-service-database.ts'
import { createSharedDatabase, type SharedDatabase } from '../../support/shared-database.ts'
import { engine, startService, type TestService } from '../../support/start-service.ts'
import { startUpstream } from '../../support/start-upstream.ts'

const [first, second] = [`1:${createRootKey()}`, `2:${createRootKey()}`]

const versions = async ({ query }: SharedDatabase): Promise<string[]> => {
  const rows = await query(`select data_key from projects where deleted_at is null`)
  return rows.map((row) => String(row['data_key']).split('.')[1] ?? '')
}

const clientOf = ({ url }: Pick<TestService, 'url'>, apiKey: string): Client =>
  createClient({ baseUrl: url, apiKey, retries: 0 })

/**
 * One call that needs the project's data key: its account's credential is sent, and the log entry
 * is read again.
 */
const useAccount = async (client: Client, { tool, user }: { tool: string; user: string }) => {
  const { error, log_id } = await client.tools.execute({
    params: { tool_slug: tool },
    body: { user_id: user, arguments: { id: '1' } },
  })
  expect(error).toBeNull()
  expect((await client.logs.get({ params: { id: String(log_id) } })).request).toMatchObject({
    arguments: { id: '1' },
  })
}

test(
  'moves every project under the current root key while requests run, and needs the former one no more',
  { timeout: 60_000 },
  async () => {
    verifies('secrets.rewrap')
    const upstream = await startUpstream(serveNotes)
    const shared = await createSharedDatabase()
    const common = { database: shared.database, egressAllow: [upstream.host] }
    const before = await startService({ ...common, rootKeys: first })
    const { key, ...project } = await createProject(before, 'Rotated')
    const filled = await fillProject(project, upstream, 'rotated')
    for (let number = 0; number < 120; number += 1) await createProject(before, `More ${number}`)
    const keyed = await before.request('GET', '/api/v3/connected_accounts', {
      headers: { 'x-api-key': key },
    })
    await before.close()

    const rotating = await startService({ ...common, rootKeys: `${second},${first}` })
    const client = clientOf(rotating, key)
    let calls = 0
    for (; calls < 3 || (await versions(shared)).includes('1'); calls += 1)
      await useAccount(client, filled)
    expect(new Set(await versions(shared))).toEqual(new Set(['2']))
    await rotating.close()

    const after = await startService({ ...common, rootKeys: second })
    await useAccount(clientOf(after, key), filled)
    const { body } = await after.request('GET', '/api/v3/connected_accounts', {
      headers: { 'x-api-key': key },
    })
    expect(body).toEqual(keyed.body)
    // What was encrypted before the rotation is read as before: an upstream's answer, a stored
    // result, a file.
    expect(await clientOf(after, key).logs.get({ params: { id: filled.log } })).toMatchObject({
      response: expect.anything(),
    })
    expect((await fetch(filled.file.replace(/^https?:\/\/[^/]+/, after.url))).status).toBe(200)
    expect(new Set(upstream.received.map(({ headers }) => headers['x-notes-key']))).toEqual(
      new Set([filled.secret]),
    )
  },
)

test.runIf(engine === 'postgres')(
  'lets a node with the former key in front work beside one that rotates',
  async () => {
    verifies('secrets.rewrap.nodes')
    const upstream = await startUpstream(serveNotes)
    const shared = await createSharedDatabase()
    const common = { database: shared.database, egressAllow: [upstream.host] }
    const former = await startService({ ...common, rootKeys: `${first},${second}` })
    const { key, ...project } = await createProject(former, 'Shared')
    const filled = await fillProject(project, upstream, 'shared')

    const next = await startService({ ...common, rootKeys: `${second},${first}` })
    while ((await versions(shared)).includes('1')) await useAccount(clientOf(former, key), filled)

    await useAccount(clientOf(former, key), filled)
    await useAccount(clientOf(next, key), filled)
    // One that is made by the former node meanwhile can be read by both.
    const made = await createProject(former, 'Made late')
    expect(await clientOf(next, made.key).connectedAccounts.list({})).toMatchObject({
      total_items: 0,
    })
  },
)

test('refuses to start without a root key that a project needs, and names its version', async () => {
  verifies('secrets.needed-key')
  const shared = await createSharedDatabase()
  await (await startService({ database: shared.database, rootKeys: first })).close()

  await expect(startService({ database: shared.database, rootKeys: second })).rejects.toThrow(
    'requires root key version "1", which is not in the key ring',
  )
  expect(await versions(shared)).toEqual(['1'])
})

test('refuses to start with another root key of the same version', async () => {
  const shared = await createSharedDatabase()
  await (await startService({ database: shared.database, rootKeys: first })).close()

  const error = await startService({
    database: shared.database,
    rootKeys: `1:${createRootKey()}`,
  }).catch((thrown: unknown) => thrown)

  expect(error).toMatchObject({
    message: expect.stringContaining('Restore the previous key'),
    cause: { message: expect.stringContaining('root key version "1"') },
  })
})

test('starts with one damaged data key among others, and moves those', async () => {
  const shared = await createSharedDatabase()
  const before = await startService({ database: shared.database, rootKeys: first })
  const damaged = await createProject(before, 'Damaged')
  const whole = await createProject(before, 'Whole')
  await before.close()
  const beside = (await openServiceDatabase(shared.database)).handle.withTables<{
    projects: { id: string; data_key: string }
  }>()
  const { data_key } = await beside
    .selectFrom('projects')
    .select('data_key')
    .where('id', '=', damaged.id)
    .executeTakeFirstOrThrow()
  await beside
    .updateTable('projects')
    .set({ data_key: `${data_key}x` })
    .where('id', '=', damaged.id)
    .execute()

  const lines: string[] = []
  const after = await startService({
    database: shared.database,
    rootKeys: `${second},${first}`,
    logLevel: 'info',
    writeLog: { write: (line) => void lines.push(line) },
  })
  await expect.poll(() => lines.join('')).toContain('moved data keys to the current root key')

  expect((await versions(shared)).toSorted()).toEqual(['1', '2', '2'])
  expect(lines.join('')).toMatch(new RegExp(`could not be moved|${damaged.id}`))
  expect(await clientOf(after, whole.key).connectedAccounts.list({})).toMatchObject({
    total_items: 0,
  })
  expect(
    (
      await after.request('GET', '/api/v3/connected_accounts', {
        headers: { 'x-api-key': damaged.key },
      })
    ).status,
  ).toBe(500)
})
