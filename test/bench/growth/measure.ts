import { execFile } from 'node:child_process'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { createClient, type Client } from '../../../src/client/index.ts'
import type { Database } from '../../../src/service/platform/database/index.ts'
import { deleteExpired } from '../../../src/service/platform/retention/delete-rows.ts'
import { readRetention } from '../../support/retention.ts'
import { median } from '../figures/median.ts'
import { cpuSeconds, residentMegabytes } from '../processes/read-usage.ts'
import { cli, environmentOf, startService } from './start-service.ts'

export type Figures = Record<string, string>

const run = promisify(execFile)
const rounds = 40
const ms = (value: number) => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`
const seconds = (value: number) => `${(value / 1000).toFixed(1)} s`

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now()
  await work()
  return performance.now() - began
}

const requests = (client: Client): Record<string, () => Promise<unknown>> => ({
  'accounts: first page, total': () => client.connectedAccounts.list({ query: { limit: 20 } }),
  'accounts: of one user': () =>
    client.connectedAccounts.list({ query: { limit: 20, user_ids: ['user3'] } }),
  'accounts: one state': () =>
    client.connectedAccounts.list({ query: { limit: 20, statuses: ['EXPIRED'] } }),
  'log: first page, total': () => client.logs.list({ query: { limit: 20 } }),
  'log: errors': () => client.logs.list({ query: { limit: 20, status: 'error' } }),
  'sessions: first page, total': () => client.sessions.list({ query: { limit: 20 } }),
  'users: first page': () => client.users.list({ query: { limit: 20 } }),
  'tools: first page, total': () => client.tools.list({ query: { limit: 20 } }),
  'tools: search': () => client.tools.list({ query: { limit: 20, search: 'list invoice' } }),
})

/** What a filled database costs: start, lists, search, backup, cleaning, and a migration. */
export const measure = async (
  settings: Record<string, string>,
  apiKey: string,
  open: () => Promise<Database>,
  folder: string,
): Promise<Figures> => {
  const indexing = await index(settings, apiKey, open)
  const service = await startService(settings)
  const client = createClient({ baseUrl: service.url, apiKey, retries: 0 })
  const figures: Figures = { 'indexing all tools': indexing, start: seconds(service.startMs) }
  try {
    figures['first search after a start'] = await withCpu(service.pid, () =>
      client.tools.list({ query: { limit: 20, search: 'send message' } }),
    )
    for (const [name, ask] of Object.entries(requests(client))) {
      const before = cpuSeconds(service.pid) ?? 0
      const times: number[] = []
      for (let round = 0; round < rounds; round += 1) times.push(await timed(ask))
      // On a busy machine the times say little, and this much.
      const cpuMs = (((cpuSeconds(service.pid) ?? 0) - before) * 1000) / rounds
      figures[name] = `${ms(median(times))}, CPU ${ms(cpuMs)}`
    }
    figures['memory after that'] = `${Math.round(residentMegabytes(service.pid) ?? 0)} MB`
    if (!settings['DATABASE_URL']) figures['backup'] = await backUp(settings, service.url, folder)
  } finally {
    await service.stop()
  }
  if (settings['DATABASE_URL']) figures['backup'] = await dump(settings['DATABASE_URL'], folder)
  figures['admin check'] = await check(settings)
  const database = await open()
  try {
    figures['migration: a new index and counter of the log'] = seconds(await migrate(database))
    Object.assign(figures, await clean(database))
  } finally {
    await database.close()
  }
  return figures
}

/** As the job of an import does, which these tools did not come by. */
const index = async (
  settings: Record<string, string>,
  apiKey: string,
  open: () => Promise<Database>,
): Promise<string> => {
  const service = await startService(settings)
  const database = await open()
  try {
    const client = createClient({ baseUrl: service.url, apiKey, retries: 0 })
    const query = { limit: 1, search: 'send message' }
    return await withCpu(service.pid, async () => {
      while ((await client.tools.list({ query })).index) await wait(100)
      while (!(await hasStoredIndex(database))) await wait(100)
    })
  } finally {
    await database.close()
    await service.stop()
  }
}

const hasStoredIndex = async ({ handle }: Database): Promise<boolean> =>
  (await sql`select 1 from search_indexes limit 1`.execute(handle)).rows.length > 0

/** On a busy machine the time says little, and the CPU this much. */
const withCpu = async (pid: number, work: () => Promise<unknown>): Promise<string> => {
  const before = cpuSeconds(pid) ?? Number.NaN
  const took = await timed(work)
  return `${seconds(took)}, CPU ${((cpuSeconds(pid) ?? Number.NaN) - before).toFixed(1)} s`
}

export const admin = (args: string[], settings: Record<string, string>) =>
  run(process.execPath, [cli, 'admin', ...args, '--json'], {
    env: environmentOf(settings),
    maxBuffer: 64 * 1024 * 1024,
  })

/** A problem is a figure too: what was measured before is not lost for it. */
const check = async (settings: Record<string, string>): Promise<string> => {
  let found = ''
  const took = await timed(() =>
    admin(['check'], settings).catch((error: { stdout?: string }) => {
      found = ` with problems: ${/"found": "([^"]+)"/.exec(error.stdout ?? '')?.[1]}`
    }),
  )
  return seconds(took) + found
}

const backUp = async (settings: Record<string, string>, url: string, folder: string) => {
  const file = join(folder, 'growth.backup')
  const took = await timed(() => admin(['backup', file, '--url', url], settings))
  return withSize(took, file)
}

const dump = async (url: string, folder: string) => {
  const file = join(folder, 'growth.dump')
  const took = await timed(() => run('pg_dump', ['--format=custom', `--file=${file}`, url]))
  return withSize(took, file)
}

const withSize = async (took: number, file: string): Promise<string> => {
  const { size } = await stat(file)
  await rm(file)
  return `${seconds(took)}, ${Math.round(size / 1024 ** 2)} MB`
}

/** The heaviest kind: it reads a whole table, and is undone. */
const migrate = (database: Database): Promise<number> =>
  timed(() =>
    database
      .transaction(async (transaction) => {
        await sql`create index growth_probe on tool_executions (project_id, connected_account_id, started_at, id)`.execute(
          transaction,
        )
        await sql`
          insert into list_counts (scope, counter, value, slot, count)
          select project_id, 'growth//', connected_account_id, 0, count(*) from tool_executions
          where connected_account_id is not null group by 1, 3`.execute(transaction)
        throw new Undone()
      })
      .catch((error: unknown) => {
        if (!(error instanceof Undone)) throw error
      }),
  )

class Undone extends Error {}

const mostCleaned = 100_000

/** Deletes the oldest log entries as the service does, and notes the longest it answered nobody. */
const clean = async (database: Database): Promise<Figures> => {
  const { rows } = await sql<{ at: string }>`
    select started_at as at from tool_executions order by started_at limit 1 offset ${mostCleaned}`.execute(
    database.handle,
  )
  const all = await readRetention()
  const tables = all.filter(({ table }) => table === 'tool_executions')
  const [{ afterMs = 0 } = {}] = tables[0]?.expiry ?? []
  const now = new Date(Date.parse(rows[0]?.at ?? new Date().toISOString()) + afterMs)
  const delay = monitorEventLoopDelay({ resolution: 1 })
  let deleted = 0
  delay.enable()
  const took = await timed(() =>
    deleteExpired(database.handle, tables, now, ({ rows: count }) => (deleted += count)),
  )
  delay.disable()
  return {
    'cleaning the log': `${deleted} rows in ${seconds(took)}`,
    'longest pause while cleaning': ms(delay.max / 1e6),
  }
}
