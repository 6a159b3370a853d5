import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { expect, it } from 'vitest'
import { describeEachEngine } from '../../../support/temporary-database.ts'

const notes: Migration = {
  up: async (db) => {
    await db.schema.createTable('notes').addColumn('id', 'text').execute()
    await db.schema.createIndex('notes_id').on('notes').column('id').execute()
  },
}
const broken: Migration = {
  up: async (db) => {
    await db.schema.createTable('halves').addColumn('id', 'text').execute()
    throw new Error('broken')
  },
}

describeEachEngine('migrations', (open) => {
  it('leaves nothing of a run in which one failed, so that the next can begin again', async () => {
    const database = await open()
    const exists = (table: string) =>
      sql`select 1 from ${sql.table(table)}`.execute(database.handle).then(
        () => true,
        () => false,
      )

    await expect(database.migrate({ '1_notes': notes, '2_broken': broken })).rejects.toThrow(
      'could not be migrated',
    )
    expect([await exists('notes'), await exists('halves')]).toEqual([false, false])

    await database.migrate({ '1_notes': notes })
    expect(await exists('notes')).toBe(true)
  })
})
