import { sql } from 'kysely'
import { afterEach, expect, it, vi } from 'vitest'
import { dayMs, systemClock, type Clock } from '../../../../src/service/platform/clock.ts'
import { createEvents, eventsMigrations } from '../../../../src/service/platform/events/index.ts'
import {
  createJobs,
  jobsMigrations,
  type Jobs,
} from '../../../../src/service/platform/jobs/index.ts'
import { createLog } from '../../../../src/service/platform/log.ts'
import { noMetrics } from '../../../../src/service/platform/metrics/index.ts'
import {
  createRetention,
  deleteExpired,
  repairTimes,
  retireUnused,
  type Retention,
} from '../../../../src/service/platform/retention/index.ts'
import { describeEachEngine, type TemporaryDatabase } from '../../../support/temporary-database.ts'

const folders: Retention = {
  table: 'folders',
  user: null,
  key: ['project', 'name'],
  scope: 'project',
  owners: [
    { event: 'user.deleted', column: 'user_id' },
    { event: 'shelf.deleted', column: 'shelf', property: 'shelf', createdAt: 'created_at' },
  ],
  expiry: [
    { column: 'created_at', afterMs: 30 * 86_400_000, only: { column: 'state', values: ['done'] } },
  ],
  parts: [
    {
      table: 'pages',
      key: ['folder', 'position'],
      parent: 'folder',
      references: 'name',
      parts: [{ table: 'words', key: ['page', 'word'], parent: 'page', references: 'id' }],
    },
  ],
}

const maps: Retention = {
  table: 'maps',
  user: null,
  key: ['id'],
  expiry: [{ column: 'unused_at', afterMs: 0 }],
  sharedBy: { table: 'map_users', column: 'map' },
}

const now = new Date('2026-11-22T12:00:00.000Z')

