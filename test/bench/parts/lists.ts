import { join } from 'node:path'
import { sql } from 'kysely'
import { importAndWait } from '../../../src/cli/import-and-wait.ts'
import type { Client } from '../../../src/client/index.ts'
import {
  openPostgres as openDatabase,
  openSqlite,
  type Database,
} from '../../../src/service/platform/database/index.ts'
import {
  createRootKey,
  createSecrets,
  parseKeyRing,
} from '../../../src/service/platform/secrets/index.ts'
import { notesApi } from '../../support/notes-api.ts'
import { rate, type Figure, type RatedFigure } from '../figures/figure.ts'
import { median } from '../figures/median.ts'
import { fillList, type Filling } from '../processes/fill-list.ts'
import { openPostgres } from '../processes/open-postgres.ts'
import { openProject } from '../processes/open-project.ts'
import { startService, type ServiceProcess } from '../processes/start-service.ts'
import type { Part } from './part.ts'

export const few = 1_000
const many = 100_000
const limit = 20
const rounds = 60
const warmUpRounds = 15
export const bar = { of: 'ratio' as const, atMost: 1.5 }

export type Project = { id: string; client: Client }
type List = 'connected accounts' | 'tool executions'

/**
 * How long a page takes over HTTP with 100,000 records in the list, against the same page with
 * 1,000: projects of one service, asked in turn.
 */
export const measureLists: Part = (built, say) =>
  onEachEngine(built, say, async (open) => {
    const projects = {
      few: await createProject(open.service, 'Few records'),
      many: await createProject(open.service, 'Many records'),
    }
    for (const [project, count] of [
      [projects.few, few],
      [projects.many, many],
    ] as const) {
      say(`lists: ${count} connected accounts and ${count} tool executions on ${open.engine}`)
      await fillProject(open, project, 'connected accounts', count)
      await fillProject(open, project, 'tool executions', count)
    }
    await settle(open.database)
    say(`lists: ${rounds} rounds of pages on ${open.engine}`)
    return [
      ...(await measureList(open.engine, 'connected accounts', projects)),
      ...(await measureList(open.engine, 'tool executions', projects)),
    ]
  })

export type OpenEngine = {
  engine: string
  service: ServiceProcess
  database: Database
  rootKeys: string
}

/** Measures on SQLite, and on PostgreSQL where one answers. */
export const onEachEngine = async (
  built: Parameters<Part>[0],
  say: (text: string) => void,
  measure: (open: OpenEngine) => Promise<RatedFigure[]>,
  { what = 'lists', settings = {} }: { what?: string; settings?: Record<string, string> } = {},
): Promise<RatedFigure[]> => {
  const environment = { ...settings, PLUGBOARD_ROOT_KEYS: `1:${createRootKey()}` }
  const figures: RatedFigure[] = []
  const sqlite = await startService(built, { environment })
  try {
    figures.push(
      ...(await measureEngine(
        {
          engine: 'SQLite',
          service: sqlite,
          database: openSqlite(join(sqlite.folder, 'plugboard.db')),
          rootKeys: environment.PLUGBOARD_ROOT_KEYS,
        },
        measure,
      )),
    )
  } finally {
    await sqlite.stop()
  }
  const postgres = await openPostgres(say)
  if (!postgres)
    return [
      ...figures,
      rate({
        name: `${what} on PostgreSQL`,
        ours: { value: 0, unit: 'ms' },
        bar,
        note: 'not measured: no PostgreSQL answered; set TEST_DATABASE_URL',
      }),
    ]
  const service = await startService(built, {
    environment: { ...environment, DATABASE_URL: postgres.url },
  })
  try {
    return [
      ...figures,
      ...(await measureEngine(
        {
          engine: 'PostgreSQL',
          service,
          database: await openDatabase(postgres.url, 1),
          rootKeys: environment.PLUGBOARD_ROOT_KEYS,
        },
        measure,
      )),
    ]
  } finally {
    await service.stop()
    await postgres.drop()
  }
}

const measureEngine = async (
  open: OpenEngine,
  measure: (open: OpenEngine) => Promise<RatedFigure[]>,
): Promise<RatedFigure[]> => {
  try {
    return await measure(open)
  } finally {
    await open.database.close()
  }
}

/** As a database is that was not filled a moment ago. */
export const settle = async (database: Database): Promise<void> => {
  if (database.engine === 'postgres') await sql`vacuum analyze`.execute(database.handle)
}

