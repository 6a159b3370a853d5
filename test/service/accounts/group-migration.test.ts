import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { beforeEach, expect, it } from 'vitest'
import { accountStore, type Tables } from '../../../src/service/accounts/store.ts'
import { openPostgres, type Migrations } from '../../../src/service/platform/database/index.ts'
import { createListIndexes, maintainCounts } from '../../../src/service/platform/lists/index.ts'
import { verifies } from '../../requirements.ts'
import { migrations } from '../../support/migrations.ts'
import { createRandom } from '../../support/generate/random.ts'
import { describeEachEngine, type TemporaryDatabase } from '../../support/temporary-database.ts'
import { accountRow, anyFilter, insertAuthConfigs, readThrough, walk } from './compare-lists.ts'

const name = '9000_account_groups'
const list = { table: 'connected_accounts', scope: 'project_id' }
const counters = [
  { within: 'user_id', by: ['auth_config_id', 'toolkit_slug', 'status'] },
  { within: 'auth_config_id', by: ['toolkit_slug', 'status'] },
  { within: 'toolkit_slug', by: ['status'] },
]
const kept = [
  { by: [] },
  { by: ['user_id'] },
  { by: ['auth_config_id'] },
  { by: ['toolkit_slug'] },
  { by: ['status'] },
]
const orders = ['updated_at', 'created_at']

/** A later migration that adds the groups to a table with rows. */
const addGroups: Migration = {
  up: async (db) => {
    await maintainCounts(db, { ...list, counters }, kept)
    await createListIndexes(db, { ...list, counters, orders })
  },
}

/** The tables without the groups: what a migration of its kind finds. */
const former: Migrations = {
  ...migrations,
  '8000_no_account_groups': {
    up: async (db) => {
      for (const { within } of counters)
        for (const order of orders)
          await db.schema.dropIndex(`connected_accounts_groups_${within}_${order}`).execute()
      await maintainCounts(db, { ...list, counters: [] }, kept)
    },
  },
}
const accounts = 1_000

describeEachEngine('the totals of accounts to which a migration adds groups', (open, engine) => {
  let database: TemporaryDatabase
  const random = createRandom(280)
  const any = (count: number) => Math.floor(random() * count)
  const anyRow = (id: string) =>
    accountRow(id, { user: any(4), authConfig: any(4), status: any(4), at: any(1_000) })

  beforeEach(async () => {
    database = await open()
    await database.migrate(former)
    await insertAuthConfigs(database.handle)
    const rows = Array.from({ length: accounts }, (_, number) => anyRow(`ca_${number}`))
    for (let from = 0; from < accounts; from += 500)
      await database.handle
        .withTables<Tables>()
        .insertInto('connected_accounts')
        .values(rows.slice(from, from + 500))
        .execute()
  })
  const expectExact = async () => {
    for (let number = 0; number < 20; number += 1) {
      const filter = anyFilter(random)
      const order = { by: 'created_at', direction: 'desc' } as const
      expect(await walk(database.handle, filter, order, 500), JSON.stringify(filter)).toEqual(
        await readThrough(database.handle, filter, order),
      )
    }
  }
  /** Whether the migration needs more statements than these. */
  const isCutOff = async (allowed: number): Promise<boolean> => {
    let statements = 0
    const limited = (db: Kysely<unknown>) =>
      db.withPlugin({
        transformQuery: ({ node }) => {
          statements += 1
          if (statements > allowed) throw new Error('cut off')
          return node
        },
        transformResult: async ({ result }) => result,
      })
    try {
      await database.migrate({ ...former, [name]: { up: (db) => addGroups.up(limited(db)) } })
      return false
    } catch (error) {
      if (
        !(
          error instanceof Error &&
          error.cause instanceof Error &&
          error.cause.message === 'cut off'
        )
      )
        throw error
      return true
    }
  }

  it.runIf(engine === 'postgres')(
    'are exact after two nodes migrated it at once while others wrote',
    async () => {
      verifies('conventions.page.total')
      const others = await Promise.all([
        openPostgres(database.location, 2),
        openPostgres(database.location, 2),
      ])
      let written = 0
      const migrated = new AbortController()
      const write = async (writer: number) => {
        for (let number = 0; !migrated.signal.aborted; number += 1) {
          const id = `ca_new_${writer}_${number}`
          await database.transaction(async (transaction) => {
            await accountStore(transaction).insert(anyRow(id))
            await accountStore(transaction).modify('pr', `ca_${any(accounts)}`, () => ({
              status: 'EXPIRED',
            }))
          })
          if (number % 3 === 0) await accountStore(database.handle).delete('pr', id)
          written += 1
        }
      }
      const writing = Promise.all([0, 1, 2, 3].map(write))
      try {
        await expect.poll(() => written, { timeout: 300_000 }).toBeGreaterThan(20)
        await Promise.all(others.map((other) => other.migrate({ ...former, [name]: addGroups })))
        const before = written
        await expect.poll(() => written, { timeout: 300_000 }).toBeGreaterThan(before + 20)
      } finally {
        migrated.abort()
        await Promise.all(others.map((other) => other.close()))
      }
      await writing
      await expectExact()
    },
    200_000,
  )

  it.runIf(engine === 'sqlite')(
    'are exact after a migration that was cut off at any statement',
    async () => {
      verifies('conventions.page.total')
      let allowed = 0
      while (await isCutOff(allowed)) allowed += 1
      expect(allowed).toBeGreaterThan(10)
      await database.migrate({ ...former, [name]: addGroups })
      await expectExact()
      await database.transaction((transaction) =>
        accountStore(transaction).modify('pr', 'ca_1', () => ({ status: 'INACTIVE' })),
      )
      await accountStore(database.handle).delete('pr', 'ca_2')
      await expectExact()
    },
    300_000,
  )
})
