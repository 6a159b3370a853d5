import { setTimeout as sleep } from 'node:timers/promises'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createClient } from '../../../src/client/index.ts'
import {
  openPostgres,
  openSqlite,
  type Database,
} from '../../../src/service/platform/database/index.ts'
import { verifies } from '../../requirements.ts'
import { decisionForm } from '../../support/decide-on-page.ts'
import { createPostgresDatabase } from '../../support/postgres-database.ts'
import {
  serveNotes,
  createProject,
  fillProject,
  type FilledProject,
} from '../../support/fill-project.ts'
import { engine, startService, type TestService } from '../../support/start-service.ts'
import { startUpstream, type Upstream } from '../../support/start-upstream.ts'
import { createVisitor } from '../../support/visit-connect-page.ts'

let upstream: Upstream
let service: TestService
let beside: Database
let key: string
let broken: FilledProject
let whole: FilledProject
/** What is encrypted of the half of the project that is to be damaged. */
let sealed: Sealed[]
let remove: () => Promise<void>

beforeAll(async () => {
  upstream = await startUpstream(serveNotes, { keep: true })
  const place = await openPlace()
  remove = place.remove
  service = await startService({
    database: place.database,
    egressAllow: [upstream.host],
    keep: true,
    logLevel: 'silent',
  })
  beside =
    place.database.engine === 'postgres'
      ? await openPostgres(place.database.url, 1)
      : openSqlite(join(place.database.folder, 'plugboard.db'))
  const project = await createProject(service, 'Half damaged')
  key = project.key
  broken = await fillProject(project, upstream, 'broken')
  // What happens is written a moment after the answer.
  sealed = await vi.waitUntil(async () => {
    const found = await findSealed(beside)
    return found.some(({ table }) => table === 'activity') && found
  }, 10_000)
  whole = await fillProject(project, upstream, 'whole')
})

afterAll(async () => {
  await beside.close()
  await service.close()
  await upstream.close()
  await remove()
})

const openPlace = async () => {
  if (engine === 'postgres') {
    const { url, drop } = await createPostgresDatabase()
    return { database: { engine, url, maximumConnections: 5 } as const, remove: drop }
  }
  const folder = await mkdtemp(join(tmpdir(), 'plugboard-test-'))
  return {
    database: { engine: 'sqlite', folder } as const,
    remove: () => rm(folder, { recursive: true }),
  }
}

const send = (method: string, path: string, body?: unknown) =>
  service.request(method, path.startsWith('/') ? path : `/api/v3/${path}`, {
    headers: { 'x-api-key': key },
    ...(body !== undefined && { body }),
  })

type Sealed = { table: string; column: string; text: string }

/** Every text in the database that a data key sealed. */
const findSealed = async ({ handle }: Database): Promise<Sealed[]> => {
  const tables = await sql<{ name: string }>`${sql.raw(
    engine === 'postgres'
      ? `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`
      : `select name from sqlite_master where type = 'table'`,
  )}`.execute(handle)
  const found = await Promise.all(
    tables.rows.map(async ({ name }) => {
      const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(
        handle,
      )
      return rows.flatMap((row) =>
        Object.entries(row).flatMap(([column, text]) =>
          typeof text === 'string' && /^v1\.[\w-]+\.[\w-]{38,}$/.test(text)
            ? [{ table: name, column, text }]
            : [],
        ),
      )
    }),
  )
  return found.flat()
}

const replace = ({ table, column }: Sealed, from: string, to: string) =>
  sql`update ${sql.table(table)} set ${sql.ref(column)} = ${to} where ${sql.ref(column)} = ${from}`.execute(
    beside.handle,
  )

/** Flips one bit in the middle of what was sealed. */
/** How long the service keeps an account that it did not change itself. */
const keptMs = 600

const damage = (text: string): string => {
  const [format, version, body = ''] = text.split('.')
  const bytes = Buffer.from(body, 'base64url')
  const middle = bytes.length >> 1
  bytes[middle] = (bytes[middle] ?? 0) ^ 1
  return [format, version, bytes.toString('base64url')].join('.')
}

const damageAll = async (table: string, column: string) => {
  const hit = sealed.filter((entry) => entry.table === table && entry.column === column)
  for (const entry of hit)
    expect((await replace(entry, entry.text, damage(entry.text))).numAffectedRows).toBe(1n)
  return async () => {
    for (const entry of hit) await replace(entry, damage(entry.text), entry.text)
  }
}

