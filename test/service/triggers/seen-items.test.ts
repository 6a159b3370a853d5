import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { dayMs } from '../../../src/service/platform/clock.ts'
import { deleteExpired } from '../../../src/service/platform/retention/index.ts'
import { triggerRetention } from '../../../src/service/triggers/retention.ts'
import { seenItems } from '../../../src/service/triggers/seen/seen-items.ts'
import { verifies } from '../../requirements.ts'
import { describeEachEngine } from '../../support/temporary-database.ts'

describeEachEngine('what a polled trigger has seen', (open) => {
  it('is kept for as long as its account does not work, however long that is', async () => {
    verifies('triggers.poll.once')
    const { handle } = await open({ migrated: true })
    const start = Date.parse('2026-06-01T12:00:00.000Z')
    const items = (id: string) => seenItems(handle, id)
    const keys = Array.from({ length: 1_200 }, (_, number) => `n${number}`)
    for (const id of ['paused', 'gone']) await items(id).note(keys, new Date(start))
    for (let day = 1; day <= 20; day += 1) {
      const now = new Date(start + day * dayMs + 1)
      await items('paused').keep(now)
      await deleteExpired(handle, triggerRetention, now)
    }
    const { rows } = await sql<{ instance_id: string; count: number }>`
      select instance_id, count(*) as count from trigger_items group by instance_id`.execute(handle)
    expect(rows.map((row) => [row.instance_id, Number(row.count)])).toEqual([['paused', 1_200]])
  })
})
