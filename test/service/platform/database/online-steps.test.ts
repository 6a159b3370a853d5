import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import {
  openPostgres,
  watchOnlineSteps,
  type Handle,
} from '../../../../src/service/platform/database/index.ts'
import { createLog } from '../../../../src/service/platform/log.ts'
import {
  countByValue,
  countRows,
  readValues,
} from '../../../../src/service/platform/lists/index.ts'
import { describeEachEngine, type TemporaryDatabase } from '../../../support/temporary-database.ts'
import { verifies } from '../../../requirements.ts'
import { compareCounts, insertThings, things, type Thing } from '../lists/things.ts'
import { onlineList, onlineMigrations, oldMigrations, watchFills } from './online-migrations.ts'

const thing = (number: number): Thing => ({
  id: `th_${String(number).padStart(6, '0')}`,
  owner: `owner${number % 3}`,
  kind: number % 5 === 0 ? null : `kind${number % 4}`,
  state: number % 2 === 0 ? 'NEW' : 'OLD',
  team: `team${number % 7}`,
  gone_at: number % 6 === 0 ? '2026-11-21T12:00:00.000Z' : null,
  made_at: new Date(Date.parse('2026-11-21T12:00:00.000Z') + number * 1000).toISOString(),
})
const some = (from: number, count: number, step = 1) =>
  Array.from({ length: count }, (_, index) => thing(from + index * step))

const many = 12_000

