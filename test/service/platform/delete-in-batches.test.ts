import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { executionStore, type ExecutionRow } from '../../../src/service/execution/store.ts'
import { migrations } from '../../support/migrations.ts'
import { deleteInBatches } from '../../../src/service/platform/delete-in-batches.ts'
import type { Database } from '../../../src/service/platform/database/index.ts'
import { verifies } from '../../requirements.ts'
import { describeEachEngine } from '../../support/temporary-database.ts'

const oldest = '2026-01-01T00:00:00.000Z'

const insertAged = async (database: Database, count: number): Promise<void> => {
  const row: Omit<ExecutionRow, 'id'> = {
    project_id: 'pr',
    tool_slug: 'T',
    toolkit_slug: 't',
    user_id: 'ada',
    connected_account_id: null,
    session_id: null,
    status: 'success',
    error: null,
    started_at: '2025-01-01T00:00:00.000Z',
    duration_ms: 1,
    payload: null,
  }
  for (let from = 0; from < count; from += 1_000) {
    await executionStore(database.handle).insert(
      Array.from({ length: Math.min(1_000, count - from) }, (_, index) => ({
        ...row,
        id: `log_${from + index}`,
      })),
    )
  }
}

const countRows = async (database: Database): Promise<number> =>
  Number(
    (
      await sql<{ count: number }>`select count(*) as count from tool_executions`.execute(
        database.handle,
      )
    ).rows[0]?.count,
  )

describeEachEngine('rows that have aged', (open) => {
  it('go in batches between which others are answered, and a batch stays deleted when a later one fails', async () => {
    verifies('conventions.deletes')
    const database = await open()
    await database.migrate(migrations)
    await insertAged(database, 10_000)
    const batches: number[] = []
    const deleteSome = async (limit: number) => {
      const { numAffectedRows } = await sql`
        delete from tool_executions where id in
          (select id from tool_executions where started_at < ${oldest} limit ${limit})`.execute(
        database.handle,
      )
      const deleted = Number(numAffectedRows)
      batches.push(deleted)
      return deleted
    }

    const stopped = deleteInBatches(async (limit) => {
      if (batches.length === 3) throw new Error('The process ended')
      return deleteSome(limit)
    })
    await expect(stopped).rejects.toThrow('The process ended')
    const gone = batches.reduce((sum, count) => sum + count, 0)
    expect(await countRows(database)).toBe(10_000 - gone)

    const turns = { others: 0, isOver: false }
    const others = (async () => {
      while (!turns.isOver) {
        await database.ping()
        turns.others += 1
        await setImmediate()
      }
    })()
    await deleteInBatches(deleteSome).finally(() => (turns.isOver = true))
    await others

    expect(await countRows(database)).toBe(0)
    expect(Math.max(...batches)).toBeLessThanOrEqual(1_000)
    expect(turns.others).toBeGreaterThan(2)
  })
})

describe('a batch', () => {
  /** By a clock of its own, on which a row takes so long to delete. */
  const stepsFor = async (rows: number, msARow: (deleted: number) => number): Promise<number[]> => {
    let now = 0
    let left = rows
    const steps: number[] = []
    await deleteInBatches(
      async (limit) => {
        const deleted = Math.min(limit, left)
        const took = deleted * msARow(rows - left)
        left -= deleted
        now += took
        steps.push(took)
        return deleted
      },
      () => now,
    )
    return steps
  }

  it('lasts no longer than 50 ms, however long a row takes', async () => {
    verifies('conventions.deletes')
    expect(Math.max(...(await stepsFor(100_000, () => 0.08)))).toBeLessThanOrEqual(50)
    expect(Math.max(...(await stepsFor(1_000, () => 20)))).toBeLessThanOrEqual(50)
    // When rows take twice as long from one to the next.
    expect(
      Math.max(...(await stepsFor(10_000, (deleted) => (deleted > 5_000 ? 0.16 : 0.08)))),
    ).toBeLessThanOrEqual(50)
  })

  it('holds many rows where they take little time', async () => {
    expect((await stepsFor(300_000, () => 0.01)).length).toBeLessThan(320)
  })
})
