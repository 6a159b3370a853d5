import { expect, it } from 'vitest'
import { accountRetention } from '../../../src/service/accounts/retention.ts'
import { deleteScope, toKept } from '../../../src/service/platform/retention/index.ts'
import { accountStore, type Tables } from '../../../src/service/accounts/store.ts'
import { tidyListCounts } from '../../../src/service/platform/lists/index.ts'
import { createRandom } from '../../support/generate/random.ts'
import { describeEachEngine, type TemporaryDatabase } from '../../support/temporary-database.ts'
import { isThorough } from '../../support/thorough.ts'
import { verifies } from '../../requirements.ts'
import {
  accountRow,
  anyFilter,
  authConfigs,
  insertAuthConfigs,
  readThrough,
  statuses,
  walk,
} from './compare-lists.ts'

const rounds = isThorough ? 8 : 3
const writers = 6
const writesPerRound = 20
const filtersPerRound = isThorough ? 40 : 25

describeEachEngine('the list of connected accounts under any filters', (open) => {
  it('holds and counts exactly what reading through the accounts finds, whatever was written, by several at once', async () => {
    verifies('conventions.page.total')
    const database = await open({ migrated: true })
    await insertAuthConfigs(database.handle)
    const random = createRandom(90)
    const ids = { made: 0 }
    for (let round = 0; round < rounds; round += 1) {
      const write = async (writer: number) => {
        // Two that change many rows at once could wait for each other.
        for (let step = 0; step < writesPerRound; step += 1)
          await writeAnything(database, random, ids, writer === 0)
      }
      await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)))
      if (round % 3 === 2) await deleteAuthConfig(database, random)
      if (round % 2 === 1) await tidyListCounts(database)
      let matched = 0
      for (let number = 0; number < filtersPerRound; number += 1) {
        const filter = anyFilter(random)
        const order = {
          by: random() < 0.5 ? 'created_at' : 'updated_at',
          direction: random() < 0.5 ? 'asc' : 'desc',
        } as const
        const expected = await readThrough(database.handle, filter, order)
        expect(
          await walk(database.handle, filter, order, 5 + Math.floor(random() * 40)),
          JSON.stringify(filter),
        ).toEqual(expected)
        matched += expected.ids.length
      }
      expect(matched).toBeGreaterThan(filtersPerRound)
    }
  }, 300_000)
})

/** One of the changes that the service makes to accounts. */
const writeAnything = async (
  database: TemporaryDatabase,
  random: () => number,
  ids: { made: number },
  changesMany: boolean,
): Promise<void> => {
  const store = accountStore(database.handle)
  const db = database.handle.withTables<Tables>()
  const any = (count: number) => Math.floor(random() * count)
  const newRow = () => {
    ids.made += 1
    return accountRow(`ca_${ids.made}`, {
      user: any(4),
      authConfig: any(4),
      status: any(4),
      at: any(50),
      project: random() < 0.1 ? 'other' : 'pr',
    })
  }
  const id = `ca_${1 + any(ids.made)}`
  const change = {
    status: statuses[any(4)] ?? 'ACTIVE',
    updated_at: accountRow('', { user: 0, authConfig: 0, status: 0, at: any(50) }).updated_at,
  }
  const choice = random()
  if (choice < 0.4) await store.insert(newRow())
  else if (choice < 0.5)
    await db
      .insertInto('connected_accounts')
      .values(Array.from({ length: 5 }, newRow))
      .execute()
  else if (choice < 0.55) await insertInVain(database, newRow())
  else if (choice < 0.7)
    await database.transaction((transaction) =>
      accountStore(transaction).modify('pr', id, () => change),
    )
  else if (choice < 0.8 || !changesMany) await store.delete('pr', id)
  else if (choice < 0.9)
    await db.updateTable('connected_accounts').set(change).where('status', '=', 'FAILED').execute()
  else await deleteScope(database.handle, accountRetention(toKept()), 'other')
}

const insertInVain = async (
  database: TemporaryDatabase,
  row: ReturnType<typeof accountRow>,
): Promise<void> => {
  const work = database.transaction(async (transaction) => {
    await accountStore(transaction).insert(row)
    throw new Error('in vain')
  })
  await expect(work).rejects.toThrow('in vain')
}

/** Its accounts go with it; it comes back, so that there are others. */
const deleteAuthConfig = async (
  database: TemporaryDatabase,
  random: () => number,
): Promise<void> => {
  const [id] = authConfigs[Math.floor(random() * authConfigs.length)] ?? authConfigs[0]
  const db = database.handle.withTables<{ auth_configs: Record<string, string> & { id: string } }>()
  const deleted = await db
    .deleteFrom('auth_configs')
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await db.insertInto('auth_configs').values(deleted).execute()
}