describeEachEngine('the online steps of a migration', (open, engine) => {
  /** With odd numbers, so that others can be written between the rows. */
  const openFilled = async (): Promise<TemporaryDatabase> => {
    const database = await open()
    await database.migrate(oldMigrations)
    await insertThings(database.handle, some(1, many, 2))
    return database
  }
  const stepsOf = async (database: TemporaryDatabase) =>
    (await database.migrationState(onlineMigrations)).online
  const rowsOf = async (database: TemporaryDatabase) =>
    (await stepsOf(database)).find(({ name }) => name === 'things_counts')?.rows
  const expectDone = async (database: TemporaryDatabase) => {
    expect(await stepsOf(database)).toEqual([])
    const { kept, counted } = await compareCounts(database.handle)
    expect(kept).toEqual(counted)
    expect(await indexesOf(database.handle, engine)).toEqual(await expectedIndexes())
  }
  /** Those of a database in which one transaction did everything. */
  const expectedIndexes = async () => {
    const database = await open()
    await database.migrate(onlineMigrations)
    return indexesOf(database.handle, engine)
  }

  it('are done in the background of a node, which says what is left', async () => {
    verifies('upgrade.online')
    const database = await openFilled()
    const { online } = await database.migrate(onlineMigrations)
    const lines: string[] = []
    const log = createLog('info', { write: (line) => void lines.push(line) })
    const stopped = watchOnlineSteps({ database, log }, onlineMigrations, online)
    expect(stopped.pending()).toContain('things_counts')
    stopped.start()
    await stopped.close()
    const node = watchOnlineSteps({ database, log }, onlineMigrations, await stepsOf(database))
    node.start()
    await expect.poll(() => node.pending(), { timeout: 60_000 }).toEqual([])
    await node.close()
    expect(lines.join('')).toContain('Nothing is left of the migrations')
    expect(lines.join('')).not.toContain('"level":50')
    await expectDone(database)
  })

  it('leave the work of a table with rows until after the transaction, and give what one transaction gives', async () => {
    const database = await openFilled()
    const before = await database.migrate(onlineMigrations)
    expect(before).toMatchObject({ pending: [], isUsable: true })
    // SQLite builds indexes in the migration.
    expect(before.online.length).toBe(engine === 'postgres' ? 7 : 2)
    expect((await compareCounts(database.handle)).kept).toEqual([])

    expect(await database.runOnlineSteps(onlineMigrations)).toEqual([])
    await expectDone(database)
    expect(await unlabelled(database.handle)).toBe(0)
  })

  it('leave nothing in a database that was empty', async () => {
    const database = await open()
    expect((await database.migrate(onlineMigrations)).online).toEqual([])
    await insertThings(database.handle, some(0, 50))
    await expectDone(database)
  })

  it('go on where a killed process was, while others write', async () => {
    const database = await openFilled()
    await database.migrate(onlineMigrations)
    const walked: number[] = []
    for (const batches of [4, 6, 8]) {
      const child = spawn(
        process.execPath,
        [
          '-C',
          'plugboard-source',
          fileURLToPath(new URL('./online-child.ts', import.meta.url)),
          engine,
          database.location,
          String(batches),
        ],
        { stdio: 'inherit' },
      )
      const ended = once(child, 'exit')
      // Near the beginning, where it was, and where it is.
      for (let number = 0; child.exitCode === null && child.signalCode === null; number += 1) {
        await write(database.handle, (number * 26) % 1_000)
        await sleep(1)
      }
      expect(await ended).toEqual([null, 'SIGKILL'])
      walked.push((await rowsOf(database)) ?? many)
    }
    expect(walked[0]).toBeGreaterThan(0)
    expect(walked).toEqual(walked.toSorted((one, other) => one - other))
    expect(new Set(walked).size).toBe(3)
    await database.runOnlineSteps(onlineMigrations)
    await expectDone(database)
  })

  it('count each row once, however others write meanwhile', async () => {
    const database = await openFilled()
    await database.migrate(onlineMigrations)
    const parallel = engine === 'postgres' ? await openPostgres(database.location, 12) : database
    const done = new AbortController()
    let written = 0
    const writer = async (number: number) => {
      for (let round = 0; !done.signal.aborted && round < 1_000; round += 1) {
        await write(parallel.handle, (number * 2_000 + round * 26) % (2 * many))
        written += 1
        await sleep(1)
      }
    }
    try {
      const writing = Array.from({ length: 8 }, (_, number) => writer(number))
      await database.runOnlineSteps(onlineMigrations)
      done.abort()
      await Promise.all(writing)
    } finally {
      if (parallel !== database) await parallel.close()
    }
    expect(written).toBeGreaterThan(8)
    await expectDone(database)
  })

  it('keep the totals of lists exact while a counter is filled', async () => {
    const database = await openFilled()
    await database.migrate(onlineMigrations)
    const stop = new AbortController()
    const running = database.runOnlineSteps(onlineMigrations, stop.signal).catch(() => undefined)
    while (((await rowsOf(database)) ?? many) < 10) await sleep(1)
    stop.abort()
    await running
    const read = async () => ({
      rows: await countRows(database.handle, onlineList, {
        scope: 'owner1',
        where: { state: ['OLD'], kind: ['kind1'], team: ['team1', 'team2'] },
      }),
      all: await countRows(database.handle, onlineList, { scope: 'owner1' }),
      states: await countByValue(database.handle, onlineList, 'owner1', 'state'),
      kinds: await readValues(database.handle, [onlineList], 'owner1', 'kind', {
        prefix: 'kind',
        limit: 3,
        offset: 1,
      }),
    })
    const meanwhile = await read()
    expect(await stepsOf(database)).not.toEqual([])
    await database.runOnlineSteps(onlineMigrations)
    expect(meanwhile.all).toBe(many / 3)
    expect(await read()).toEqual(meanwhile)
    await expectDone(database)
  })

  it('walk the rows in batches of at most 1,000, each of little work', async () => {
    const database = await openFilled()
    await database.migrate(onlineMigrations)
    const batches: { rows: number; cpuMs: number }[] = []
    const watched = watchFills(onlineMigrations, async (fill, db, { after, until }) => {
      const before = process.cpuUsage()
      await fill()
      const { user, system } = process.cpuUsage(before)
      const rows = await countBetween(db, after, until)
      batches.push({ rows, cpuMs: (user + system) / 1_000 })
    })
    await database.runOnlineSteps(watched)
    expect(batches.reduce((sum, batch) => sum + batch.rows, 0)).toBe(2 * many)
    expect(Math.max(...batches.map((batch) => batch.rows))).toBeLessThanOrEqual(1_000)
    const cpu = batches.map(({ cpuMs }) => cpuMs).toSorted((one, other) => one - other)
    console.log(`${engine}: ${batches.length} batches, most CPU ${cpu.at(-1)} ms`)
    expect(cpu[Math.floor(cpu.length * 0.95)]).toBeLessThan(50)
    await expectDone(database)
  })

  it.runIf(engine === 'postgres')(
    'build an index again whose build was killed, while others write, on one node at a time',
    async () => {
      const database = await openFilled()
      const other = await openPostgres(database.location, 4)
      const third = await openPostgres(database.location, 4)
      try {
        await database.migrate(onlineMigrations)
        await database.runOnlineSteps(onlyFills())
        let killed: Promise<unknown> = Promise.resolve()
        // An open transaction that wrote keeps the build from its end, but nobody from writing.
        await database.transaction(async (transaction) => {
          await insertThings(transaction, [thing(90_000)])
          killed = other.runOnlineSteps(onlineMigrations).then(
            () => 'done',
            () => 'killed',
          )
          await hold(transaction, third.handle)
          expect(await third.runOnlineSteps(onlineMigrations)).not.toEqual([])
          await insertThings(third.handle, some(100_000, 10))
          await sql`select pg_terminate_backend(pid) from pg_stat_activity
            where datname = current_database() and query like 'create index concurrently%' and pid <> pg_backend_pid()`.execute(
            third.handle,
          )
          expect(await killed).toBe('killed')
        })
        expect(await unfinished(database.handle)).toBe(1)
        await database.runOnlineSteps(onlineMigrations)
        expect(await unfinished(database.handle)).toBe(0)
        await expectDone(database)
      } finally {
        await other.close()
        await third.close()
      }
    },
  )
})

