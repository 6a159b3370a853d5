import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { dayMs } from '../../../src/service/platform/clock.ts'
import { deleteExpired } from '../../../src/service/platform/retention/index.ts'
import { triggerRetention } from '../../../src/service/triggers/retention.ts'
import { seenItems } from '../../../src/service/triggers/seen/seen-items.ts'
import { verifies } from '../../requirements.ts'
import { describeEachEngine } from '../../support/temporary-database.ts'

describeEachEngine('what a trigger has seen', (open) => {
  it('is kept for as long as the account of a polled one does not work, however long that is', async () => {
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

  it('is known by each of its keys, also by the only one that an earlier version recorded', async () => {
    verifies('triggers.hook.replay')
    const { handle } = await open({ migrated: true })
    const { noteNew } = seenItems(handle, 'told')
    const note = (...keys: string[]) => noteNew(keys, '2026-06-01T12:00:00.000Z')
    expect(await note('id of an earlier version')).toBe(true)
    expect(await note('id of an earlier version', 'content')).toBe(false)
    expect(await note('id', 'content')).toBe(true)
    expect(await note('another id', 'content')).toBe(false)
    expect(await note('another id', 'other content')).toBe(true)
    expect(await note('same', 'same')).toBe(true)
  })
})