const lists = () => [
  'connected_accounts',
  'auth_configs?show_disabled=true',
  'logs/tool_executions',
  'trigger_instances/active?show_disabled=true',
  'webhook_subscriptions',
  'mcp/servers',
  'toolkits',
  'tools?toolkit_slug=brokennotes',
  `mcp/servers/${broken.mcpServer}/instances`,
  `tool_router/session/${broken.session}/approvals`,
  `tool_router/session/${broken.session}/toolkits`,
]

const records = ({
  account,
  authConfig,
  log,
  webhook,
  mcpServer,
  session,
  toolkit,
}: FilledProject) => [
  `connected_accounts/${account}`,
  `auth_configs/${authConfig}`,
  `logs/tool_executions/${log}`,
  `webhook_subscriptions/${webhook}`,
  `mcp/${mcpServer}`,
  `tool_router/session/${session}`,
  `toolkits/${toolkit}`,
]

const useAccount = ({ tool, user }: FilledProject) =>
  send('POST', `tools/execute/${tool}`, { user_id: user, arguments: { id: '1' } })

/**
 * The columns that are known to be sealed; a new one belongs here, and the test then shows what
 * becomes of it.
 */
const columns = [
  ['activity', 'body'],
  ['auth_configs', 'secrets'],
  ['authorization_attempts', 'secrets'],
  ['connected_accounts', 'values'],
  ['connection_choices', 'secrets'],
  ['connection_confirmations', 'secrets'],
  ['file_chunks', 'content'],
  ['link_sessions', 'secrets'],
  ['mcp_servers', 'url_secret'],
  ['project_events', 'body'],
  ['session_approvals', 'arguments'],
  ['session_approvals', 'link_token'],
  ['session_files', 'content'],
  ['session_results', 'content'],
  ['tool_executions', 'payload'],
  ['trigger_instances', 'config'],
  ['trigger_instances', 'hook'],
  ['trigger_instances', 'trigger_data'],
  ['webhook_subscriptions', 'secrets'],
] as const

test('knows every place where something is encrypted', () => {
  const found = new Set(sealed.map(({ table, column }) => `${table}.${column}`))
  expect([...found].toSorted()).toEqual(
    columns.map(([table, column]) => `${table}.${column}`).toSorted(),
  )
})

describe.each(columns)('a flipped bit in each %s.%s of half a project', (table, column) => {
  test('leaves every list and the other half as they were, and every answer readable', async () => {
    verifies('secrets.damaged-record')
    const before = await Promise.all(lists().map((path) => send('GET', path)))
    const restore = await damageAll(table, column)
    try {
      const after = await Promise.all(lists().map((path) => send('GET', path)))
      expect(after.map(({ status }) => status)).toEqual(before.map(({ status }) => status))
      expect(after.map(({ body }) => idsOf(body))).toEqual(before.map(({ body }) => idsOf(body)))

      for (const path of [...records(broken), ...records(whole)])
        expect([path, (await send('GET', path)).status]).toEqual([path, 200])
      expect((await useAccount(whole)).body).toMatchObject({ successful: true, error: null })
      expect((await fetch(whole.file)).status).toBe(200)

      const others = await Promise.all([
        useAccount(broken),
        send('POST', `tool_router/session/${broken.session}/execute`, {
          tool_slug: broken.tool,
          arguments: { id: '1' },
        }),
        send('POST', 'tools/execute/proxy', {
          endpoint: `${upstream.url}/notes/1`,
          method: 'GET',
          connected_account_id: broken.account,
        }),
        send('GET', `tool_router/session/${broken.session}/results/${broken.result}`),
        send('POST', 'mcp/servers/generate', {
          mcp_server_id: broken.mcpServer,
          managed_auth_by_svc: false,
          user_ids: [broken.user],
        }),
      ])
      expect(others.filter(({ status }) => status >= 500).map(({ body }) => body)).toEqual([])
      expect((await fetch(broken.file)).status).toBeLessThan(500)
      expect(await countEvents(2)).toBe(2)
    } finally {
      await restore()
    }
    expect((await useAccount(broken)).body).toMatchObject({ successful: true })
  })
})

/** Follows the project's events until so many accounts were connected. */
const countEvents = async (limit: number): Promise<number> => {
  let count = 0
  for await (const event of await createClient({
    baseUrl: service.url,
    apiKey: key,
  }).triggerInstances.events({ query: { after: 0 } })) {
    if (event.type !== 'svc.connected_account.active') continue
    count += 1
    if (count === limit) break
  }
  return count
}