const onlyFills = () => {
  const { up, online = [] } = onlineMigrations['0301_more'] ?? { up: async () => {} }
  return {
    ...onlineMigrations,
    '0301_more': { up, online: online.filter((step) => 'fill' in step) },
  }
}

/** Inserts, changes and deletes near a number. */
const write = async (handle: Handle, number: number) => {
  const even = number - (number % 2)
  const [own, odd] = [thing(even), thing(even + 1)]
  await things(handle)
    .insertInto('things')
    .values(own)
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ state: 'AGAIN' }))
    .execute()
  await things(handle)
    .updateTable('things')
    .set({ state: 'SEEN', kind: 'kind9' })
    .where('id', '=', odd.id)
    .execute()
  if (number % 3 === 0) await things(handle).deleteFrom('things').where('id', '=', odd.id).execute()
}

/** Until an index is being built, which waits for this transaction. */
const hold = async (transaction: Handle, other: Handle) => {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    const { rows } = await sql`
      select 1 from pg_stat_activity where datname = current_database() and state = 'active'
        and wait_event_type = 'Lock' and query like 'create index concurrently%'`.execute(other)
    if (rows.length > 0) return
    await sleep(50)
    await sql`select 1`.execute(transaction)
  }
  throw new Error('No index is being built')
}

const unlabelled = async (handle: Handle) => {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from things where label is null or label <> state || ' ' || team`.execute(
    handle,
  )
  return rows[0]?.count
}

const unfinished = async (handle: Handle) => {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_index where not indisvalid`.execute(handle)
  return rows[0]?.count
}

const countBetween = async (handle: Handle, after: string, until: string) => {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from things where id > ${after} and id <= ${until}`.execute(handle)
  return rows[0]?.count ?? 0
}

const indexesOf = async (handle: Handle, engine: string): Promise<string[]> => {
  const { rows } = await (
    engine === 'postgres'
      ? sql<{
          text: string
        }>`select indexdef as text from pg_indexes join pg_class on relname = indexname
          join pg_index on indexrelid = pg_class.oid and indisvalid where tablename = 'things'`
      : sql<{
          text: string
        }>`select name || coalesce(sql, '') as text from sqlite_master where type = 'index' and tbl_name = 'things'`
  ).execute(handle)
  return rows.map(({ text }) => text).toSorted()
}
