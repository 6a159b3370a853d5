import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { verifies } from '../../../requirements.ts'
import { describeEachEngine } from '../../../support/temporary-database.ts'

/** On SQLite they take many times as long as statements may follow each other. */
const statements = { sqlite: 20_000, postgres: 500 }

describeEachEngine('a loop of statements', (open) => {
  const countTurns = async (work: () => Promise<void>): Promise<number> => {
    let turns = 0
    let turning = setImmediate(function turn() {
      turns += 1
      turning = setImmediate(turn)
    })
    await work()
    clearImmediate(turning)
    return turns
  }

  it('lets the event loop answer others meanwhile', async () => {
    verifies('nodes.turns')
    const { handle, engine } = await open()
    const turns = await countTurns(async () => {
      for (let done = 0; done < statements[engine]; done += 1) await sql`select 1`.execute(handle)
    })
    expect(turns).toBeGreaterThan(3)
  })

  it('lets it do so between transactions', async () => {
    verifies('nodes.turns')
    const { transaction, engine } = await open()
    const turns = await countTurns(async () => {
      for (let done = 0; done < statements[engine]; done += 1)
        await transaction((inside) => sql`select 1`.execute(inside))
    })
    expect(turns).toBeGreaterThan(3)
  })
})
