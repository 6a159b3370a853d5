import { expect, it } from 'vitest'
import { hourMs } from '../../../src/service/platform/clock.ts'
import { deleteExpired } from '../../../src/service/platform/retention/delete-rows.ts'
import { repairTimes } from '../../../src/service/platform/retention/repair-times.ts'
import { searchStore } from '../../../src/service/search/store.ts'
import { readRetention } from '../../support/retention.ts'
import { describeEachEngine } from '../../support/temporary-database.ts'

describeEachEngine('a part of an index', (open) => {
  it('that is being written is kept for an hour, whatever is repaired and deleted meanwhile', async () => {
    const { handle } = await open({ migrated: true })
    const began = new Date('2026-11-01T00:00:00.000Z')
    const inAnHour = new Date(began.getTime() + hourMs)
    await searchStore(handle).insertBlock({
      id: 'blk_1',
      address: null,
      hash: 'of nothing',
      parts: 1,
      unused_at: inAnHour.toISOString(),
    })
    const all = await readRetention()
    const tables = all.filter(({ table }) => table === 'search_blocks')
    const count = async () =>
      (
        await handle
          .withTables<{ search_blocks: { id: string } }>()
          .selectFrom('search_blocks')
          .select('id')
          .execute()
      ).length
    const cleanAt = async (minutes: number) => {
      const now = new Date(began.getTime() + minutes * 60_000)
      await repairTimes(handle, tables, now)
      await deleteExpired(handle, tables, now, () => {})
    }

    await cleanAt(0)
    await cleanAt(30)
    expect(await count()).toBe(1)
    await cleanAt(61)
    expect(await count()).toBe(0)
  })
})
