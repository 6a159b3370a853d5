import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { CompiledQuery, sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { syncedSoon, type Handle } from '../../../../src/service/platform/database/index.ts'
import { describeEachEngine } from '../../../support/temporary-database.ts'

const insertNote = syncedSoon('insert into notes values (1)')
const insert = (handle: Handle) => handle.executeQuery(CompiledQuery.raw(insertNote))

describeEachEngine('a statement that the disk gets soon', (openTemporaryDatabase) => {
  it('leaves the next ones waiting for the disk, also when it fails', async () => {
    const { handle, engine, transaction } = await openTemporaryDatabase()
    const setting = engine === 'sqlite' ? 'synchronous' : 'synchronous_commit'
    const read = async () =>
      engine === 'sqlite'
        ? (await sql`pragma synchronous`.execute(handle)).rows
        : (await sql`show synchronous_commit`.execute(handle)).rows
    const before = await read()
    expect(before).toEqual([{ [setting]: engine === 'sqlite' ? 2 : 'on' }])

    await sql`create table notes (id integer primary key)`.execute(handle)
    await insert(handle)
    expect(await read()).toEqual(before)
    await expect(insert(handle)).rejects.toThrow(/unique/i)
    expect(await read()).toEqual(before)

    await sql`delete from notes`.execute(handle)
    await transaction((inside) => insert(inside))
    expect((await sql`select id from notes`.execute(handle)).rows).toEqual([{ id: 1 }])
    expect(await read()).toEqual(before)
  })
})

it('the disk gets it on SQLite, once the statement is done', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'synced-soon-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const trace = join(folder, 'trace.json')
  await promisify(execFile)(process.execPath, [
    '-C',
    'plugboard-source',
    '--trace-event-categories=node.fs.async',
    `--trace-event-file-pattern=${trace}`,
    fileURLToPath(new URL('./sync-child.ts', import.meta.url)),
    join(folder, 'notes.db'),
  ])
  const { traceEvents } = JSON.parse(await readFile(trace, 'utf8')) as {
    traceEvents: { name: string; ph: string }[]
  }
  const synced = traceEvents.filter(({ name, ph }) => name === 'fdatasync' && ph === 'e')
  expect(synced).toHaveLength(1)
})
