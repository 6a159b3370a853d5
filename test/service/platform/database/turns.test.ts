import { setTimeout as wait } from 'node:timers/promises'
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

  it('lets them finish in a turn that they get, not a statement at a time', async () => {
    verifies('nodes.turns')
    const { handle, transaction, engine } = await open()
    // PostgreSQL answers each on a connection of its own.
    if (engine === 'postgres') return
    const over = new AbortController()
    let rounds = 0
    const background = (async () => {
      for (; !over.signal.aborted; rounds += 1)
        await transaction(async (inside) => {
          for (let done = 0; done < 50; done += 1) await sql`select 1`.execute(inside)
        })
    })()
    /** How often the loop went on between the first and the last statement of a request. */
    const request = async (): Promise<number> => {
      await wait(1)
      const before = rounds
      for (let done = 0; done < 5; done += 1) await sql`select 1`.execute(handle)
      return rounds - before
    }
    const interruptions: number[] = []
    while (interruptions.length < 30) interruptions.push(await request())
    over.abort()
    await background
    // One that falls into the last moment of a slice waits for the next turn.
    expect(interruptions.toSorted((a, b) => a - b)[15]).toBeLessThanOrEqual(1)
  })
})
