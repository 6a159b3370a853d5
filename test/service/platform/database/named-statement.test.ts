import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { namedStatement, openPostgres } from '../../../../src/service/platform/database/index.ts'
import { describeEachEngine } from '../../../support/temporary-database.ts'

const double = namedStatement('test_double', 'select $1::integer * 2 as result')

describeEachEngine('a statement with a name', (open, engine) => {
  it.skipIf(engine === 'sqlite')(
    'is prepared once per connection, and executed from then on',
    async () => {
      const database = await open()
      const other = await openPostgres(database.location, 1)
      try {
        for (const value of [1, 2, 3])
          expect((await other.handle.executeQuery(double([value]))).rows).toEqual([
            { result: value * 2 },
          ])
        const prepared = await sql`
          select name, cast(generic_plans + custom_plans as integer) as executions
          from pg_prepared_statements`.execute(other.handle)

        expect(prepared.rows).toEqual([{ name: 'test_double', executions: 3 }])
      } finally {
        await other.close()
      }
    },
  )

  it.skipIf(engine === 'sqlite')('is prepared again after a failure', async () => {
    const database = await open()
    const other = await openPostgres(database.location, 1)
    try {
      await expect(other.handle.executeQuery(double(['none']))).rejects.toThrow('invalid input')
      expect((await other.handle.executeQuery(double([4]))).rows).toEqual([{ result: 8 }])
    } finally {
      await other.close()
    }
  })
})
