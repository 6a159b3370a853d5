import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import {
  openPostgres,
  openSqlite,
  type Database,
} from '../../../src/service/platform/database/index.ts'
import { verifies } from '../../requirements.ts'
import { migrations } from '../../support/migrations.ts'
import { createPostgresDatabase } from '../../support/postgres-database.ts'
import type { SharedDatabase } from '../../support/shared-database.ts'
import { engine, startService } from '../../support/start-service.ts'
import { admin, settingsOf } from './admin-cli.ts'

/** A database that ran the first migrations, none if it is on PostgreSQL, where one can be empty. */
const openBehind = async (): Promise<{
  database: SharedDatabase['database']
  open: () => Promise<Database>
}> => {
  if (engine === 'postgres') {
    const { url, drop } = await createPostgresDatabase()
    onTestFinished(drop)
    return {
      database: { engine, url, maximumConnections: 5 },
      open: () => openPostgres(url),
    }
  }
  const folder = await mkdtemp(join(tmpdir(), 'plugboard-behind-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const open = async () => openSqlite(join(folder, 'plugboard.db'))
  const database = await open()
  await database.migrate(migrations, '0100_projects')
  await database.close()
  return {
    database: { engine: 'sqlite', folder },
    open,
  }
}

it('migrates a database before a node starts, and says which versions run on it', async () => {
  verifies('upgrade.step')
  const { database, open } = await openBehind()
  const settings = settingsOf({ database })
  const before = await admin(['migrate', '--check'], settings)
  expect([before.code, before.answer]).toMatchObject([1, { runs_this_version: false }])
  expect((await admin(['stats'], settings)).stderr).toMatch(/plugboard admin migrate --to latest/)

  const some = await admin(['migrate', '--to', '0120_catalog'], settings)
  expect([some.stderr, some.answer?.last]).toEqual(['', '0120_catalog'])
  const done = await admin(['migrate', '--to', 'latest'], settings)
  expect([done.stderr, done.answer]).toMatchObject(['', { runs_this_version: true, pending: [] }])

  const service = await startService({ database })
  expect((await service.request('GET', '/readyz')).status).toBe(200)
  await service.close()

  // What a version after this one, which was taken back, has left.
  const later = await open()
  await sql`insert into online_steps (name, migration, table_name, position, rows)
    values ('sessions_kind', '0998_later', 'sessions', '', 12)`.execute(later.handle)
  await later.close()
  expect((await admin(['migrate', '--check'], settings)).answer).toMatchObject({
    runs_this_version: true,
    online: [{ step: 'sessions_kind', table: 'sessions', rows: 12 }],
  })

  // A version after this one, which this one has to give way to.
  const newer = await open()
  await newer.migrate({ ...migrations, '0999_later': { contracts: '9.0.0', up: async () => {} } })
  await newer.close()
  const after = await admin(['migrate', '--check'], settings)
  expect([after.code, after.answer]).toMatchObject([
    1,
    { runs_this_version: false, oldest_version: '9.0.0', unknown: ['0999_later'] },
  ])
  expect((await admin(['migrate', '--to', 'latest'], settings)).stderr).toMatch(
    /versions before 9\.0\.0 do not run on it/,
  )
})
