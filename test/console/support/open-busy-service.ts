import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import {
  openPostgres,
  openSqlite,
  type Database,
} from '../../../src/service/platform/database/index.ts'
import { createReport, scoreRun, toJson } from '../../../src/evals/index.ts'
import { createSecrets, parseKeyRing } from '../../../src/service/platform/secrets/index.ts'
import { fillList } from '../../bench/processes/fill-list.ts'
import { toCase, toRun } from '../../evals/to-run.ts'
import { fillProject, serveNotes, type FilledProject } from '../../support/fill-project.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { placeMigratedSqlite } from '../../support/migrated-sqlite.ts'
import { openNotesApi } from '../../support/notes-api.ts'
import { createPostgresDatabase } from '../../support/postgres-database.ts'
import { rootKeys, startService, type TestService } from '../../support/start-service.ts'
import { json, startUpstream, type Upstream } from '../../support/start-upstream.ts'
import { hostileTexts } from './open-console.ts'

export type BusyService = {
  service: TestService
  filled: FilledProject
  close(): Promise<void>
}

type Size = { accounts: number; calls: number }

/**
 * A service whose first project has one of everything and much of what there is much of. Every text
 * that a third party or a user of the project chooses is hostile: names and descriptions of toolkits
 * and tools, identities, user ids, arguments, results, errors, searches, events.
 */
export const openBusyService = async (
  engine: Database['engine'],
  size: Size,
): Promise<BusyService> => {
  const place = await openPlace(engine)
  const upstream = await startUpstream(serveHostileNotes, { keep: true })
  const reports = await makeReports()
  const settings = {
    keep: true,
    database: place.settings,
    egressAllow: [upstream.host],
    evalReportFolder: reports,
  }
  const service = await startService(settings)
  const close = async () => {
    await service.close()
    await upstream.close()
    await place.remove()
    await rm(reports, { recursive: true })
  }
  try {
    const [project] = (await service.client.projects.list()).data
    if (!project) throw new Error('The service has no first project')
    const filled = await fillProject({ id: project.id, client: service.client }, upstream, 'busy')
    await addHostileTexts(service, upstream, filled)
    const database = await place.open()
    try {
      await fillLists(database, project.id, size)
    } finally {
      await database.close()
    }
    return { service, filled, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** A folder with the report of an evaluation, whose texts are hostile too. */
const makeReports = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'plugboard-reports-'))
  const tools = [{ name: 'CREATE_ISSUE', description: image, inputSchema: { type: 'object' } }]
  const evalCase = {
    ...toCase({ calls: [{ tool: 'CREATE_ISSUE', arguments: {} }] }, tools),
    id: script,
  }
  const run = toRun(evalCase, [[{ tool: 'CREATE_ISSUE', arguments: { title: svg } }]], {
    text: frame,
  })
  await writeFile(join(folder, 'first.json'), toJson(createReport([await scoreRun(run)])))
  return folder
}

const openPlace = async (engine: Database['engine']) => {
  if (engine === 'postgres') {
    const { url, drop } = await createPostgresDatabase()
    const settings = { engine, url, maximumConnections: 5 } as const
    return { settings, open: () => openPostgres(url, 1), remove: drop }
  }
  const folder = await mkdtemp(join(tmpdir(), 'plugboard-busy-'))
  await placeMigratedSqlite(folder)
  return {
    settings: { engine, folder } as const,
    open: async () => openSqlite(join(folder, 'plugboard.db')),
    remove: () => rm(folder, { recursive: true }),
  }
}

const [script, image, svg, address, template, frame] = hostileTexts

const serveHostileNotes: Parameters<typeof startUpstream>[0] = (request, response) => {
  if (request.url === '/me')
    return json(response, 200, {
      id: svg,
      name: image,
      email: script,
      login: template,
      workspace: frame,
      url: address,
    })
  if (request.method === 'POST')
    return json(response, 422, { error: { message: image, [script]: hostileTexts } })
  serveNotes(request, response)
}

/** What `fillProject` names plainly. */
const addHostileTexts = async (
  service: TestService,
  upstream: Upstream,
  filled: FilledProject,
): Promise<void> => {
  const { client } = service
  const api = openNotesApi(upstream.url)
  api.info = { title: script, version: '1', description: image }
  api.paths['/notes'].post.summary = svg
  api.paths['/notes'].get.summary = hostileTexts.join(' ')
  await importToolkit(service, { slug: 'hostile', name: script, source: { openapi: api } })
  for (const user_id of hostileTexts) {
    const { session_id } = await client.sessions.create({ body: { user_id } })
    const params = { session_id }
    await client.sessions.search({ params, body: { queries: [{ use_case: user_id }] } })
    await client.sessions.execute({
      params,
      body: { tool_slug: 'HOSTILE_CREATE_NOTE', arguments: { text: user_id } },
    })
  }
  const { session_id } = await client.sessions.create({
    body: { user_id: image, approvals: { tools: ['HOSTILE_CREATE_NOTE'] } },
  })
  await client.sessions.execute({
    params: { session_id },
    body: { tool_slug: 'HOSTILE_CREATE_NOTE', arguments: { text: frame } },
  })
  await client.connectedAccounts.update({
    params: { nanoid: filled.account },
    body: { name: script },
  })
  await client.projects.updateConfig({ body: { display_name: image } })
  const { items } = await client.triggerInstances.listActive({
    query: { trigger_ids: filled.trigger },
  })
  const { hook_url } = JSON.parse(items[0]?.trigger_data ?? '{}') as { hook_url?: string }
  const pushed = await fetch(hook_url ?? '', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text: image, [script]: hostileTexts }),
  })
  if (!pushed.ok) throw new Error(`The event was refused: ${await pushed.text()}`)
}

/** Copies an account and a call until there are as many as are wanted. */
const fillLists = async (
  database: Database,
  projectId: string,
  { accounts, calls }: Size,
): Promise<void> => {
  const { rows } = await sql<{ data_key: string }>`
    select data_key from projects where id = ${projectId}`.execute(database.handle)
  const dataKey = createSecrets(parseKeyRing(rootKeys)).open(projectId, rows[0]?.data_key ?? '')
  const filling = { database, dataKey, projectId }
  await fillList({
    ...filling,
    table: 'connected_accounts',
    prefix: 'ca_',
    encrypted: 'values',
    order: 'created_at',
    count: accounts,
    vary: (number) => ({ user_id: userOf(number) }),
  })
  await fillList({
    ...filling,
    table: 'tool_executions',
    prefix: 'log_',
    encrypted: 'payload',
    order: 'started_at',
    count: calls,
    vary: (number) => ({
      user_id: userOf(number),
      ...(number % 7 === 0 && { status: 'error', error: textOf(number) }),
    }),
  })
  if (database.engine === 'postgres') await sql`vacuum analyze`.execute(database.handle)
}

const textOf = (number: number): string => hostileTexts[number % hostileTexts.length] ?? ''

/** Every fifth user has a hostile id; of the others there are thousands. */
const userOf = (number: number): string =>
  number % 5 === 0 ? textOf(number / 5) : `user-${number % 5_000}`
