import { beforeAll, describe, expect, it } from 'vitest'
import { readPage, type Order } from '../../../../src/service/platform/lists/index.ts'
import { parsePage, toPage } from '../../../../src/service/platform/pagination.ts'
import { verifies } from '../../../requirements.ts'
import { describeEachEngine, type TemporaryDatabase } from '../../../support/temporary-database.ts'
import { insertThings, migrateThings, thingList, things, type Thing } from './things.ts'

const at = (second: number) =>
  new Date(Date.parse('2026-11-21T12:00:00.000Z') + second * 1000).toISOString()

/** Five at a time were made in the same moment, so that their ids decide. */
const thing = (number: number, changes: Partial<Thing> = {}): Thing => ({
  id: `th_${String((number * 37) % 1009).padStart(4, '0')}`,
  owner: 'owner',
  kind: `kind${number % 4}`,
  state: number % 3 === 0 ? 'NEW' : 'OLD',
  team: `team:${number % 60}`,
  gone_at: number % 10 === 0 ? at(0) : null,
  made_at: at(Math.floor(number / 5)),
  ...changes,
})

const rows = Array.from({ length: 203 }, (_, number) => thing(number))
const orders: Order[] = [
  { by: 'made_at', direction: 'desc' },
  { by: 'made_at', direction: 'asc' },
]
const teams = (count: number) => Array.from({ length: count }, (_, number) => `team:${number}`)
const selections = [
  { where: {}, has: () => true },
  { where: { kind: ['kind1'] }, has: (row: Thing) => row.kind === 'kind1' },
  {
    where: { kind: ['kind1', 'kind3', 'kind1'] },
    has: (row: Thing) => row.kind === 'kind1' || row.kind === 'kind3',
  },
  {
    where: { kind: ['kind0', 'kind2'], state: ['NEW'], gone_at: null },
    has: (row: Thing) =>
      (row.kind === 'kind0' || row.kind === 'kind2') && row.state === 'NEW' && row.gone_at === null,
  },
  {
    where: { kind: Array.from({ length: 70 }, (_, index) => `kind${index + 1}`) },
    has: (row: Thing) => row.kind !== 'kind0',
  },
  {
    where: { id: ['th_0037', 'th_0074', 'th_9999'] },
    has: (row: Thing) => ['th_0037', 'th_0074'].includes(row.id),
  },
  { where: { state: [] }, has: () => false },
  {
    where: { team: ['team:3'], state: ['NEW'] },
    has: (row: Thing) => row.team === 'team:3' && row.state === 'NEW',
  },
  {
    where: { state: ['NEW', 'OLD'], team: teams(5), kind: ['kind1', 'kind2'] },
    has: (row: Thing) =>
      teams(5).includes(row.team) && (row.kind === 'kind1' || row.kind === 'kind2'),
  },
  // More groups than are looked up one by one.
  { where: { team: teams(60), state: ['NEW', 'OLD'] }, has: () => true },
  {
    where: { team: ['team:7', 'team:8'], state: ['NEW'], gone_at: null },
    has: (row: Thing) =>
      ['team:7', 'team:8'].includes(row.team) && row.state === 'NEW' && row.gone_at === null,
  },
  { where: { team: ['team:7'], state: ['LOST'] }, has: () => false },
]

const sorted = (list: Thing[], { direction }: Order): string[] => {
  const ids = list
    .toSorted((a, b) => (a.made_at + a.id < b.made_at + b.id ? -1 : 1))
    .map(({ id }) => id)
  return direction === 'asc' ? ids : ids.toReversed()
}

