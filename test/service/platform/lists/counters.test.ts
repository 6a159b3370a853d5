import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { openPostgres } from '../../../../src/service/platform/database/index.ts'
import {
  countByValue,
  countRows,
  tidyListCounts,
} from '../../../../src/service/platform/lists/index.ts'
import { createRandom } from '../../../support/generate/random.ts'
import { verifies } from '../../../requirements.ts'
import { describeEachEngine, type TemporaryDatabase } from '../../../support/temporary-database.ts'
import {
  compareCounts,
  insertThings,
  migrateThings,
  thingList,
  things,
  type Thing,
} from './things.ts'

const thing = (number: number, changes: Partial<Thing> = {}): Thing => ({
  id: `th_${number}`,
  owner: `owner${number % 3}`,
  kind: number % 5 === 0 ? null : `kind:${number % 4}`,
  state: number % 2 === 0 ? 'NEW' : 'OLD',
  team: number % 11 === 0 ? 'red' : `red:${number % 3}`,
  gone_at: number % 7 === 0 ? '2026-11-21T12:00:00.000Z' : null,
  made_at: new Date(Date.parse('2026-11-21T12:00:00.000Z') + number * 1000).toISOString(),
  ...changes,
})
const some = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => thing(from + index))

describeEachEngine('the totals of a list', (open, engine) => {
  let database: TemporaryDatabase
  beforeEach(async () => {
    database = await open()
    await migrateThings(database, some(0, 100))
  })
  const expectExact = async () => {
    const { kept, counted } = await compareCounts(database.handle)
    expect(kept).toEqual(counted)
    return counted.length
  }
  const countsLeft = async () =>
    (
      await sql<{ count: number }>`select count(*) as count from list_counts`.execute(
        database.handle,
      )
    ).rows[0]?.count

  it('count the rows that were there before them', async () => {
    expect(await expectExact()).toBeGreaterThan(20)
  })

  it('follow every insert, change and deletion, of one row or many', async () => {
    verifies('conventions.page.total')
    await insertThings(database.handle, some(100, 700))
    await expectExact()
    const update = () => things(database.handle).updateTable('things')
    await update().set({ state: 'OLD' }).where('id', '=', 'th_2').execute()
    await update()
      .set({ state: 'OLD', kind: null })
      .where('made_at', '<', thing(40).made_at)
      .execute()
    await update().set({ gone_at: null }).where('owner', '=', 'owner1').execute()
    await update()
      .set({ gone_at: thing(1).made_at, kind: 'kind:9' })
      .where('owner', '=', 'owner2')
      .execute()
    await update().set({ owner: 'owner0' }).where('id', 'in', ['th_1', 'th_2', 'th_4']).execute()
    await update()
      .set({ made_at: thing(1).made_at })
      .execute()
    await update().set({ team: `it's "red"=%` }).where('state', '=', 'NEW').execute()
    await expectExact()
    await things(database.handle)
      .insertInto('things')
      .values(thing(5))
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
    await things(database.handle)
      .insertInto('things')
      .values([thing(5), thing(5000)])
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ state: 'KEPT' }))
      .execute()
    await things(database.handle)
      .deleteFrom('things')
      .where('id', 'in', ['th_3', 'th_5', 'th_700'])
      .execute()
    await expectExact()
    await things(database.handle).deleteFrom('things').where('owner', '=', 'owner2').execute()
    await expectExact()
  })

  it('are undone with the transaction that wrote', async () => {
    const { kept } = await compareCounts(database.handle)
    await expect(
      database.transaction(async (transaction) => {
        await insertThings(transaction, some(100, 10))
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    expect((await compareCounts(database.handle)).kept).toEqual(kept)
  })

  it('are merged in batches, each behind the one before', async () => {
    for (let round = 0; round < 4; round += 1)
      await Promise.all(
        Array.from({ length: 8 }, (_, number) =>
          insertThings(database.handle, some(10_000 + (round * 8 + number) * 40, 40)),
        ),
      )
    await tidyListCounts(database)
    const groups = await expectExact()
    expect(await countsLeft()).toBe(groups)
  })

  it('leave nothing behind when the rows are gone', async () => {
    await insertThings(database.handle, some(100, 300))
    await things(database.handle).deleteFrom('things').execute()
    await tidyListCounts(database)
    expect(await countsLeft()).toBe(0)
  })

  it('add up the values of a filter, each once, and the groups of several, and count by row what they do not hold', async () => {
    const count = (where: NonNullable<Parameters<typeof countRows>[2]['where']>) =>
      countRows(database.handle, thingList, { scope: 'owner1', where })
    const rows = some(0, 100).filter(({ owner }) => owner === 'owner1')
    const held = (test: (row: Thing) => boolean) => rows.filter(test).length
    expect(await count({})).toBe(rows.length)
    expect(await count({ kind: ['kind:1', 'kind:2', 'kind:1'] })).toBe(
      held(({ kind }) => kind === 'kind:1' || kind === 'kind:2'),
    )
    expect(await count({ kind: ['kind:1', 'kind:2'], state: ['OLD'] })).toBe(
      held(({ kind, state }) => (kind === 'kind:1' || kind === 'kind:2') && state === 'OLD'),
    )
    expect(await count({ kind: ['kind:1'], gone_at: null })).toBe(
      held(({ kind, gone_at }) => kind === 'kind:1' && gone_at === null),
    )
    expect(await count({ state: ['OLD'], gone_at: null })).toBe(
      held(({ state, gone_at }) => state === 'OLD' && gone_at === null),
    )
    expect(await count({ team: ['red'], state: ['NEW'] })).toBe(
      held(({ team, state }) => team === 'red' && state === 'NEW'),
    )
    expect(await count({ kind: ['kind:1', 'kind:3'], team: ['red:1', 'red', 'red:1'] })).toBe(
      held(
        ({ team, kind }) =>
          (team === 'red:1' || team === 'red') && (kind === 'kind:1' || kind === 'kind:3'),
      ),
    )
    expect(await count({ team: ['red:1'], kind: ['kind:1'], state: ['OLD', 'SEEN'] })).toBe(
      held(({ team, kind, state }) => team === 'red:1' && kind === 'kind:1' && state === 'OLD'),
    )
    expect(await count({ team: ['red:1'], kind: ['kind:1'], gone_at: null })).toBe(
      held(({ team, kind, gone_at }) => team === 'red:1' && kind === 'kind:1' && gone_at === null),
    )
    expect(await count({ team: ['red:1'], state: [] })).toBe(0)
    expect(await count({ team: ['blue'], state: ['OLD'] })).toBe(0)
    expect(await count({ id: ['th_1', 'th_4', 'th_2'] })).toBe(2)
    expect(await count({ kind: [] })).toBe(0)
    expect(await count({ kind: ['unknown'] })).toBe(0)
    expect(await countByValue(database.handle, thingList, 'owner1', 'state')).toEqual(
      new Map([
        ['NEW', held(({ state }) => state === 'NEW')],
        ['OLD', held(({ state }) => state === 'OLD')],
      ]),
    )
    expect(
      await countByValue(database.handle, thingList, 'owner1', 'state', ['OLD', 'LOST']),
    ).toEqual(new Map([['OLD', held(({ state }) => state === 'OLD')]]))
    expect(await countByValue(database.handle, thingList, 'owner1', 'state', [])).toEqual(new Map())
  })

  it.runIf(engine === 'postgres')(
    'let others write the same totals while a transaction goes on',
    async () => {
      const other = await openPostgres(database.location, 1)
      try {
        await database.transaction(async (transaction) => {
          await insertThings(transaction, [thing(200)])
          await insertThings(other.handle, [thing(200, { id: 'th_of_another' })])
        })
      } finally {
        await other.close()
      }
      await expectExact()
    },
  )

  it('stay exact under parallel writers, changes and bulk deletions, and nobody waits in a circle', async () => {
    verifies('conventions.page.total')
    const random = createRandom(7)
    const parallel = engine === 'postgres' ? await openPostgres(database.location, 22) : database
    try {
      const writer = async (number: number) => {
        for (let round = 0; round < 12; round += 1) {
          const own = some(1000 + number * 1000 + round * 20, 20)
          const { handle } = parallel
          await parallel.transaction(async (transaction) => {
            // In another order each time, over owners that all writers share.
            for (const part of random() < 0.5
              ? [own.slice(0, 10), own.slice(10)]
              : [own.slice(10), own.slice(0, 10)])
              await insertThings(transaction, part)
            await things(transaction)
              .updateTable('things')
              .set({ state: 'SEEN' })
              .where(
                'id',
                'in',
                own.slice(0, 7).map(({ id }) => id),
              )
              .execute()
          })
          await things(handle)
            .updateTable('things')
            .set({ kind: null })
            .where(
              'id',
              'in',
              own.slice(5, 9).map(({ id }) => id),
            )
            .execute()
          await things(handle)
            .deleteFrom('things')
            .where(
              'id',
              'in',
              own.slice(8, 12).map(({ id }) => id),
            )
            .execute()
        }
      }
      const deleter = async () => {
        for (let round = 0; round < 8; round += 1) {
          await things(parallel.handle)
            .deleteFrom('things')
            .where(
              'id',
              'in',
              things(parallel.handle)
                .selectFrom('things')
                .select('id')
                .where('state', '=', 'SEEN')
                .limit(100),
            )
            .execute()
          await tidyListCounts(parallel)
        }
      }
      await Promise.all([...Array.from({ length: 20 }, (_, number) => writer(number)), deleter()])
    } finally {
      if (parallel !== database) await parallel.close()
    }
    await expectExact()
    await tidyListCounts(database)
    const groups = await expectExact()
    expect(await countsLeft()).toBe(groups)
  })
})
