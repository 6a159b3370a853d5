import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openPostgres, openSqlite } from '../../../src/service/platform/database/index.ts'
import { createPostgresDatabase } from '../../support/postgres-database.ts'
import { fillFolder, type Size } from './fill-folder.ts'
import { admin, measure, type Figures } from './measure.ts'

/**
 * What a service costs when it has run for years, beside one with a thousand of each:
 *
 *     node -C plugboard-source test/bench/growth/index.ts [--accounts 1000000] [--sessions 100000] [--logs 10000000] [--tools 100000]
 *
 * It fills a data folder, measures, moves it to the PostgreSQL of TEST_DATABASE_URL with `plugboard
 * admin move`, and measures there.
 */
const { values } = parseArgs({
  options: {
    accounts: { type: 'string', default: '1000000' },
    sessions: { type: 'string', default: '100000' },
    logs: { type: 'string', default: '10000000' },
    tools: { type: 'string', default: '100000' },
  },
})
const full: Size = {
  accounts: Number(values.accounts),
  sessions: Number(values.sessions),
  logs: Number(values.logs),
  tools: Number(values.tools),
}
const thousand: Size = { accounts: 1000, sessions: 1000, logs: 1000, tools: 1000 }
const say = (text: string) => console.error(`[${Math.round(performance.now() / 1000)} s] ${text}`)

const measureSize = async (name: string, size: Size): Promise<Record<string, Figures>> => {
  const folder = await mkdtemp(join(tmpdir(), 'plugboard-growth-'))
  try {
    say(`${name}: filling`)
    const apiKey = await fillFolder(folder, size)
    const path = join(folder, 'plugboard.db')
    const { size: bytes } = await stat(path)
    say(`${name}: ${Math.round(bytes / 1024 ** 2)} MB on SQLite`)
    const onPostgres = process.env['TEST_DATABASE_URL'] ? await move(name, folder, apiKey) : {}
    say(`${name}: measuring on SQLite`)
    await rm(join(folder, 'moved.json'), { force: true })
    const onSqlite = await measure(
      { PLUGBOARD_DATA: folder },
      apiKey,
      async () => openSqlite(path),
      folder,
    )
    say(JSON.stringify(onSqlite))
    return { SQLite: onSqlite, ...onPostgres }
  } finally {
    await rm(folder, { recursive: true })
  }
}

const move = async (name: string, folder: string, apiKey: string) => {
  const { url, drop } = await createPostgresDatabase()
  try {
    say(`${name}: moving to PostgreSQL`)
    const { stdout } = await admin(['move', '--to', url], { PLUGBOARD_DATA: folder })
    const { rows, seconds } = JSON.parse(stdout) as { rows: number; seconds: number }
    say(`${name}: moved ${rows} rows in ${seconds} s; measuring on PostgreSQL`)
    const figures = await measure({ DATABASE_URL: url }, apiKey, () => openPostgres(url, 2), folder)
    say(JSON.stringify(figures))
    return { PostgreSQL: { ...figures, 'moved from SQLite': `${rows} rows in ${seconds} s` } }
  } finally {
    await drop()
  }
}

const measured = {
  small: await measureSize('1,000', thousand),
  full: await measureSize('full', full),
}
console.log(
  `${full.accounts} accounts, ${full.sessions} sessions, ${full.logs} log entries, ${full.tools} tools, against 1,000 of each\n`,
)
for (const [engine, figures] of Object.entries(measured.full)) {
  console.log(`| ${engine} | 1,000 | full |\n|---|---|---|`)
  for (const [name, value] of Object.entries(figures))
    console.log(`| ${name} | ${measured.small[engine]?.[name] ?? '-'} | ${value} |`)
  console.log('')
}
