import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { importAndWait } from '../../../src/cli/import-and-wait.ts'
import { createClient } from '../../../src/client/index.ts'
import { openSqlite } from '../../../src/service/platform/database/index.ts'
import { createSecrets, parseKeyRing } from '../../../src/service/platform/secrets/index.ts'
import { notesApi } from '../../support/notes-api.ts'
import { fillCatalog } from '../processes/fill-catalog.ts'
import { rootKeys, startService } from './start-service.ts'

export type Size = { accounts: number; sessions: number; logs: number; tools: number }

type Template = Record<string, SQLInputValue>
type Vary = (number: number) => Template

const logPeriodMs = 29 * 86_400_000
const toolsPerToolkit = 1000
const number = (prefix: string, index: number) => `${prefix}${String(index).padStart(9, '0')}`

/**
 * Fills a new data folder with copies of one account, session and log entry that the service made,
 * and with generated toolkits; returns the key of their project. The same each time but for keys.
 *
 * In bulk: indexes are built and totals counted after the rows are there.
 */
export const fillFolder = async (folder: string, size: Size): Promise<string> => {
  const { apiKey, projectId } = await makeOneOfEach(folder)
  const path = join(folder, 'plugboard.db')
  const database = openSqlite(path)
  await fillCatalog({
    database,
    rootKeys,
    projectId,
    toolkits: Array.from(
      { length: Math.ceil(size.tools / toolsPerToolkit) },
      (_, index) => `made${index}`,
    ),
    toolsPerToolkit: Math.min(size.tools, toolsPerToolkit),
  })
  await database.close()

  const file = new DatabaseSync(path)
  file.exec('pragma synchronous = off; pragma cache_size = -1000000')
  const [key] = file.prepare('select data_key from projects where id = ?').all(projectId)
  const dataKey = createSecrets(parseKeyRing(rootKeys)).open(projectId, String(key?.['data_key']))
  const users = Math.max(10, Math.floor(size.accounts / 10))
  const now = Date.now()
  const timeOf = (index: number, count: number) =>
    new Date(now - logPeriodMs + Math.floor((logPeriodMs * index) / count)).toISOString()
  const [account] = file.prepare('select * from connected_accounts').all()
  const text = dataKey.decrypt(String(account?.['values']), {
    record: String(account?.['id']),
    field: 'values',
  })
  copyRows(file, 'connected_accounts', size.accounts, (index) => {
    const id = number('ca_', index)
    const at = timeOf(index, size.accounts)
    return {
      id,
      uuid: crypto.randomUUID(),
      user_id: `user${index % users}`,
      status: index % 50 === 0 ? 'EXPIRED' : 'ACTIVE',
      values: dataKey.encrypt(text, { record: id, field: 'values' }),
      created_at: at,
      updated_at: at,
    }
  })
  copyRows(file, 'sessions', size.sessions, (index) => ({
    id: number('trs_', index),
    user_id: `user${index % users}`,
    created_at: timeOf(index, size.sessions),
  }))
  copyRows(file, 'tool_executions', size.logs, (index) => ({
    id: number('log_', index),
    user_id: `user${index % users}`,
    status: index % 20 === 0 ? 'error' : 'success',
    started_at: timeOf(index, size.logs),
    payload: null,
  }))
  file.exec(
    `insert into project_users (project_id, id)
     select project_id, user_id from connected_accounts union select project_id, user_id from sessions
     where true on conflict do nothing`,
  )
  file.exec('analyze')
  file.close()
  return apiKey
}

const makeOneOfEach = async (folder: string) => {
  const service = await startService({ PLUGBOARD_DATA: folder })
  while (!/pbk_\w+/.test(service.shown())) await new Promise((resolve) => setTimeout(resolve, 50))
  const apiKey = /pbk_\w+/.exec(service.shown())?.[0] ?? ''
  const client = createClient({ baseUrl: service.url, apiKey })
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
  await client.sessions.create({ body: { user_id: 'user0' } })
  // No third party listens there: what is logged is that it could not be reached.
  await client.tools.execute({
    params: { tool_slug: 'NOTES_LIST_NOTES' },
    body: { user_id: 'user0', arguments: {} },
  })
  await service.stop()
  const file = new DatabaseSync(join(folder, 'plugboard.db'), { readOnly: true })
  const [row] = file.prepare('select project_id from connected_accounts').all()
  file.close()
  return { apiKey, projectId: String(row?.['project_id']) }
}

/** Copies the one row of a table, without the triggers that count each, and counts all at the end. */
const copyRows = (file: DatabaseSync, table: string, count: number, vary: Vary): void => {
  const made = file
    .prepare(
      `select type, name, sql from sqlite_master where tbl_name = ? and type in ('index', 'trigger') and sql is not null`,
    )
    .all(table)
  for (const { type, name } of made) file.exec(`drop ${String(type)} "${String(name)}"`)
  const [template = {}] = file.prepare(`select * from "${table}"`).all()
  const columns = Object.keys(template)
  const insert = file.prepare(
    `insert into "${table}" (${columns.map((name) => `"${name}"`).join(', ')}) values (${columns.map(() => '?').join(', ')})`,
  )
  file.exec('begin')
  for (let index = 1; index < count; index += 1) {
    const row: Record<string, unknown> = { ...template, ...vary(index) }
    insert.run(...columns.map((name) => row[name] as SQLInputValue))
  }
  file.exec('commit')
  for (const { type, sql } of made) if (type === 'index') file.exec(String(sql))
  recount(file, table)
  for (const { type, sql } of made) if (type === 'trigger') file.exec(String(sql))
}

/** The totals of a table, by the names of the counters that its one row had. */
const recount = (file: DatabaseSync, table: string): void => {
  const counters = file
    .prepare(`select distinct scope, counter from list_counts where counter like ? || '/%'`)
    .all(table)
  const [sample = {}] = file.prepare(`select * from "${table}" limit 1`).all()
  const shapes = new Set(counters.map(({ counter }) => toShape(String(counter), sample)))
  file.prepare(`delete from list_counts where counter like ? || '/%'`).run(table)
  for (const shape of shapes) {
    const [, by = '', empty = '', within = ''] = shape.split('/')
    const columns = by.split('+').filter((name) => name !== '')
    const value = columns.map((name) => `cast("${name}" as text)`).join(` || ':' || `) || `''`
    const group = within.replace(/=$/, '')
    const counter = group === '' ? `'${shape}'` : `'${shape}' || cast("${group}" as text)`
    const conditions = [
      '1 = 1',
      ...[...columns, ...(group === '' ? [] : [group])].map((name) => `"${name}" is not null`),
      ...(empty === '' ? [] : [`"${empty}" is null`]),
    ]
    file.exec(
      `insert into list_counts (scope, counter, value, slot, count)
       select project_id, ${counter}, ${value}, 0, count(*) from "${table}"
       where ${conditions.join(' and ')} group by 1, 2, 3`,
    )
  }
}

/** The name of a counter without the value that it is within. */
const toShape = (counter: string, sample: Record<string, unknown>): string => {
  const [table, by, empty, ...within] = counter.split('/')
  const group = within.join('/').split('=')[0]
  if (within.length === 0) return counter
  if (group === undefined || !(group in sample)) throw new Error(`What is ${counter} within?`)
  return `${table}/${by}/${empty}/${group}=`
}