export const createProject = async (service: ServiceProcess, name: string): Promise<Project> => {
  const { id, client } = await openProject(service, name)
  await importAndWait(client, {
    slug: 'notes',
    source: { openapi: notesApi('http://127.0.0.1:9') },
  })
  const { auth_config } = await client.authConfigs.create({ body: { toolkit: { slug: 'notes' } } })
  await client.connectedAccounts.create({
    body: {
      auth_config: { id: auth_config.id },
      connection: {
        user_id: 'user0',
        state: { authScheme: 'API_KEY', val: { generic_api_key: 'a secret of nobody' } },
      },
    },
  })
  // No third party listens there: what is logged is that it could not be reached.
  await client.tools.execute({
    params: { tool_slug: 'NOTES_LIST_NOTES' },
    body: { user_id: 'user0', arguments: {} },
  })
  return { id, client }
}

export const fillProject = async (
  { database, rootKeys }: OpenEngine,
  { id }: Project,
  list: List,
  count: number,
  vary?: Filling['vary'],
): Promise<void> => {
  const { rows } = await sql<{
    data_key: string
  }>`select data_key from projects where id = ${id}`.execute(database.handle)
  const filling = {
    database,
    dataKey: createSecrets(parseKeyRing(rootKeys)).open(id, rows[0]?.data_key ?? ''),
    projectId: id,
    count,
  }
  if (list === 'connected accounts')
    await fillList({
      ...filling,
      table: 'connected_accounts',
      prefix: 'ca_',
      encrypted: 'values',
      order: 'created_at',
      ...(vary && { vary }),
    })
  else
    await fillList({
      ...filling,
      table: 'tool_executions',
      prefix: 'log_',
      encrypted: 'payload',
      order: 'started_at',
    })
}

const measureList = async (
  engine: string,
  list: List,
  projects: Record<'few' | 'many', Project>,
): Promise<RatedFigure[]> => {
  const figures: RatedFigure[] = []
  for (const page of [
    'first page',
    'middle page',
    'last page',
    'first page of one user',
    'middle page of one user',
    'middle page by its number alone',
    'last page by its number alone',
  ]) {
    const queries = {
      few: await toQuery(list, projects.few, page),
      many: await toQuery(list, projects.many, page),
    }
    const figure = await compareSizes(`${list} on ${engine}, ${page}`, (size) =>
      readPage(list, projects[size], queries[size]),
    )
    figures.push(rate({ ...figure, ...(!page.includes('alone') && { bar }) }))
  }
  return figures
}

/**
 * The same request to the large project and to the small one, in turn; each is held against the one
 * beside it, since what else runs here changes.
 */
export const compareSizes = async (
  name: string,
  ask: (size: 'few' | 'many') => Promise<unknown>,
): Promise<Figure & { ratio: number }> => {
  const times: Record<'few' | 'many', number[]> = { few: [], many: [] }
  for (let round = -warmUpRounds; round < rounds; round += 1) {
    for (const size of round % 2 === 0 ? (['few', 'many'] as const) : (['many', 'few'] as const)) {
      const started = performance.now()
      await ask(size)
      if (round >= 0) times[size].push(performance.now() - started)
    }
  }
  const ratio = median(times.many.map((time, round) => time / (times.few[round] ?? Number.NaN)))
  return {
    name,
    ours: { value: median(times.many), unit: 'ms' },
    reference: { value: median(times.few), unit: 'ms', name: `of ${few}` },
    ratio,
  }
}

type Query = NonNullable<NonNullable<Parameters<Client['connectedAccounts']['list']>[0]>['query']>

export const readPage = (list: List, { client }: Project, query: Query) =>
  list === 'connected accounts'
    ? client.connectedAccounts.list({ query })
    : client.logs.list({
        query: { limit: query.limit, cursor: query.cursor, user_ids: query.user_ids },
      })

/** As a client that goes from page to page comes there: by the cursor that the page before gave. */
const toQuery = async (list: List, project: Project, page: string): Promise<Query> => {
  const filter = page.includes('user') ? { user_ids: ['user3'] } : {}
  if (page.startsWith('first')) return { ...filter, limit }
  const { total_pages } = await readPage(list, project, { ...filter, limit })
  const number = page.startsWith('last') ? total_pages : Math.ceil(total_pages / 2)
  const bare = (wanted: number) => Buffer.from(`${wanted}.${limit}`).toString('base64')
  if (page.includes('alone')) return { ...filter, cursor: bare(number) }
  const { next_cursor } = await readPage(list, project, { ...filter, cursor: bare(number - 1) })
  if (next_cursor === null) throw new Error(`No page follows page ${number - 1} of ${total_pages}`)
  return { ...filter, cursor: next_cursor }
}