describeEachEngine('retention', (open) => {
  const running: Jobs[] = []
  afterEach(() => Promise.all(running.splice(0).map((jobs) => jobs.stop({ graceMs: 0 }))))

  const start = async (
    tables: readonly Retention[],
    clock: Clock = systemClock,
    log = createLog('silent'),
  ) => {
    const database = await open()
    await database.migrate({ ...jobsMigrations, ...eventsMigrations, ...migrations })
    const jobs = createJobs(database, { clock, postgresUrl: database.location })
    running.push(jobs)
    const events = createEvents(database, jobs, { clock })
    const counted: [Record<string, string>, number | undefined][] = []
    const counter = () => (labels: Record<string, string>, amount?: number) =>
      void counted.push([labels, amount])
    const metrics = { ...noMetrics, counter }
    createRetention(
      {
        database,
        events,
        jobs,
        clock,
        log,
        metrics,
        scopeDeleted: 'project.deleted',
        writesAfterMs: 3_000,
      },
      tables,
    )
    await jobs.start()
    const publish = (type: string, scope: string, data: object) =>
      database.transaction((transaction) => events.publish(transaction, { type, scope, data }))
    const run = () =>
      database.transaction((transaction) => jobs.enqueue(transaction, 'retention', {}))
    return { database, counted, publish, run }
  }

  it('deletes the rows of a project with their parts, and those of no other', async () => {
    const { database, counted, publish } = await start([folders])
    for (const [project, name] of [
      ['a', 'one'],
      ['a', 'two'],
      ['b', 'three'],
    ] as const)
      await insertFolder(database, { project, name })

    await publish('project.deleted', 'a', {})

    await vi.waitFor(() => expect(counted).toEqual([[{ table: 'folders', reason: 'scope' }, 2]]), {
      timeout: 60_000,
    })
    expect(await names(database)).toEqual(['three'])
    expect(await pages(database)).toEqual(['three 0', 'three 1'])
    expect(await words(database)).toEqual(['three 0 word', 'three 1 word'])
  })

  it('deletes what was written while a project was being deleted', async () => {
    const { database, counted, publish } = await start([folders])
    await insertFolder(database, { project: 'a', name: 'one' })
    await publish('project.deleted', 'a', {})
    await vi.waitFor(() => expect(counted).toHaveLength(1), { timeout: 60_000 })
    await insertFolder(database, { project: 'a', name: 'late' })
    await insertFolder(database, { project: 'b', name: 'other' })
    await vi.waitFor(async () => expect(await names(database)).toEqual(['other']), {
      timeout: 60_000,
    })
  })

  it('deletes what belongs to an owner in its own project, and leaves what came later', async () => {
    const { database, publish } = await start([folders])
    await insertFolder(database, { project: 'a', name: 'of-ada', user: 'ada' })
    await insertFolder(database, { project: 'b', name: 'of-another-ada', user: 'ada' })
    await insertFolder(database, { project: 'a', name: 'before', shelf: 'top' })
    const later = new Date(Date.now() + 3_600_000).toISOString()
    await insertFolder(database, { project: 'a', name: 'after', shelf: 'top', created: later })

    await publish('user.deleted', 'a', { id: 'ada' })
    await publish('shelf.deleted', 'a', { shelf: 'top' })

    await vi.waitFor(async () => expect(await names(database)).toEqual(['after', 'of-another-ada']))
  })

  it('deletes what is too old and in the state that may go, though another table fails', async () => {
    const broken: Retention = { ...folders, table: 'no_such_table', parts: [] }
    const { database } = await start([])
    const old = '2026-10-23T11:59:59.999Z'
    const young = '2026-10-23T12:00:00.001Z'
    await insertFolder(database, { project: 'a', name: 'old', created: old })
    await insertFolder(database, { project: 'a', name: 'open', created: old, state: 'open' })
    await insertFolder(database, { project: 'a', name: 'young', created: young })

    await expect(deleteExpired(database.handle, [broken, folders], now)).rejects.toThrow(
      'Rows of some tables were not deleted',
    )
    expect(await names(database)).toEqual(['open', 'young'])
  })

  it('moves back times that a wrong clock has written, and no others', async () => {
    const links: Retention = {
      table: 'folders',
      user: null,
      key: ['project', 'name'],
      expiry: [{ column: 'created_at', afterMs: 0, aheadMs: 86_400_000 }],
    }
    const { database } = await start([])
    for (const [name, created] of [
      ['wrong', '2027-12-27T12:00:00.000Z'],
      ['valid', '2026-11-23T11:00:00.000Z'],
    ] as const)
      await insertFolder(database, { project: 'a', name, created })
    const createdAt = () =>
      read(database, sql`select name || ' ' || created_at as text from folders order by name`)

    await repairTimes(database.handle, [links], now)
    expect(await createdAt()).toEqual([
      'valid 2026-11-23T11:00:00.000Z',
      'wrong 2026-11-23T12:00:00.000Z',
    ])
    await repairTimes(database.handle, [folders], now)
    expect(await createdAt()).toEqual([
      'valid 2026-11-22T12:00:00.000Z',
      'wrong 2026-11-22T12:00:00.000Z',
    ])
  })

  it('deletes nothing for its age while the clock has just jumped', async () => {
    const lines: string[] = []
    let steadiness = { forMs: 1_000, hasJumped: true }
    const clock = { now: () => now, steadiness: () => steadiness }
    const log = createLog('info', { write: (line) => void lines.push(line) })
    const { database, run } = await start([folders], clock, log)
    await insertFolder(database, { project: 'a', name: 'old', created: '2026-10-01T00:00:00.000Z' })

    await run()
    await vi.waitFor(() => expect(lines.join()).toContain('nothing is deleted for its age'))
    expect(await names(database)).toEqual(['old'])
    steadiness = { forMs: 3_600_000, hasJumped: true }
    await run()
    await vi.waitFor(async () => expect(await names(database)).toEqual([]))
  })

  it('deletes nothing for its age while the clock of a start may be wrong', async () => {
    const lines: string[] = []
    let steadiness = { forMs: 1_000, hasJumped: false }
    let time = now
    const clock = { now: () => time, steadiness: () => steadiness }
    const log = createLog('info', { write: (line) => void lines.push(line) })
    const { database, run } = await start([folders], clock, log)
    await run()
    const success = async () =>
      (
        await sql<{ at: string | null }>`
          select succeeded_at as at from job_schedules where queue = 'retention'`.execute(
          database.handle,
        )
      ).rows[0]?.at
    await vi.waitFor(async () => expect(await success()).toBe(now.toISOString()))
    await insertFolder(database, { project: 'a', name: 'new', created: now.toISOString() })

    time = new Date(now.getTime() + 400 * dayMs)
    for (const times of [1, 2]) {
      await run()
      await vi.waitFor(() =>
        expect(lines.join().split('or the clock is wrong').length - 1).toBe(times),
      )
    }
    expect(await names(database)).toEqual(['new'])
    expect(await success()).toBe(now.toISOString())
    steadiness = { forMs: 3_600_000, hasJumped: false }
    await run()
    await vi.waitFor(async () => expect(await names(database)).toEqual([]))
  })

  it('retires what is shared and used no more, though another table fails', async () => {
    const broken: Retention = { ...maps, table: 'no_such_table' }
    const { database } = await start([])
    for (const id of ['used', 'unused'])
      await sql`insert into maps values (${id}, ${`of ${id}`}, null)`.execute(database.handle)
    await sql`insert into map_users values ('used')`.execute(database.handle)

    await expect(retireUnused(database, [broken, maps], now)).rejects.toThrow(
      'Rows of some tables were not deleted',
    )
    await deleteExpired(database.handle, [maps], now)
    expect(await read(database, sql`select address as text from maps`)).toEqual(['of used'])
  })
})

type Folder = {
  project: string
  name: string
  user?: string
  shelf?: string
  created?: string
  state?: string
}

const insertFolder = async ({ handle }: TemporaryDatabase, folder: Folder): Promise<void> => {
  const { project, name, user = 'eve', shelf = 'low', state = 'done' } = folder
  const created = folder.created ?? '2026-11-22T00:00:00.000Z'
  await sql`insert into folders values (${project}, ${name}, ${user}, ${shelf}, ${created}, ${state})`.execute(
    handle,
  )
  for (const position of [0, 1]) {
    const id = `${name} ${position}`
    await sql`insert into pages values (${name}, ${position}, ${id})`.execute(handle)
    await sql`insert into words values (${id}, ${'word'})`.execute(handle)
  }
}

const read = async (
  { handle }: TemporaryDatabase,
  query: ReturnType<typeof sql<{ text: string }>>,
) => (await query.execute(handle)).rows.map(({ text }) => text)

const names = (database: TemporaryDatabase) =>
  read(database, sql`select name as text from folders order by name`)
const pages = (database: TemporaryDatabase) =>
  read(database, sql`select id as text from pages order by id`)
const words = (database: TemporaryDatabase) =>
  read(database, sql`select page || ' ' || word as text from words order by page`)

const migrations = {
  folders: {
    up: async (db: Parameters<ReturnType<typeof sql>['execute']>[0]) => {
      for (const statement of [
        sql`create table folders (project text, name text, user_id text, shelf text, created_at text, state text)`,
        sql`create table pages (folder text, position integer, id text)`,
        sql`create table words (page text, word text)`,
        sql`create table maps (id text, address text, unused_at text)`,
        sql`create table map_users (map text)`,
      ])
        await statement.execute(db)
    },
  },
}