const idsOf = (body: { items?: Record<string, unknown>[] }) =>
  body.items?.map(
    (item) => item['id'] ?? item['approval_id'] ?? item['slug'] ?? item['instance_id'],
  )

test('a damaged account counts as EXPIRED and says why; nothing is sent for it, and its user can connect it again', async () => {
  verifies('secrets.damaged-record.unsent')
  const restore = await damageAll('connected_accounts', 'values')
  await sleep(keptMs)
  const sent = upstream.received.length

  const { body } = await send('GET', `connected_accounts/${broken.account}`)
  expect(body).toMatchObject({
    status: 'EXPIRED',
    status_reason: expect.stringContaining('damaged'),
    state: { val: { status: 'EXPIRED' } },
  })
  expect((await useAccount(broken)).body).toMatchObject({
    successful: false,
    error: expect.any(String),
  })
  expect(upstream.received.length).toBe(sent)

  const renewed = await send('POST', `connected_accounts/${broken.account}/refresh`, {})
  expect(renewed).toMatchObject({
    status: 200,
    body: { status: 'INITIATED', redirect_url: expect.stringContaining('/connect/lk_') },
  })
  await restore()
  await sql`update ${sql.table('connected_accounts')} set status = 'ACTIVE' where id = ${broken.account}`.execute(
    beside.handle,
  )
})

test('a damaged auth config counts as disabled: nothing is sent without the proxy and the credentials that it may have held', async () => {
  verifies('secrets.damaged-record.unsent')
  const restore = await damageAll('auth_configs', 'secrets')
  await sleep(keptMs)
  const sent = upstream.received.length

  expect((await send('GET', `auth_configs/${broken.authConfig}`)).body).toMatchObject({
    status: 'DISABLED',
    credentials: {},
  })
  expect((await useAccount(broken)).body).toMatchObject({ successful: false })
  const patched = await send('PATCH', `auth_configs/${broken.authConfig}`, {
    type: 'custom',
    name: 'Renamed',
  })
  expect([patched.status, patched.body.error.message]).toEqual([
    400,
    expect.stringContaining('damaged'),
  ])
  expect(upstream.received.length).toBe(sent)
  await restore()
})

test('a call whose arguments were damaged can be denied on its page, and not approved; without its address the page asks for proof', async () => {
  verifies('approve-page.damaged')
  const list = async () =>
    (await send('GET', `tool_router/session/${broken.session}/approvals`)).body.items
  const [{ approval_url: url }] = await list()
  const restoreAddress = await damageAll('session_approvals', 'link_token')
  expect(await list()).toMatchObject([
    { status: 'pending', approval_url: expect.stringMatching(/\/approve\/apr_\w+$/) },
  ])
  await restoreAddress()

  const restore = await damageAll('session_approvals', 'arguments')
  const user = createVisitor()
  const { html, formToken } = await user.visit(url)
  expect(html).toContain('damaged')
  expect(html).not.toContain('value="approve"')
  await user.visit(url, decisionForm(formToken, 'approve'))
  expect(await list()).toMatchObject([{ status: 'pending' }])
  expect((await user.visit(url, decisionForm(formToken, 'deny'))).html).toContain('was denied')
  await restore()
})

test('a damaged log entry, approval, trigger and subscription say so in place of what is lost', async () => {
  const restores = [
    await damageAll('tool_executions', 'payload'),
    await damageAll('session_approvals', 'arguments'),
    await damageAll('trigger_instances', 'config'),
    await damageAll('webhook_subscriptions', 'secrets'),
  ]
  const unreadable = { unreadable: expect.stringContaining('was changed') }

  expect((await send('GET', `logs/tool_executions/${broken.log}`)).body).toMatchObject({
    tool_slug: broken.tool,
    status: 'success',
    request: unreadable,
    response: unreadable,
  })
  expect(
    (await send('GET', `tool_router/session/${broken.session}/approvals`)).body.items,
  ).toMatchObject([{ arguments: unreadable }])
  const { items } = (await send('GET', 'trigger_instances/active?show_disabled=true')).body
  expect(items.find(({ id }: { id: string }) => id === broken.trigger)).toMatchObject({
    trigger_config: unreadable,
    disabled_at: expect.any(String),
  })
  expect((await send('GET', `webhook_subscriptions/${broken.webhook}`)).body.secret).toBe(
    '(damaged; rotate the secret)',
  )

  const rotated = await send('POST', `webhook_subscriptions/${broken.webhook}/rotate_secret`)
  expect(rotated.body.secret).toMatch(/^whsec_/)
  for (const restore of restores) await restore()
})