describeEachEngine('the pages of a list', (open, engine) => {
  let database: TemporaryDatabase
  beforeAll(async () => {
    database = await open()
    await migrateThings(database)
    await insertThings(database.handle, [
      ...rows,
      ...Array.from({ length: 50 }, (_, number) => thing(500 + number, { owner: 'other' })),
    ])
  })
  const read = async (
    where: (typeof selections)[number]['where'],
    order: Order,
    query: { cursor?: string | null; limit?: number },
  ) => {
    const page = parsePage(query)
    const { rows, total, next } = await readPage<Thing>(
      database.handle,
      thingList,
      { scope: 'owner', where },
      order,
      page,
    )
    return toPage(
      rows.map(({ id }) => id),
      total,
      page,
      next,
    )
  }
  const bare = (page: number, limit: number) => Buffer.from(`${page}.${limit}`).toString('base64')

  describe.each(orders)('ordered by $by $direction', (order) => {
    it.each(selections)(
      'lead from one to the next with nothing left out, where $where',
      async ({ where, has }) => {
        const expected = sorted(rows.filter(has), order)
        for (const limit of [1000, 20, 7]) {
          const walked: string[] = []
          let cursor: string | null = null
          let number = 0
          do {
            const page = await read(where, order, { cursor, limit })
            number += 1
            expect(page).toMatchObject({
              total_items: expected.length,
              total_pages: Math.ceil(expected.length / limit),
              current_page: number,
            })
            walked.push(...page.items)
            cursor = page.next_cursor
            expect(cursor === null).toBe(walked.length >= expected.length)
          } while (cursor !== null)
          expect(walked).toEqual(expected)
        }
      },
    )

    it.each(selections)(
      'are reached by their number alone too, where $where',
      async ({ where, has }) => {
        const expected = sorted(rows.filter(has), order)
        for (const limit of [1, 20, 50, 203]) {
          const last = Math.ceil(expected.length / limit)
          for (const number of new Set(
            [1, 2, Math.ceil(last / 2), last - 1, last, last + 1, last + 5].filter(
              (page) => page > 0,
            ),
          )) {
            const page = await read(where, order, { cursor: bare(number, limit) })
            expect(page, `${number} of ${limit}`).toMatchObject({
              items: expected.slice((number - 1) * limit, number * limit),
              total_items: expected.length,
              current_page: number,
            })
            expect(page.next_cursor === null).toBe(number >= last)
          }
        }
      },
    )
  })

  it('neither hide nor repeat what was there all the time, whatever is inserted and deleted meanwhile', async () => {
    verifies('conventions.page.stable')
    for (const order of orders) {
      const owner = `changing ${order.direction}`
      const own = Array.from({ length: 100 }, (_, number) =>
        thing(number, { id: `${order.direction}_${number}`, owner }),
      )
      await insertThings(database.handle, own)
      const removed = new Set<string>()
      const walked: string[] = []
      let cursor: string | null = null
      do {
        const page = parsePage({ cursor, limit: 9 })
        const { rows, total, next } = await readPage<Thing>(
          database.handle,
          thingList,
          { scope: owner },
          order,
          page,
        )
        walked.push(...rows.map(({ id }) => id))
        const step = walked.length
        await insertThings(
          database.handle,
          [0, 7, 19].map((second) =>
            thing(0, {
              id: `${order.direction}_new_${step}_${second}`,
              owner,
              made_at: at(second),
            }),
          ),
        )
        for (const gone of [
          rows[0]?.id,
          rows.at(-1)?.id,
          own.find(({ id }) => !walked.includes(id) && !removed.has(id))?.id,
        ]) {
          if (gone === undefined) continue
          removed.add(gone)
          await things(database.handle).deleteFrom('things').where('id', '=', gone).execute()
        }
        cursor = toPage(rows, total, page, next).next_cursor
      } while (cursor !== null)
      expect(walked.length).toBe(new Set(walked).size)
      expect(own.filter(({ id }) => !removed.has(id) && !walked.includes(id))).toEqual([])
    }
  })

  // SQLite has one connection, on which nobody writes in between.
  it.runIf(engine === 'postgres')(
    'hold what goes from one group to another while they are read',
    async () => {
      verifies('conventions.page.stable')
      const owner = 'moving'
      await insertThings(
        database.handle,
        [0, 4, 8].map((number) =>
          thing(number, { id: `moving_${number}`, owner, team: 'red', state: 'NEW' }),
        ),
      )
      let isMoved = false
      const disturbed = database.handle.withPlugin({
        transformQuery: ({ node }) => node,
        transformResult: async ({ result }) => {
          if (!isMoved)
            await things(database.handle)
              .updateTable('things')
              .set({ state: 'OLD' })
              .where('id', '=', 'moving_4')
              .execute()
          isMoved = true
          return result
        },
      })
      const { rows, total } = await readPage<Thing>(
        disturbed,
        thingList,
        { scope: owner, where: { team: ['red'], kind: ['kind0'] } },
        { by: 'made_at', direction: 'asc' },
        parsePage({}),
      )
      expect(isMoved).toBe(true)
      expect(rows.map(({ id }) => id)).toEqual(['moving_0', 'moving_4', 'moving_8'])
      expect(total).toBe(3)
    },
  )
})
