import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { verifies } from '../../../requirements.ts'
import { describeEachEngine } from '../../../support/temporary-database.ts'

describeEachEngine('a database', (open, engine) => {
  it.skipIf(engine === 'postgres')(
    'that has no room left says so, rolls back, and is well again once there is room',
    async () => {
      verifies('conventions.full-disk')
      const database = await open()
      await database.migrate({
        one: { up: (db) => db.schema.createTable('things').addColumn('content', 'text').execute() },
      })
      const {
        rows: [pages],
      } = await sql<{ page_count: number }>`pragma page_count`.execute(database.handle)
      const limitPages = (count: number) =>
        sql`pragma max_page_count = ${sql.lit(count)}`.execute(database.handle)
      await limitPages((pages?.page_count ?? 0) + 1)

      const fill = database.transaction(async (transaction) => {
        for (;;) await sql`insert into things values (${'x'.repeat(10_000)})`.execute(transaction)
      })
      await expect(fill).rejects.toMatchObject({ name: 'DatabaseUnavailableError', reason: 'full' })
      await expect(database.ping()).rejects.toMatchObject({
        name: 'DatabaseUnavailableError',
        reason: 'full',
      })
      expect((await sql`select 1 from things`.execute(database.handle)).rows).toEqual([])

      await limitPages(1_000_000)
      await database.ping()
      await sql`insert into things values ('y')`.execute(database.handle)
      expect(
        (
          await sql`select name from sqlite_master where name = 'room_probe'`.execute(
            database.handle,
          )
        ).rows,
      ).toEqual([])
    },
  )
})
